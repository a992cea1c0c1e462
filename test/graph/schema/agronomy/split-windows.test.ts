/**
 * The parts of a window add up to the whole, in seventeen timezones, whether or not a service applies the window and states a timezone.
 * Records may be unordered, repeated, missing or forecasts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { components } from '../../../../src/contract/openapi.ts';
import { addDays, dayMs, formatInstant, hourMs, startOfDay } from '../../../../src/platform/time/instant.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import type { RecordedCall, Reply } from '../../../support/recorded-service.ts';
import { zonedHours } from '../../../support/hourly-records.ts';
import { lesserReply, wholeReply, zonedDays, zones } from '../../../support/zoned-weather.ts';
import { sized } from '../../../support/size.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];

const Part = graphql(`
  query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: $id) {
      weatherSummary(from: $from, to: $to) { dayCount observedDays missingDays precipitation { value } growingDegreeDays { value } }
      weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole dayCount observedDays missingDays precipitation { value } }
      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount precipitation { value } }
      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }
      temperatureHours(from: $from, to: $to) { hourCount missingHours frostHours }
    }
  }
`);

const firstDay = '2026-03-20';
const daysSent = sized(30, 30, 60);

interface Sent {
  zone: string;
  /** Indices of the days sent: those without a record, those with only a forecast, and those with a forecast next to the observation. */
  lost: number[];
  forecast: number[];
  doubled: number[];
  isScrambled: boolean;
}

/** The days and hours of a service, in the order it sends them. */
function sentBy({ zone, lost, forecast, doubled, isScrambled }: Sent): WeatherRecord[] {
  const days = zonedDays(zone, firstDay, daysSent, (day) => ({
    precipitation: { value: day % 4 === 0 ? 3 : 0, unit: 'millimetre' },
    temperature_max: { value: 12 + (day % 7), unit: 'celsius' },
    ...(forecast.includes(day) && { kind: 'forecast' }),
  }));
  const hours = zonedHours(zone, firstDay, daysSent, (hour) => ({
    temperature_mean: { value: (hour % 9) - 3, unit: 'celsius' },
    ...(forecast.includes(hour % daysSent) && { kind: 'forecast' }),
  }));
  const remaining = [days, hours].map((records) => records.filter((_, at) => !lost.includes(at % daysSent)));
  const wrong = { value: 40, unit: 'celsius' } as const;
  const duplicates = remaining.map((records) =>
    records
      .filter((_, at) => doubled.includes(at % daysSent))
      .flatMap((record): WeatherRecord[] => [
        { ...record, kind: 'forecast', temperature_max: wrong, temperature_mean: wrong },
        record,
      ]),
  );
  const all = [...duplicates.flat(), ...remaining.flat()];
  return isScrambled
    ? [...all.filter((_, at) => at % 3 === 1), ...all.filter((_, at) => at % 3 !== 1).toReversed()]
    : all;
}

/** A service that applies the requested window, and states neither the window nor a timezone. */
function silentService(records: WeatherRecord[]) {
  const whole = wholeReply(records, 'UTC');
  return (call: Parameters<typeof whole>[0]) => ({ body: { ...(whole(call).body as object), meta: undefined } });
}

/** A lesser service that states the timezone of the field, but no window. */
function zonedLesserService(records: WeatherRecord[], timezone: string) {
  return () => ({ body: { data: records, meta: { timezone } } });
}

type Service = (call: RecordedCall) => Reply;

/** One gateway for all cases: each service has its own field, of which the gateway has observed nothing yet. */
const services = new Map<string, Service>();
let fieldCount = 0;
let nowMs = 0;
const { answer } = gatewayOver(
  (call) => {
    const id = call.query.field_id ?? '';
    const { body } = services.get(id)?.(call) ?? { body: {} };
    return { body: JSON.stringify(body).replaceAll('"fld_a"', JSON.stringify(id)) };
  },
  { now: () => new Date(nowMs) },
);

async function partOf(service: Service, window: { from: string; to: string }) {
  const id = `fld_${fieldCount++}`;
  services.set(id, service);
  const { data, errors = [] } = await execute(answer, Part, { id, ...window });
  // Frees thousands of records, which the garbage collector would otherwise scan in every later case.
  services.delete(id);
  for (const { extensions } of errors) expect(extensions.code).toBe('INCOMPLETE_UPSTREAM_DATA');
  return data?.field;
}

const some = fc.uniqueArray(fc.nat(daysSent - 1), { maxLength: 4 });
const sent = (zone: string) =>
  fc.record({ zone: fc.constant(zone), lost: some, forecast: some, doubled: some, isScrambled: fc.boolean() });

/** Three bounds in whole hours within the days sent: often a midnight, or an hour near a clock change. */
const bound = fc.oneof(
  fc.record({ day: fc.integer({ min: 1, max: daysSent - 2 }), hour: fc.constantFrom(0, 0, 1, 12, 23) }),
  fc.record({ day: fc.integer({ min: 7, max: 18 }), hour: fc.nat(23) }),
);
const bounds = fc
  .uniqueArray(bound, { minLength: 3, maxLength: 3, selector: ({ day, hour }) => day * 24 + hour })
  .map((each) => each.toSorted((one, other) => one.day - other.day || one.hour - other.hour));

const numRuns = sized(1, 3, 100);

describe.each(zones)('in %s', (zone) => {
  const at = ({ day, hour }: { day: number; hour: number }) =>
    Math.ceil(startOfDay(addDays(firstDay, day), zone) / hourMs) * hourMs + hour * hourMs;

  it.each([
    ['a complete service', wholeReply],
    ['a service that ignores the window', lesserReply],
    ['a service that ignores the window but states its timezone', zonedLesserService],
  ] as const)('two parts of a window add up to the whole over %s', { timeout: 600_000 }, async (_, serviceOf) => {
    await fc.assert(
      fc.asyncProperty(sent(zone), bounds, fc.nat(4 * 24), async (said, [first, middle, last], later) => {
        const service = serviceOf(sentBy(said), zone);
        const [from, split, to] = [first, middle, last].map((each) => formatInstant(at(each!))) as [
          string,
          string,
          string,
        ];
        // Long after the window, or while it runs.
        nowMs = later % 2 === 0 ? Date.parse('2026-12-01T00:00:00Z') : at(last!) - later * hourMs - 1_000;
        const [one, other, whole] = await Promise.all(
          [
            { from, to: split },
            { from: split, to },
            { from, to },
          ].map((window) => partOf(service, window)),
        );
        const sum = (count: (part: NonNullable<typeof whole>) => number | undefined | null) => {
          const [left, right, all] = [one, other, whole].map((part) => part && count(part));
          // A part that is incomplete makes the whole incomplete.
          if (left === undefined || left === null || right === undefined || right === null) return;
          expect(left + right).toBeCloseTo(all ?? Number.NaN, 6);
        };
        sum(({ weatherSummary }) => weatherSummary?.dayCount);
        sum(({ weatherSummary }) => weatherSummary?.missingDays);
        sum(({ weatherSummary }) => weatherSummary && (weatherSummary.precipitation?.value ?? 0));
        sum(({ weatherSummary }) => weatherSummary && (weatherSummary.growingDegreeDays?.value ?? 0));
        sum(({ weatherSummaries }) => weatherSummaries?.reduce((days, summary) => days + summary.dayCount, 0));
        sum(({ weatherSummaries }) => weatherSummaries?.reduce((days, summary) => days + summary.missingDays, 0));
        sum(({ precipitationSpells }) => precipitationSpells?.reduce((days, spell) => days + spell.dayCount, 0));
        sum(({ growingDegreeDays }) => growingDegreeDays?.days.length);
        sum(({ growingDegreeDays }) => growingDegreeDays?.missingDays);
        sum(({ temperatureHours }) => temperatureHours?.hourCount);
        sum(({ temperatureHours }) => temperatureHours?.missingHours);
        if (one?.growingDegreeDays && other?.growingDegreeDays)
          expect([...one.growingDegreeDays.days, ...other.growingDegreeDays.days]).toEqual(
            whole?.growingDegreeDays?.days,
          );
        // The totals of the window are the sums over its periods.
        if (whole?.weatherSummary && whole.weatherSummaries) {
          const { dayCount, missingDays } = whole.weatherSummary;
          expect(whole.weatherSummaries.reduce((all, summary) => all + summary.dayCount, 0)).toBe(dayCount);
          expect(whole.weatherSummaries.reduce((all, summary) => all + summary.missingDays, 0)).toBe(missingDays);
        }
      }),
      { numRuns },
    );
  });

  it('the days are those sent, over services that state neither window nor timezone', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(bounds, fc.boolean(), async ([first, , last], isScrambled) => {
        const records = sentBy({ zone, lost: [], forecast: [], doubled: [3, 20, 28], isScrambled });
        const window = { from: formatInstant(at(first!)), to: formatInstant(at(last!)) };
        const begun = zonedDays(zone, firstDay, daysSent).filter(({ starts_at }) => {
          const startMs = Date.parse(starts_at);
          return startMs >= at(first!) && startMs < at(last!);
        });
        nowMs = Date.parse('2026-12-01T00:00:00Z');
        const dates = begun.map(({ date }) => date);
        // A service that applies the window cannot show whether the day before it ends an hour early or late.
        const silent = await partOf(silentService(records), window);
        if (silent?.growingDegreeDays) {
          const listed = silent.growingDegreeDays.days.map(({ date }) => date);
          expect(listed).toEqual(expect.arrayContaining(dates));
        }
        const lesser = await partOf(lesserReply(records), window);
        expect(lesser?.growingDegreeDays?.days.map(({ date }) => date)).toEqual(dates);
        expect(lesser?.weatherSummary).toMatchObject({ dayCount: begun.length, missingDays: 0 });
        expect(lesser?.temperatureHours).toMatchObject({
          hourCount: (at(last!) - at(first!)) / hourMs,
          missingHours: 0,
        });
      }),
      { numRuns },
    );
  });
});

it('the days sent include clock changes in both directions', () => {
  const lengths = zones.map((zone) => {
    const day = (at: number) => startOfDay(addDays(firstDay, at), zone);
    return (day(daysSent) - day(0)) / dayMs - daysSent;
  });
  expect(new Set(lengths.map((length) => Math.sign(length)))).toEqual(new Set([-1, 0, 1]));
});
