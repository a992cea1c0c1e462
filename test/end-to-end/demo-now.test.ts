/** DEMO_NOW over a socket: it stops the calendar of the demo, but no other clock. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/platform/settings/setting-types.ts';
import { post, send } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const query = `query {
  field(id: "fld_demo_01") {
    weather { date kind }
    hours: weather(granularity: HOURLY, last: { hours: 2 }) { startsAt }
    earthObservations { acquiredAt }
    observations(limit: 1) { observedAt }
  }
}`;

const write = `mutation ($input: AddObservationInput!) {
  addObservation(input: $input) { __typename ... on AddObservationSuccess { observation { createdAt } } }
}`;

interface Answer {
  field: {
    weather: { date: string; kind: string }[];
    hours: { startsAt: string }[];
    earthObservations: { acquiredAt: string }[];
    observations: { observedAt: string }[];
  };
}

interface Added {
  addObservation: { __typename: string; observation: { createdAt: string } };
}

it('DEMO_NOW is the date of windows in both APIs, and caches may store the replies', async () => {
  await using product = await startProduct({ DEMO_NOW: '2026-06-15T12:00:00Z' });
  const { body } = await post(product.graphUrl, { query });
  expect(body?.errors).toBeUndefined();
  const { weather, hours, earthObservations, observations } = (body as { data: Answer }).data.field;
  expect(weather.map(({ date }) => date)).toEqual(
    Array.from({ length: 14 }, (_, day) => new Date(Date.UTC(2026, 5, 8 + day)).toISOString().slice(0, 10)),
  );
  expect(weather.filter(({ kind }) => kind === 'FORECAST')).toHaveLength(7);
  expect(hours.at(-1)?.startsAt).toMatch(/^2026-06-15T1[01]:00:00Z$/);
  expect(earthObservations.at(-1)?.acquiredAt).toMatch(/^2026-06-/);
  expect((observations[0]?.observedAt ?? '') < '2026-06-15T12').toBe(true);
  const chart = encodeURIComponent('{ field(id: "fld_demo_01") { weather(last: { days: 3 }) { date } } }');
  const { headers } = await send(product.graphUrl, {}, `?query=${chart}`);
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d{3}$/);
  const rest = await (await fetch(`${product.serviceUrl}/api/v1/weather?field_id=fld_demo_01`)).json();
  expect(rest.data.at(0).date).toBe('2026-06-08');
});

it('observations are dated by the real time despite DEMO_NOW', async () => {
  await using product = await startProduct({ DEMO_NOW: '2026-06-15T12:00:00Z' });
  const now = new Date().toISOString();
  const input = {
    fieldId: 'fld_demo_01',
    text: 'Rust.',
    category: 'DISEASE',
    observedAt: now,
    idempotencyKey: 'k-1-demo-now',
  };
  const { body } = await post(product.graphUrl, { query: write, variables: { input } }, product.demo);
  const { addObservation: added } = (body as { data: Added }).data;
  expect(added.__typename).toBe('AddObservationSuccess');
  expect(added.observation.createdAt >= now.slice(0, 19)).toBe(true);
});

it('DEMO_NOW is refused if it is not an instant, not in 2013 to 2100, or set without the demo', () => {
  expect(() => readConfig({ DEMO_NOW: '2026-06-15' })).toThrow(ConfigError);
  // One message: it ends here.
  expect(() => readConfig({ DEMO_NOW: '2026-06-15' })).toThrow(
    /DEMO_NOW must be an instant with an offset, for example DEMO_NOW=2026-06-15T12:00:00Z\.?$/,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  expect(readConfig({}).DEMO_NOW).toBeUndefined();
  for (const year of [2013, 2100])
    expect(readConfig({ DEMO_NOW: `${year}-06-15T12:00:00Z` }).DEMO_NOW).toBe(Date.UTC(year, 5, 15, 12));
  for (const year of [2012, 2101])
    expect(() => readConfig({ DEMO_NOW: `${year}-06-15T12:00:00Z` })).toThrow(
      'DEMO_NOW must be in the years from 2013 to 2100, for example',
    );
  expect(() => readConfig({ DEMO: 'off', DEMO_NOW: '2026-06-15T12:00:00Z' })).toThrow(
    'DEMO_NOW sets the calendar of the demo: remove it, or set DEMO=on.',
  );
});
