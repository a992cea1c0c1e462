/** How long caches may store results that depend on the current day or hour, shortly before the field's midnight. */
import { describe, expect, it } from 'vitest';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../support/hourly-records.ts';
import { meta, type RecordedCall, recordedService, type Reply, scene } from '../../support/recorded-service.ts';

/** A gateway at this moment, over a service with these replies. */
function gatewayAt(moment: string, reply: (call: RecordedCall) => Reply) {
  const now = () => Date.parse(moment);
  const { fetch } = recordedService(reply);
  return gatewayOver(undefined, { fetch: dateReads(['observations'], now)(fetch), now: () => new Date(moment) });
}

/** Without records, the clock decides which days are missing and which are upcoming. */
const empty =
  (timezone: string, maxAge: number) =>
  ({ query: { field_id: id = '', from = '2026-04-24', to = '2026-05-09' } }: RecordedCall): Reply => ({
    body: { data: [], meta: { ...meta(id), timezone, from: instant(from), to: instant(to) } },
    headers: { 'cache-control': `public, max-age=${maxAge}` },
  });

/** The midnight of a date in Berlin. */
function instant(text: string): string {
  return text.includes('T') ? text : `${new Date(Date.parse(text) - 7_200_000).toISOString().slice(0, 19)}Z`;
}

/** At 23:59:00 on 1 May in the field's timezone: one minute before the hour and the day end. */
const gateway = gatewayAt('2026-05-01T21:59:00Z', empty('Europe/Berlin', 300));

async function controlOf(selection: string, by = gateway): Promise<string | null> {
  const query = encodeURIComponent(`{ field(id: "fld_a") { ${selection} } }`);
  const reply = await by.answer(new Request(`http://graph/graphql?query=${query}`));
  expect(await reply.json()).not.toHaveProperty('errors');
  return reply.headers.get('cache-control');
}

it('a clock that is set back during the operation makes no result storable for longer', async () => {
  let ms = Date.parse('2026-05-01T12:00:00Z');
  const { fetch } = recordedService((call) => {
    ms -= 36_000_000;
    return empty('UTC', 300)(call);
  });
  const by = gatewayOver(undefined, {
    fetch: dateReads(['observations'], () => ms)(fetch),
    now: () => new Date(ms),
  });
  expect(await controlOf('weather { date }', by)).toBe('public, max-age=300');
});

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

describe('a result over explicit bounds', () => {
  it.each([
    ...over('from: "2026-04-01", to: "2026-05-02"'),
    ...over('from: "2026-04-01", to: "2026-06-01"'),
    ...over('from: "2026-05-04", to: "2026-05-08"'),
    ...over('from: "2026-04-29"'),
  ])("is cached until the field's day ends if its window reaches today or later: %s", async (_, selection) => {
    expect(await controlOf(selection)).toBe('public, max-age=60');
  });

  it.each(over('from: "2026-04-01", to: "2026-05-01T21:59:30Z"'))(
    'is cached until its window ends: %s',
    async (_, selection) => {
      expect(await controlOf(selection)).toBe('public, max-age=30');
    },
  );

  it('is cached until the hour ends if it counts hours', async () => {
    expect(await controlOf(hours('from: "2026-04-29", to: "2026-05-03"'))).toBe('public, max-age=60');
  });

  it.each([
    ...over('from: "2026-04-01", to: "2026-05-01"'),
    ['temperatureHours', hours('from: "2026-04-01", to: "2026-05-01"')],
  ])('is cached as long as its list if its window is over: %s', async (_, selection) => {
    expect(await controlOf(selection)).toBe('public, max-age=300');
  });
});

it('records are cached as long as their list', async () => {
  expect(await controlOf('weather(from: "2026-04-01", to: "2026-06-01") { date }')).toBe('public, max-age=300');
});

it('a list that is requested again without its limit is cached as long as the response that expires first', async () => {
  const cutAtLimit = ({ query: { limit } }: RecordedCall): Reply => ({
    body: { data: [scene('fld_a'), scene('fld_a')].slice(0, Number(limit ?? 2)) },
    headers: { 'cache-control': `public, max-age=${limit ? 300 : 20}` },
  });
  const by = gatewayAt('2026-05-01T12:00:00Z', cutAtLimit);
  expect(await controlOf('latestEarthObservation(maxCloudCover: 1e-7) { sceneId }', by)).toBe('public, max-age=20');
});

/** A field in India, where hours begin at half past, at 20 minutes past the hour of UTC. */
const inIndia = () =>
  gatewayAt('2026-05-01T18:20:00Z', ({ query }) => ({
    ...hourlyAnswer(hourlyRecords('2026-05-01T00:30:00Z', 48), query, 'Asia/Kolkata'),
    headers: { 'cache-control': 'public, max-age=3600' },
  }));

it('the next hours of sprayConditions are cached until the current hour ends, even if it ends at half past', async () => {
  const next = 'sprayConditions(next: { hours: 3 }) { hoursWithoutRecord }';
  expect(await controlOf(next, inIndia())).toBe('public, max-age=600');
});

it('counted hours are cached until the current hour ends, even if it ends at half past', async () => {
  const window = 'from: "2026-05-01T00:00:00Z", to: "2026-05-02T00:00:00Z"';
  expect(await controlOf(hours(window), inIndia())).toBe('public, max-age=600');
});

it('the next days of sprayConditions are cached until the day of the field ends, even within an hour of UTC', async () => {
  const beforeMidnight = gatewayAt('2026-05-01T18:29:00Z', empty('Asia/Kolkata', 3_600));
  const next = 'sprayConditions(next: { days: 1 }) { hoursWithoutRecord }';
  expect(await controlOf(next, beforeMidnight)).toBe('public, max-age=60');
});

it.each(['last: { days: 3 }', 'from: "2026-04-28", to: "2026-05-02"'])(
  'a timeline is cached until the day of the field ends: %s',
  async (window) => {
    expect(await controlOf(`timeline(${window}) { weather { date } }`)).toBe('public, max-age=60');
  },
);
