/** Until when caches may keep what is computed from days and hours that pass: through the door, at a moment shortly before the field's midnight. */
import { request as send } from 'undici';
import { describe, expect, it } from 'vitest';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import { bind, gatewayOver } from '../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../support/hourly-records.ts';
import { meta, recordedService } from '../../support/recorded-service.ts';

/** 23:59:00 of 1 May where the field is: in a minute it is 2 May there, and an hour is over. */
const startedAt = Date.parse('2026-05-01T21:59:00Z');
const now = () => startedAt;

/** No records: which days are missing, and which are still to come, is for the clock to say. */
const service = recordedService(({ query: { field_id: id = '', from = '2026-04-24', to = '2026-05-09' } }) => ({
  body: { data: [], meta: { ...meta(id), timezone: 'Europe/Berlin', from: instant(from), to: instant(to) } },
  headers: { 'cache-control': 'public, max-age=300' },
}));

/** Of a date, its midnight where the field is. */
function instant(text: string): string {
  return text.includes('T') ? text : `${new Date(Date.parse(text) - 7_200_000).toISOString().slice(0, 19)}Z`;
}

const gateway = gatewayOver(undefined, {
  fetch: dateReads(['observations'], now)(service.fetch),
  now: () => new Date(now()),
});

const listener = await bind(gateway.handle);

async function controlOf(selection: string): Promise<unknown> {
  const query = encodeURIComponent(`{ field(id: "fld_a") { ${selection} } }`);
  const { headers, body } = await send(`${listener.url}/graphql?query=${query}`);
  const { errors } = (await body.json()) as { errors?: unknown };
  expect(errors).toBeUndefined();
  return headers['cache-control'];
}

const over = (window: string): [string, string][] => [
  ['weatherSummary', `weatherSummary(${window}) { dayCount missingDays }`],
  ['weatherSummaries', `weatherSummaries(by: MONTH, ${window}) { isWhole dayCount }`],
  ['growingDegreeDays', `growingDegreeDays(${window}) { missingDays }`],
  ['precipitationSpells', `precipitationSpells(${window}) { dayCount }`],
  [
    'waterBalance',
    `waterBalance(${window}, rootZone: { totalAvailableWater: 100, initialDepletion: 0 }, cropCoefficients: [{ date: "2026-03-01", kc: 1 }, { date: "2026-07-01", kc: 1 }]) { missingDays }`,
  ],
];
const hours = (window: string) => `temperatureHours(${window}) { hourCount missingHours }`;

describe('what is computed from bounds of its own is kept', () => {
  it.each([
    ...over('from: "2026-04-01", to: "2026-05-02"'),
    ...over('from: "2026-04-01", to: "2026-06-01"'),
    ...over('from: "2026-05-04", to: "2026-05-08"'),
    ...over('from: "2026-04-29"'),
  ])("until the field's day ends, where it reaches today: %s", async (_, selection) => {
    expect(await controlOf(selection)).toBe('public, max-age=60');
  });

  it.each(over('from: "2026-04-01", to: "2026-05-01T21:59:30Z"'))(
    'until its end is passed: %s',
    async (_, selection) => {
      expect(await controlOf(selection)).toBe('public, max-age=30');
    },
  );

  it('until the hour ends, where hours are counted', async () => {
    expect(await controlOf(hours('from: "2026-04-29", to: "2026-05-03"'))).toBe('public, max-age=60');
  });

  it.each([
    ...over('from: "2026-04-01", to: "2026-05-01"'),
    ['temperatureHours', hours('from: "2026-04-01", to: "2026-05-01"')],
  ])('as long as its list, where all of it is over: %s', async (_, selection) => {
    expect(await controlOf(selection)).toBe('public, max-age=300');
  });
});

it('the records themselves are kept as long as their list', async () => {
  expect(await controlOf('weather(from: "2026-04-01", to: "2026-06-01") { date }')).toBe('public, max-age=300');
});

/** Caches of a field in India, where hours begin at half past, at 20 past the hour. */
async function controlInIndia(selection: string): Promise<unknown> {
  const moment = () => Date.parse('2026-05-01T18:20:00Z');
  const records = hourlyRecords('2026-05-01T00:30:00Z', 48);
  const { fetch } = recordedService(({ query }) => ({
    ...hourlyAnswer(records, query, 'Asia/Kolkata'),
    headers: { 'cache-control': 'public, max-age=3600' },
  }));
  const now = () => new Date(moment());
  const inIndia = gatewayOver(undefined, { fetch: dateReads(['observations'], moment)(fetch), now });
  const query = encodeURIComponent(`{ field(id: "fld_a") { ${selection} } }`);
  const reply = await inIndia.fetch(new Request(`http://localhost/graphql?query=${query}`));
  expect(await reply.json()).not.toHaveProperty('errors');
  return reply.headers.get('cache-control');
}

it('the next hours of sprayConditions are kept until the running hour ends, also at half past', async () => {
  expect(await controlInIndia('sprayConditions(next: { hours: 3 }) { hoursWithoutRecord }')).toBe(
    'public, max-age=600',
  );
});

it('counted hours are kept until the running hour ends, also at half past', async () => {
  const window = 'from: "2026-05-01T00:00:00Z", to: "2026-05-02T00:00:00Z"';
  expect(await controlInIndia(hours(window))).toBe('public, max-age=600');
});

it('the next days of sprayConditions are kept until the day of the field ends, also within an hour of UTC', async () => {
  const moment = () => Date.parse('2026-05-01T18:29:00Z');
  const { fetch } = recordedService(({ query: { field_id: id = '', from = '', to = '' } }) => ({
    body: { data: [], meta: { ...meta(id), timezone: 'Asia/Kolkata', from: instant(from), to: instant(to) } },
    headers: { 'cache-control': 'public, max-age=3600' },
  }));
  const inIndia = gatewayOver(undefined, {
    fetch: dateReads(['observations'], moment)(fetch),
    now: () => new Date(moment()),
  });
  const query = encodeURIComponent(
    '{ field(id: "fld_a") { sprayConditions(next: { days: 1 }) { hoursWithoutRecord } } }',
  );
  const reply = await inIndia.fetch(new Request(`http://localhost/graphql?query=${query}`));
  expect(await reply.json()).not.toHaveProperty('errors');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=60');
});
