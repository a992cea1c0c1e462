/** Unknown is never zero or dry: removing any value or record makes a total null or raises a missing count, and never improves a result. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { components } from '../../../../src/contract/openapi.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { asWritten, weatherDay } from '../../../support/recorded-service.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];

const Computed = graphql(`
  query ComputedOfUnknown {
    field(id: "fld_a") {
      weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-31") {
        dayCount missingDays isWhole wetDays precipitation { value } precipitationMissingDays et0MissingDays growingDegreeDaysMissingDays temperatureMinMissingDays
        precipitationLessEt0 { value } precipitationLessEt0MissingDays
      }
      precipitationSpells(from: "2026-05-01", to: "2026-05-31") { kind firstDate lastDate dayCount isStartKnown isEndKnown provenances }
      growingDegreeDays(targets: [{ growingDegreeDays: 60 }], from: "2026-05-01", to: "2026-05-31") {
        missingDays days { date growingDegreeDays accumulated missingDays } targets { reachedOn isAtLatest remaining } total { value } provenances
      }
      waterBalance(
        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
        cropCoefficients: [{ date: "2026-05-01", kc: 1 }, { date: "2026-05-31", kc: 1.2 }]
        from: "2026-05-01"
        to: "2026-05-31"
      ) {
        missingDays knownThrough exceedsReadilyAvailableOn et0Methods provenances
        days { date depletion { value } stressCoefficient deepPercolation { value } }
      }
    }
  }
`);

const Missing = graphql(`
  query MissingOfUnknownUnit {
    field(id: "fld_a") {
      weatherSummary(from: "2026-05-01", to: "2026-05-31") {
        precipitation { value }
        growingDegreeDays { value }
        growingDegreeDaysMissingDays et0MissingDays precipitationLessEt0MissingDays temperatureMinMissingDays precipitationMissingDays
      }
    }
  }
`);

const daysCount = 30;
const instant = (day: number) => new Date(Date.UTC(2026, 4, 1 + day)).toISOString();
const celsius = (value: number) => ({ value, unit: 'celsius' }) as const;
const millimetres = (value: number) => ({ value, unit: 'millimetre' }) as const;

interface Day {
  min: number;
  range: number;
  rain: number;
  et0: number;
}

function recordOf({ min, range, rain, et0 }: Day, day: number): WeatherRecord {
  return weatherDay('fld_a', {
    starts_at: instant(day),
    ends_at: instant(day + 1),
    date: instant(day).slice(0, 10),
    temperature_min: celsius(min),
    temperature_max: celsius(min + range),
    precipitation: millimetres(rain),
    et0: millimetres(et0),
    et0_method: 'hargreaves_samani',
  });
}

const meta = { field_id: 'fld_a', timezone: 'UTC', from: instant(0), to: instant(daysCount) };

async function computed(records: WeatherRecord[]) {
  const { answer } = gatewayOver(() => ({ body: { data: records, meta } }), {
    now: () => new Date('2026-06-10T12:00:00Z'),
  });
  const { data, errors } = await execute(answer, Computed);
  expect(errors).toBeUndefined();
  const field = data?.field;
  return {
    month: field!.weatherSummaries![0]!,
    spells: field!.precipitationSpells!,
    series: field!.growingDegreeDays!,
    balance: field!.waterBalance!,
  };
}

const someDay = fc.record({
  min: fc.integer({ min: -5, max: 20 }),
  range: fc.integer({ min: 0, max: 20 }),
  rain: fc.constantFrom(0, 0, 0.4, 1, 6, 40),
  et0: fc.integer({ min: 0, max: 8 }),
});
const someMonth = fc.array(someDay, { minLength: daysCount, maxLength: daysCount });
const properties = ['temperature_min', 'temperature_max', 'precipitation', 'et0'] as const;

describe('a value that becomes unknown', () => {
  it('raises the missing count, ends the water balance on the day before, and belongs to no spell', {
    timeout: 600_000,
  }, async () => {
    const gap = fc.record({ day: fc.nat(daysCount - 1), of: fc.constantFrom(...properties, 'record') });
    await fc.assert(
      fc.asyncProperty(someMonth, gap, async (month, { day, of }) => {
        const records = month.map(recordOf);
        const gone = of === 'record' ? records.toSpliced(day, 1) : records.with(day, { ...records[day]!, [of]: null });
        const [whole, less] = [await computed(records), await computed(gone)];
        const date = instant(day).slice(0, 10);
        const isRecord = of === 'record';
        const isRain = isRecord || of === 'precipitation';
        const isEt0 = isRecord || of === 'et0';
        const isWarmth = isRecord || of.startsWith('temperature');

        expect(less.month.dayCount).toBe(daysCount);
        expect(less.month.missingDays).toBe(isRecord ? 1 : 0);
        expect(less.month.precipitationMissingDays).toBe(isRain ? 1 : 0);
        expect(less.month.et0MissingDays).toBe(isEt0 ? 1 : 0);
        expect(less.month.precipitationLessEt0MissingDays).toBe(isRain || isEt0 ? 1 : 0);
        expect(less.month.growingDegreeDaysMissingDays).toBe(isWarmth ? 1 : 0);
        expect(less.month.wetDays ?? 0).toBeLessThanOrEqual(whole.month.wetDays ?? 0);

        expect(less.series.missingDays).toBe(isWarmth ? 1 : 0);
        if (isWarmth) {
          expect(less.series.days[day]).toMatchObject({ date, growingDegreeDays: null, missingDays: 1 });
          const [before, after] = [whole.series.targets[0]!, less.series.targets[0]!];
          expect(after.reachedOn ?? '9').toSatisfy((reachedOn: string) => reachedOn >= (before.reachedOn ?? '9'));
          if (after.reachedOn !== null && after.reachedOn >= date) expect(after.isAtLatest).toBe(true);
        }

        if (isRain) {
          for (const { firstDate, lastDate } of less.spells) expect(firstDate <= date && date <= lastDate).toBe(false);
          const previous = less.spells.find(({ lastDate }) => lastDate === instant(day - 1).slice(0, 10));
          if (previous) expect(previous.isEndKnown).toBe(false);
        } else expect(less.spells).toEqual(whole.spells);

        if (isRain || isEt0) {
          expect(less.balance.missingDays).toBe(1);
          expect(less.balance.knownThrough).toBe(day === 0 ? null : instant(day - 1).slice(0, 10));
          for (const after of less.balance.days.slice(day))
            expect(after).toMatchObject({ depletion: null, stressCoefficient: null, deepPercolation: null });
          expect(less.balance.days.slice(0, day)).toEqual(whole.balance.days.slice(0, day));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('together with all others leaves totals null instead of zero', async () => {
    const unknown = { temperature_min: null, temperature_max: null, precipitation: null, et0: null };
    const month = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 }));
    const {
      month: summary,
      spells,
      series,
      balance,
    } = await computed(month.map((day, at) => ({ ...recordOf(day, at), ...unknown })));
    expect(summary).toMatchObject({
      precipitation: null,
      wetDays: null,
      precipitationLessEt0: null,
      precipitationMissingDays: daysCount,
    });
    expect(spells).toEqual([]);
    expect(series).toMatchObject({ total: null, missingDays: daysCount, provenances: [] });
    expect(balance).toMatchObject({
      knownThrough: null,
      exceedsReadilyAvailableOn: null,
      missingDays: daysCount,
      et0Methods: [],
    });
  });
});

it('a negative depth or impossible cold (a missing-value marker) is unknown, but an ET0 slightly negative from dew is valid', async () => {
  const month = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: -0.1 }));
  const records = month.map(recordOf);
  const marks = { precipitation: millimetres(-9999), et0: millimetres(-9999) };
  const cold = { temperature_min: { value: -9999, unit: 'celsius' as const } };
  const {
    month: summary,
    spells,
    series,
    balance,
  } = await computed(records.with(9, { ...records[9]!, ...marks, ...cold }));
  expect(series).toMatchObject({ missingDays: 1 });
  expect(summary).toMatchObject({ precipitation: { value: 58 }, precipitationMissingDays: 1, et0MissingDays: 1 });
  expect(spells.map(({ kind, dayCount }) => [kind, dayCount])).toEqual([
    ['WET', 9],
    ['WET', 20],
  ]);
  expect(balance).toMatchObject({ knownThrough: '2026-05-09', missingDays: 1 });
});

it.each(['9999', '1e400'])('%s in place of a measure is unknown, and neither heat nor rain', async (mark) => {
  const records = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  const value = asWritten(mark);
  const marks = { temperature_max: celsius(value), precipitation: millimetres(value), et0: millimetres(value) };
  const { month, spells, series, balance } = await computed(records.with(9, { ...records[9]!, ...marks }));
  expect(series).toMatchObject({ missingDays: 1, days: { 9: { growingDegreeDays: null } }, total: { value: 145 } });
  expect(month).toMatchObject({
    precipitation: { value: 58 },
    precipitationMissingDays: 1,
    et0MissingDays: 1,
    growingDegreeDaysMissingDays: 1,
    temperatureMinMissingDays: 0,
  });
  expect(spells.map(({ kind, dayCount }) => [kind, dayCount])).toEqual([
    ['WET', 9],
    ['WET', 20],
  ]);
  expect(balance).toMatchObject({ knownThrough: '2026-05-09', missingDays: 1 });
});

it('an unrecognised unit makes its day missing and fails only the sum of that measure', async () => {
  const records = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  const unit = 'rankine' as never;
  records[9] = { ...records[9]!, temperature_max: { value: 500, unit }, et0: { value: 3, unit } };
  const { answer } = gatewayOver(() => ({ body: { data: records, meta } }), {
    now: () => new Date(instant(daysCount)),
  });
  const { data, errors } = await execute(answer, Missing);
  expect(data?.field?.weatherSummary).toEqual({
    precipitation: { value: 60 },
    growingDegreeDays: null,
    growingDegreeDaysMissingDays: 1,
    et0MissingDays: 1,
    precipitationLessEt0MissingDays: 1,
    temperatureMinMissingDays: 0,
    precipitationMissingDays: 0,
  });
  expect(errors?.map(({ path }) => path)).toEqual([['field', 'weatherSummary', 'growingDegreeDays']]);
});

it('a missing-value marker is recognised in any unit, for sums and for missing days', async () => {
  const records = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  const marks = { temperature_min: { value: -99, unit: 'kelvin' as const }, et0: { value: -1, unit: 'inch' as const } };
  records[9] = { ...records[9]!, ...marks };
  const heat = {
    temperature_max: { value: 999, unit: 'fahrenheit' as const },
    precipitation: { value: 99, unit: 'inch' as const },
  };
  records[11] = { ...records[11]!, ...heat };
  const { month } = await computed(records);
  expect(month).toMatchObject({
    et0MissingDays: 1,
    temperatureMinMissingDays: 1,
    precipitationMissingDays: 1,
    growingDegreeDaysMissingDays: 2,
  });
});

const Extremes = graphql(`
  query SwappedExtremes {
    field(id: "fld_a") {
      growingDegreeDays(method: SINGLE_SINE, from: "2026-05-01", to: "2026-05-31") { missingDays total { value } days { growingDegreeDays } }
      weatherSummary(from: "2026-05-01", to: "2026-05-31") {
        growingDegreeDays { value } growingDegreeDaysMissingDays
        temperatureMin { value } temperatureMinMissingDays temperatureMax { value } frostDays
      }
    }
  }
`);

it.each([
  ['above the maximum makes both unknown', celsius(40), celsius(-5), [1, 145, 10, 20, 0]],
  [
    'above a maximum in another unit makes both unknown',
    celsius(5),
    { value: 40, unit: 'fahrenheit' as const },
    [1, 145, 10, 20, 0],
  ],
  ['equal to the maximum is known', celsius(20), { value: 68, unit: 'fahrenheit' as const }, [0, 155, 10, 20, 0]],
  ['above a mark of a missing maximum stays known', celsius(-3), celsius(-9999), [1, 145, -3, 20, 1]],
] as const)('a minimum %s', async (_title, min, max, [missing, sum, lowest, highest, frostDays]) => {
  const records = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  records[9] = { ...records[9]!, temperature_min: min, temperature_max: max };
  const { answer } = gatewayOver(() => ({ body: { data: records, meta } }), {
    now: () => new Date(instant(daysCount)),
  });
  const { data, errors } = await execute(answer, Extremes);
  expect(errors).toBeUndefined();
  const day = missing === 1 ? null : 10;
  expect(data?.field?.growingDegreeDays).toMatchObject({
    missingDays: missing,
    total: { value: sum },
    days: { 9: { growingDegreeDays: day } },
  });
  expect(data?.field?.weatherSummary).toEqual({
    growingDegreeDays: { value: sum },
    growingDegreeDaysMissingDays: missing,
    temperatureMin: { value: lowest },
    temperatureMinMissingDays: missing === 1 && frostDays === 0 ? 1 : 0,
    temperatureMax: { value: highest },
    frostDays,
  });
});

it('a method of reference evapotranspiration that is not stated is UNKNOWN', async () => {
  const records = Array.from({ length: 3 }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  const { balance } = await computed(records.map(({ et0_method: _, ...record }) => record));
  expect(balance.et0Methods).toEqual(['UNKNOWN']);
});

it('unrecognised words and unstated provenances are listed once, as UNKNOWN', async () => {
  const month = Array.from({ length: daysCount }, () => ({ min: 10, range: 10, rain: 2, et0: 3 })).map(recordOf);
  const words = ['modelled', 'interpolated', null, 'measured'].map((provenance, at) => ({
    source: { ...month[at]?.source, provenance },
    et0_method: provenance ?? 'priestley_taylor',
  }));
  const records = month.map((record, at) => ({ ...record, ...words[at] }) as WeatherRecord);
  const { spells, series, balance } = await computed(records.slice(0, words.length));
  const provenances = ['UNKNOWN', 'MEASURED'];
  expect([spells[0], series, balance]).toMatchObject(Array(3).fill({ provenances }));
  expect(balance.et0Methods).toEqual(['UNKNOWN']);
});
