/** Temperature hours through the graph: golden sequences, gaps, units and the number of calls. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { golden } from '../../../agronomy/golden.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute, requestJson } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../../support/hourly-records.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

const Hours = graphql(`
  query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {
    field(id: "fld_a") {
      temperatureHours(from: $from, to: $to, frostBelow: $frostBelow, heatAbove: $heatAbove, unit: $unit) {
        hourCount
        missingHours
        frostHours
        heatHours
        chillingHours
        utahUnits
        chillPortions
        provenances
      }
    }
  }
`);

const Shared = graphql(`
  query TemperatureHoursWithHours {
    field(id: "fld_demo_01") {
      temperatureHours(last: { days: 30 }) { hourCount missingHours chillPortions provenances }
      hourly: weather(last: { days: 30 }, granularity: HOURLY) { startsAt }
      lastHours: temperatureHours(last: { hours: 24 }) { hourCount missingHours }
    }
  }
`);

const DefaultHours = graphql(`
  query TemperatureHoursByDefault {
    field(id: "fld_a") { temperatureHours { hourCount } }
  }
`);

const from = '2026-01-01T00:00:00Z';
const later = '2026-02-01T00:00:00Z';
const end = (hours: number) => new Date(Date.parse(from) + hours * 3_600_000).toISOString();

type Temperatures = (number | null)[];

/** What the graph counts for hours with these temperatures; `isStated`: whether the service states the window of its reply. */
async function countOf(
  temperatures: Temperatures,
  more: object = {},
  { isStated = true, lost = [] as number[], forecast = [] as number[] } = {},
) {
  const records = hourlyRecords(from, temperatures.length, (index) => {
    const value = temperatures[index] ?? null;
    return {
      temperature_mean: value === null ? null : { value, unit: 'celsius' },
      kind: forecast.includes(index) ? 'forecast' : 'observed',
    };
  }).filter((_, index) => !lost.includes(index));
  const { answer } = gatewayOver(
    ({ query }) => {
      const { body } = hourlyAnswer(records, query);
      return { body: isStated ? body : { data: body.data } };
    },
    { now: () => new Date(later) },
  );
  return execute(answer, Hours, { from, to: end(temperatures.length), ...more });
}

const countsOf = async (...args: Parameters<typeof countOf>) => {
  const { data, errors } = await countOf(...args);
  expect(errors).toBeUndefined();
  return data?.field?.temperatureHours;
};

const steady = (temperature: number): Temperatures => Array<number>(240).fill(temperature);
const saw = (low: number, high: number): Temperatures =>
  Array.from({ length: 240 }, (_, hour) => low + ((high - low) * (1 - Math.cos((2 * Math.PI * (hour % 24)) / 24))) / 2);
const sequences: Record<string, Temperatures> = {
  '240 h at 6 C': steady(6),
  '240 h at 12 C': steady(12),
  '240 h at -5 C': steady(-5),
  '10 days 4 to 18 C': saw(4, 18),
  '10 days 8 to 24 C': saw(8, 24),
};

it.each(golden.chill_sequences.rows as ({ case: string } & Record<string, number>)[])(
  '$case: $chillPortions portions, $utahUnits Utah units, $chillingHours chilling hours',
  async ({ case: name, chillPortions, ...counts }) => {
    const counted = await countsOf(sequences[name] ?? []);
    expect(counted).toMatchObject({ hourCount: 240, missingHours: 0, provenances: ['MEASURED'], ...counts });
    expect(counted?.chillPortions).toBeCloseTo(chillPortions ?? Number.NaN, 4);
  },
);

it('an hour with unknown temperature, without a record or with only a forecast is missing, and leaves no chill portions', async () => {
  const { case: _, missing: missingHours, ...counts } = golden.chill_sequences.gap;
  const gap = { ...counts, missingHours };
  expect(await countsOf(steady(6).with(100, null))).toMatchObject({ hourCount: 240, ...gap });
  expect(await countsOf(steady(6), {}, { lost: [100] })).toMatchObject({ hourCount: 240, ...gap });
  expect(await countsOf(steady(6), {}, { forecast: [100] })).toMatchObject({ hourCount: 240, ...gap });
});

it.each(golden.frost_heat_edges as Record<string, number | boolean | null>[])(
  'frost and heat hours are counted to the edge of their thresholds: %o',
  async (row) => {
    const { temperatureMean, frostBelow, heatAbove, frostHour, heatHour, missing } = row;
    const counts = { frostHours: Number(frostHour), heatHours: Number(heatHour), missingHours: missing };
    expect(await countsOf([temperatureMean as number | null, 15], { frostBelow, heatAbove })).toMatchObject(counts);
  },
);

it('thresholds are in the requested unit, and a temperature equal to a threshold does not count', async () => {
  const fahrenheit = { frostBelow: 32, heatAbove: 86, unit: 'FAHRENHEIT' };
  expect(await countsOf([-0.1, 0, 15, 30, 30.1], fahrenheit)).toMatchObject({ frostHours: 1, heatHours: 1 });
});

it.each([
  ['frostBelow: 1e400', 'frostBelow', 'TOO_LARGE'],
  ['heatAbove: -1000.1', 'heatAbove', 'TOO_SMALL'],
])('a threshold out of range is refused without a call: %s', async (argument, name, code) => {
  const { answer, calls } = gatewayOver();
  const query = `{ field(id: "fld_a") { temperatureHours(last: { hours: 3 }, ${argument}) { frostHours } } }`;
  const { errors } = await requestJson(answer, query);
  expect(errors).toMatchObject([
    { message: `${name} must be from -1000 to 1000.`, extensions: { faults: [{ path: [name], code }] } },
  ]);
  expect(calls).toHaveLength(0);
});

it('missing hours are INCOMPLETE_UPSTREAM_DATA if the service does not state its window', async () => {
  const { data, errors } = await countOf(steady(6), {}, { isStated: false, lost: [7] });
  expect([data?.field?.temperatureHours, errors?.[0]?.extensions.code]).toEqual([null, 'INCOMPLETE_UPSTREAM_DATA']);
  const { errors: none } = await countOf(steady(6), {}, { isStated: false });
  expect(none).toBeUndefined();
});

it('a reply that states a window of decades is an UPSTREAM_ERROR', async () => {
  const meta = { field_id: 'fld_a', from: '1970-01-01T00:00:00Z', to: later, timezone: 'UTC' };
  const { answer } = gatewayOver(() => ({ body: { data: [], meta } }), { now: () => new Date(later) });
  const { data, errors } = await execute(answer, DefaultHours);
  expect([data?.field?.temperatureHours, errors?.[0]?.extensions.code]).toEqual([null, 'UPSTREAM_ERROR']);
});

it('overlapping hours count once', async () => {
  const half = new Date(Date.parse(from) + 1_800_000).toISOString();
  const records = [...hourlyRecords(from, 24), ...hourlyRecords(half, 23)];
  const { answer } = gatewayOver(({ query }) => hourlyAnswer(records, query), { now: () => new Date(later) });
  const { data, errors } = await execute(answer, Hours, { from, to: end(24) });
  expect(errors).toBeUndefined();
  expect(data?.field?.temperatureHours).toMatchObject({ hourCount: 24, missingHours: 0 });
});

it('a record of three hours counts as one hour, and the others are missing', async () => {
  const records = hourlyRecords(from, 24, (index) => ({ ends_at: end(index + 3) })).filter((_, at) => at % 3 === 0);
  const { answer } = gatewayOver(({ query }) => hourlyAnswer(records, query), { now: () => new Date(later) });
  const { data, errors } = await execute(answer, Hours, { from, to: end(24) });
  expect(errors).toBeUndefined();
  expect(data?.field?.temperatureHours).toMatchObject({ hourCount: 24, missingHours: 16, chillPortions: null });
});

it('half-hour records are hours of unknown temperature, from which nothing is counted', async () => {
  const halfHours = hourlyRecords(from, 24).flatMap((record, at) => {
    const middle = new Date(Date.parse(record.starts_at) + 1_800_000).toISOString();
    const second = { ...record, starts_at: middle };
    // The first hour is whole.
    return at === 0
      ? record
      : [{ ...record, ends_at: middle, source: { ...record.source, provenance: 'derived' as const } }, second];
  });
  const { answer } = gatewayOver(({ query }) => hourlyAnswer(halfHours, query), { now: () => new Date(later) });
  const { data, errors } = await execute(answer, Hours, { from, to: end(24) });
  expect(errors).toBeUndefined();
  const counted = { hourCount: 24, missingHours: 23, provenances: ['MEASURED'] };
  expect(data?.field?.temperatureHours).toMatchObject(counted);
  // The current hour is not over, although its first half-hour is.
  const { answer: early } = gatewayOver(({ query }) => hourlyAnswer(halfHours, query), {
    now: () => new Date(end(1.75)),
  });
  const running = await execute(early, Hours, { from, to: end(24) });
  expect(running.data?.field?.temperatureHours).toMatchObject({ hourCount: 1, missingHours: 0 });
});

it('a partial hour at the start of the window does not hide the first whole hour', async () => {
  const half = '2026-01-01T00:30:00Z';
  const [first, ...whole] = hourlyRecords(from, 4);
  const records = [{ ...first!, starts_at: half }, ...whole];
  const { answer } = gatewayOver(({ query }) => hourlyAnswer(records, query), { now: () => new Date(later) });
  const { data } = await execute(answer, Hours, { from: half, to: end(4) });
  expect(data?.field?.temperatureHours).toMatchObject({ hourCount: 3, missingHours: 0 });
});

it('counts are null, not zero, if nothing was observed', async () => {
  expect(await countsOf([null, null])).toMatchObject({
    hourCount: 2,
    missingHours: 2,
    frostHours: null,
    utahUnits: null,
  });
});

it('a null temperature adds one missing hour and removes that hour from every count', async () => {
  const temperatures = fc.array(fc.integer({ min: -10, max: 40 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(temperatures, fc.nat(), async (whole, place) => {
      const at = place % whole.length;
      const holed = await countsOf(whole.map((value, index) => (index === at ? null : value)));
      const rest = whole.toSpliced(at, 1);
      expect(holed).toMatchObject({ hourCount: whole.length, missingHours: 1, chillPortions: null });
      const isNothing = rest.length === 0;
      expect(holed?.frostHours).toBe(isNothing ? null : rest.filter((value) => value < 0).length);
      expect(holed?.heatHours).toBe(isNothing ? null : rest.filter((value) => value > 30).length);
    }),
    { numRuns: 30 },
  );
});

it('temperature hours share one call with the hourly list of the same window, and need another for another window', async () => {
  const now = () => new Date('2026-12-20T20:36:57Z');
  await using service = await startCountingService({ now });
  const { data, errors } = await execute(gatewayAt(service.url, now).answer, Shared);
  expect(errors).toBeUndefined();
  expect(data?.field?.temperatureHours).toMatchObject({ hourCount: 720, missingHours: 0, provenances: ['SIMULATED'] });
  expect(data?.field?.temperatureHours?.chillPortions).toBeGreaterThan(1);
  expect(data?.field?.hourly).toHaveLength(720);
  expect(data?.field?.lastHours).toEqual({ hourCount: 24, missingHours: 0 });
  expect(service.requests).toHaveLength(2);
});
