/** The service sends every described property. One that it never sends would silently be null for every caller. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

const { components } = JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

/** Adds every property of a value to `sent`, for example `Photo.caption`. */
function addSent(sent: Set<string>, value: unknown, schema: Schema = {}, component = ''): void {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) addSent(sent, value, components.schemas[name], name);
  const { oneOf = [], anyOf = [], allOf = [] } = schema;
  for (const part of [...oneOf, ...anyOf, ...allOf]) addSent(sent, value, part, component);
  if (Array.isArray(value)) for (const item of value) addSent(sent, item, schema.items);
  else if (typeof value === 'object' && value !== null) {
    for (const [property, inner] of Object.entries(schema.properties ?? {})) {
      if (!Object.hasOwn(value, property)) continue;
      if (component !== '') sent.add(`${component}.${property}`);
      addSent(sent, (value as Record<string, unknown>)[property], inner);
    }
  }
}

/** A deprecation for this test: no operation is deprecated yet. */
const deprecation = {
  target: 'getWeather',
  deprecated_at: '2026-05-01T00:00:00Z',
  sunset_at: null,
  replacement: null,
  link: 'https://example.com/moving',
};

/** Schemas that only imported records use, not the demo. */
const importOnly = ['Pressure', 'VolumetricWaterContent', 'Irradiation', 'SoilLayer', 'Asset'];

test('the service sends every property of every response schema', async () => {
  const { call, write, demoKey } = await startService({ deprecations: [deprecation] });
  const organism = { name: 'Puccinia triticina', eppo_code: 'PUCCRT' };
  const location = { type: 'Point', coordinates: [-122.3, 47.4] };
  const photos = [{ href: 'https://example.com/1.jpg' }];
  const note = { field_id: 'fld_demo_01', text: 'Rust.', organism, location, photos, author: { name: 'A. Scout' } };
  const sent = new Set<string>();
  const answered = async (component: string, answer: Promise<{ body: unknown }>) =>
    addSent(sent, (await answer).body, { $ref: `#/components/schemas/${component}` });

  await answered('ObservationEnvelope', write(note, { key: demoKey }));
  await answered('Problem', write({ text: '' }, { key: demoKey }));
  await answered('Problem', write(note, { key: demoKey, idempotencyKey: '' }));
  await answered('Problem', call('/api/v1/weather?field_id=fld_demo_01&limit=none'));
  await answered('SdkRelease', call('/sdk-release.json'));
  const season = 'from=2026-04-01&to=2026-06-01';
  for (const [path, component, query] of [
    ['weather', 'Weather', season],
    ['earth-observations', 'EarthObservations', season],
    ['observations', 'Observations', 'limit=100'],
  ] as const) {
    const list = component.replace(/ions$/, 'ion');
    await answered(`${list}List`, call(`/api/v1/${path}?field_id=fld_demo_01&${query}`, { key: demoKey }));
    await answered(`${list}Batch`, call(`/api/v1/batch/${path}?field_ids=fld_demo_01,fld_none&${query}`));
  }

  const described = Object.entries(components.schemas)
    .filter(([name]) => !name.endsWith('Input') && !importOnly.includes(name))
    .flatMap(([name, { properties = {} }]) => Object.keys(properties).map((property) => `${name}.${property}`));
  expect(described.length).toBeGreaterThan(100);
  expect(described.filter((name) => !sent.has(name))).toEqual([]);
});
