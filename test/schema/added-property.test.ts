/** A property or unit added to the contract is not lost silently: the compiler or one of the lists below refuses it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schema } from '../../src/graph/schema/schema.ts';
import { readReach } from '../../src/graph/capabilities/drift/graph-fields.ts';
import { compileFiles, copySource, writeContract } from '../support/source-copy.ts';

type Schemas = Record<
  string,
  { enum?: string[]; properties?: Record<string, object>; $ref?: string; items?: { $ref: string } }
>;

function description(): { components: { schemas: Schemas } } {
  return JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
}

const { schemas } = description().components;
const objects = Object.keys(schemas).filter((name) => schemas[name]?.properties);
const inputs = objects.filter((name) => name.endsWith('Input'));
const records = inputs.map((name) => name.replace(/Input$/, ''));
const addedTo = (name: string) => `added_to_${name}`;

/** Code that reads and writes observations. */
const mappers = ['src/graph/schema/observations/input.ts', 'src/field-data/records/observation.ts'];

/** The schemas whose added property the compiler names there. */
async function namedByCompiler(folder: string, names: readonly string[]): Promise<string[]> {
  const changed = description();
  for (const name of names) {
    Object.assign(changed.components.schemas[name]?.properties ?? {}, { [addedTo(name)]: { type: 'string' } });
  }
  await writeContract(folder, JSON.stringify(changed));
  const errors = (await compileFiles(folder, mappers)).filter((line) => mappers.some((file) => line.startsWith(file)));
  return names.filter((name) => errors.some((line) => line.includes(`'${addedTo(name)}'`)));
}

it('the compiler names a property that the code path of a written observation omits, at any depth', {
  timeout: 900_000,
}, async () => {
  const folder = copySource();
  // Separate from the schemas inside them, because the compiler names only the innermost error.
  const outer = ['ObservationInput', 'Observation'];
  // Measures are copied whole.
  const inner = [...inputs, ...records].filter((name) => !outer.includes(name) && name !== 'Fraction');
  expect(inner).toHaveLength(11);
  expect(await namedByCompiler(folder, outer)).toEqual(outer);
  expect(await namedByCompiler(folder, inner)).toEqual(inner);
});

it('the compiler names a unit where no conversion of it is written', { timeout: 900_000 }, async () => {
  const changed = description();
  for (const name of ['LengthUnit', 'AngleUnit', 'FractionUnit'])
    changed.components.schemas[name]?.enum?.push(addedTo(name));
  const folder = copySource();
  await writeContract(folder, JSON.stringify(changed));
  const errors = await compileFiles(folder, ['src/agronomy/units.ts', 'src/graph/reads/earth-observations.ts']);
  expect(errors).toEqual([
    expect.stringMatching(/^src\/agronomy\/units\.ts.*added_to_LengthUnit/),
    expect.stringMatching(/^src\/agronomy\/units\.ts.*added_to_FractionUnit/),
    expect.stringMatching(/^src\/agronomy\/units\.ts.*added_to_AngleUnit/),
    expect.stringMatching(/^src\/graph\/reads\/earth-observations\.ts.*"added_to_FractionUnit"/),
  ]);
});

/** Properties that no field or input field of the graph shows. */
function unshown(schemas: Schemas): Record<string, string[]> {
  const reach = readReach(schema);
  const isShown = (component: string, property: string) =>
    reach.answer({ component, property }).length > 0 || reach.request({ component, property }).length > 0;
  return Object.fromEntries(
    Object.entries(schemas)
      .map(
        ([name, { properties = {} }]) => [name, Object.keys(properties).filter((key) => !isShown(name, key))] as const,
      )
      .filter(([, names]) => names.length > 0),
  );
}

/** Schemas around records, and of documents about the service. */
const envelopes = ['BatchItem', 'Page', 'ListMeta', 'Fault', 'Problem', 'SdkRelease', 'Deprecation', 'Sdk'];
const isEnvelope = (name: string) => envelopes.includes(name) || /(Batch|List|Envelope)$/.test(name);

/** Properties that the graph omits: the requested field, and the form of a GeoJSON point, shown as longitude and latitude. */
const leftOut = {
  WeatherRecord: ['field_id'],
  EarthObservation: ['field_id'],
  GeoPoint: ['type'],
  GeoPointInput: ['type', 'coordinates'],
};

const withoutEnvelopes = (all: Schemas) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !isEnvelope(name)));

it('the graph shows every property of every record and input, except those listed', () => {
  expect(unshown(withoutEnvelopes(schemas))).toEqual(leftOut);
});

it.each(Object.keys(withoutEnvelopes(schemas)).filter((name) => schemas[name]?.properties))(
  'a property added to %s is reported as not shown',
  (name) => {
    const changed = description().components.schemas;
    Object.assign(changed[name]?.properties ?? {}, { [addedTo(name)]: { type: 'string' } });
    expect(unshown(changed)[name]).toContain(addedTo(name));
  },
);

it.each(inputs)('every property written by %s can be read from its record', (name) => {
  const record = schemas[name.replace(/Input$/, '')]?.properties;
  expect(Object.keys(schemas[name]?.properties ?? {}).filter((property) => !(property in (record ?? {})))).toEqual([]);
});
