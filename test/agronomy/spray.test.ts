/** Spray verdicts, compared with an independent implementation, and the limits of each rule. An unknown value never improves a verdict. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HourWeather, SprayLimits } from '../../src/agronomy/spray-rules.ts';
import { assessHours, verdictRuns, type TimedHour, verdictOf } from '../../src/agronomy/spray-verdict.ts';
import { conversion } from '../../src/graph/schema/units.ts';
import { golden } from './golden.ts';

const hourMs = 3_600_000;

interface GoldenHour {
  t: number | null;
  rh: number | null;
  wind: number | null;
  p: number | null;
  sun: number | null;
}

interface GoldenCase {
  case: string;
  hours: GoldenHour[];
  evaluated: number;
  verdict: string;
  rules: Record<string, string>;
}

const { limits: goldenLimits, rows } = golden.spray_verdicts as {
  limits: Record<string, number | null>;
  rows: GoldenCase[];
};
const limits: SprayLimits = {
  minWind: goldenLimits.minWind ?? null,
  maxWind: goldenLimits.maxWind ?? null,
  maxGust: goldenLimits.gust ?? null,
  minTemperature: goldenLimits.tMin ?? null,
  maxTemperature: goldenLimits.tMax ?? null,
  minDeltaT: goldenLimits.dtMin ?? null,
  marginalDeltaT: goldenLimits.dtMar ?? null,
  maxDeltaT: goldenLimits.dtMax ?? null,
  dryHours: goldenLimits.dryHours ?? null,
  daylightMarginHours: goldenLimits.daylightMarginHours ?? null,
};

const good: HourWeather = {
  temperature: 18,
  dewPoint: null,
  relativeHumidity: 55,
  windSpeed: 3,
  windGust: 5,
  precipitation: 0,
  radiation: 1.2,
};
const at = (index: number, more: Partial<HourWeather> = {}): TimedHour => {
  const weather = { ...good, ...more };
  return { startsAtMs: index * hourMs, read: (measure) => weather[measure] };
};
const hoursOf = (count: number) => Array.from({ length: count }, (_, index) => at(index));

function assessHour(hours: TimedHour[], index: number, changed: Partial<SprayLimits> = {}) {
  const [assessed] = assessHours(hours, { ...limits, ...changed }, (hour) => hour.startsAtMs === index * hourMs);
  if (!assessed) throw new Error('That hour was not assessed.');
  const outcomes = Object.fromEntries(
    assessed.rules.map(({ rule, outcome }) => [rule.toUpperCase(), outcome.toUpperCase()]),
  );
  return { ...assessed, verdict: assessed.verdict.toUpperCase(), outcomes };
}

it.each(rows)('$case: $verdict', ({ hours, evaluated, verdict, rules }) => {
  const timed = hours.map(({ t, rh, wind, p, sun }, index) =>
    at(index, { temperature: t, relativeHumidity: rh, windSpeed: wind, precipitation: p, radiation: sun }),
  );
  const assessed = assessHour(timed, evaluated);
  expect([assessed.verdict, assessed.outcomes]).toEqual([verdict, rules]);
});

describe('a rule', () => {
  const ofHour = (more: Partial<HourWeather>, changed: Partial<SprayLimits> = {}) =>
    assessHour(hoursOf(8).with(2, at(2, more)), 2, changed);

  it.each([
    ['WIND', { windSpeed: 0.8 }, 'FAIL', 0.8, limits.minWind, 'Wind of 0.8 m/s is below 0.83 m/s.'],
    ['WIND', { windSpeed: 5.6 }, 'FAIL', 5.6, limits.maxWind, 'Wind of 5.6 m/s is above 5.56 m/s.'],
    ['WIND', { windSpeed: 6.1234 }, 'FAIL', 6.1234, limits.maxWind, 'Wind of 6.1 m/s is above 5.6 m/s.'],
    ['WIND', { windSpeed: 3.4567 }, 'PASS', 3.4567, limits.maxWind, 'Wind of 3.5 m/s is within its limits.'],
    ['RAIN', { precipitation: 0.04 }, 'FAIL', 0.04, 0, '0.04 mm of rain in this hour.'],
    ['WIND', { windSpeed: null }, 'UNKNOWN', null, limits.maxWind, 'Wind is not known in this hour.'],
    ['TEMPERATURE', { temperature: 28 }, 'PASS', 28, 28, 'Temperature of 28 °C is within its limits.'],
    ['TEMPERATURE', { temperature: 28.1 }, 'FAIL', 28.1, 28, 'Temperature of 28.1 °C is above 28 °C.'],
    ['RAIN', { precipitation: 0.1 }, 'FAIL', 0.1, 0, '0.1 mm of rain in this hour.'],
    ['RAIN', { precipitation: null }, 'UNKNOWN', null, 0, 'Rain is not known in this hour.'],
    ['INVERSION', { radiation: 0 }, 'FAIL', 0, 0, 'It is dark in this hour: an inversion may hold drops in the air.'],
    [
      'INVERSION',
      { radiation: -0.007 },
      'FAIL',
      -0.007,
      0,
      'It is dark in this hour: an inversion may hold drops in the air.',
    ],
    ['INVERSION', {}, 'PASS', 1.2, 0, 'Daylight in this hour and 2 hours before and after it.'],
  ] as const)('%s of %o is %s, with value, limit and reason', (rule, more, outcome, value, limit, reason) => {
    const result = ofHour(more).rules.find((one) => one.rule === rule.toLowerCase());
    expect(result).toEqual({ rule: rule.toLowerCase(), outcome: outcome.toLowerCase(), value, limit, reason });
  });

  it('looks only at the hour itself when no hours around it are required', () => {
    const { rules } = ofHour({}, { dryHours: 0, daylightMarginHours: 0 });
    const reasons = rules.filter(({ rule }) => ['rain', 'inversion'].includes(rule)).map(({ reason }) => reason);
    expect(reasons).toEqual(['No rain in this hour.', 'Daylight in this hour.']);
  });

  it.each([
    ['WIND', { windSpeed: conversion('speed', 'kilometre_per_hour', 'metre_per_second')(15) }, { maxWind: 15 / 3.6 }],
    [
      'TEMPERATURE',
      { temperature: conversion('temperature', 'fahrenheit', 'celsius')(80) },
      { maxTemperature: 240 / 9 },
    ],
    [
      'TEMPERATURE',
      { temperature: conversion('temperature', 'fahrenheit', 'celsius')(45) },
      { minTemperature: 65 / 9 },
    ],
  ] as const)('%s passes at its limit, whether value or limit has more digits: %o, %o', (rule, more, changed) => {
    expect(ofHour(more, changed).outcomes[rule]).toBe('PASS');
  });

  it('names the deciding hour in its reason', () => {
    const wet = hoursOf(8).with(5, at(5, { precipitation: 0.4 }));
    expect(assessHour(wet, 2).rules.find(({ rule }) => rule === 'rain')?.reason).toBe('0.4 mm of rain 3 hours later.');
    const night = hoursOf(8).with(1, at(1, { radiation: 0 }));
    expect(assessHour(night, 2).rules.find(({ rule }) => rule === 'inversion')?.reason).toContain('dark 1 hour before');
  });

  it('is skipped when its limits are null', () => {
    expect(Object.keys(ofHour({}, { minWind: null, maxWind: null, dryHours: null }).outcomes)).toEqual([
      'TEMPERATURE',
      'DELTA_T',
      'INVERSION',
    ]);
    expect(ofHour({ windGust: 9 }, { maxGust: 8 }).outcomes.GUST).toBe('FAIL');
    expect(ofHour({ windSpeed: 9 }, { maxWind: null }).outcomes.WIND).toBe('PASS');
  });

  it('uses the dew point when the humidity is unknown', () => {
    expect(ofHour({ relativeHumidity: null, dewPoint: 9 }).outcomes.DELTA_T).toBe('PASS');
    expect(ofHour({ relativeHumidity: null, dewPoint: null }).outcomes.DELTA_T).toBe('UNKNOWN');
  });

  it.each([
    [{ temperature: 20, relativeHumidity: 40 }, { marginalDeltaT: 7 }, 'MARGINAL'],
    [{ temperature: 20, relativeHumidity: 40 }, { marginalDeltaT: 6, maxDeltaT: 7 }, 'FAIL'],
    [{ temperature: 20, relativeHumidity: 95 }, {}, 'MARGINAL'],
    [{ temperature: 20, relativeHumidity: 100 }, {}, 'UNKNOWN'],
  ])('rates Delta-T of %o with %o as %s', (more, changed, outcome) => {
    expect(ofHour(more, changed).outcomes.DELTA_T).toBe(outcome);
  });
});

it('the verdict is unknown when no rule is enabled', () => {
  expect(verdictOf([])).toBe('unknown');
});

it('consecutive suitable hours form one run, and an hour without a record ends the run', () => {
  const hours = hoursOf(14).toSpliced(8, 1);
  const assessed = assessHours(hours, { ...limits, dryHours: 0, daylightMarginHours: 0 }, () => true);
  expect(verdictRuns(assessed)).toEqual([
    { verdict: 'suitable', fromMs: 0, toMs: 8 * hourMs, hourCount: 8, reasons: [] },
    { verdict: 'suitable', fromMs: 9 * hourMs, toMs: 14 * hourMs, hourCount: 5, reasons: [] },
  ]);
});

it('unsuitable hours also form runs, with one reason for each rule that does not pass', () => {
  const hours = hoursOf(4).map((_hour, index) => at(index, { windSpeed: index < 2 ? 9 + index : 3 }));
  const runs = verdictRuns(assessHours(hours, { ...limits, dryHours: 0, daylightMarginHours: 0 }, () => true));
  expect(runs.map(({ verdict, hourCount }) => [verdict, hourCount])).toEqual([
    ['unsuitable', 2],
    ['suitable', 2],
  ]);
  expect(runs.map(({ reasons }) => reasons)).toEqual([[expect.stringMatching(/^Wind of 9 m\/s/)], []]);
});

const value = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyHour = fc.record({
  temperature: value(-5, 35),
  dewPoint: fc.constant(null),
  relativeHumidity: value(20, 98),
  windSpeed: value(0, 8),
  windGust: value(0, 12),
  precipitation: fc.constantFrom(0, 0, 0, 0.2),
  radiation: fc.constantFrom(1, 1, 1, 0),
});
// Mostly good hours, so that some of them are suitable.
const someHours = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: anyHour }), {
  minLength: 1,
  maxLength: 24,
});
const rank = { suitable: 0, marginal: 1, unknown: 2, unsuitable: 2 };

it('a null value or a missing hour never improves a verdict, and an hour with a null value is never suitable', () => {
  const properties = [
    'temperature',
    'relativeHumidity',
    'windSpeed',
    'windGust',
    'precipitation',
    'radiation',
  ] as const;
  fc.assert(
    fc.property(someHours, fc.nat(), fc.constantFrom(...properties, 'all'), (weathers, place, property) => {
      const hours = weathers.map((weather, index) => at(index, weather));
      const lost = place % hours.length;
      const holed =
        property === 'all'
          ? hours.toSpliced(lost, 1)
          : hours.with(lost, at(lost, { ...weathers[lost], [property]: null }));
      const strict = { ...limits, maxGust: 10 };
      const before = new Map(assessHours(hours, strict, () => true).map((one) => [one.hour.startsAtMs, one.verdict]));
      for (const { hour, verdict } of assessHours(holed, strict, () => true)) {
        const was = before.get(hour.startsAtMs) ?? 'unknown';
        expect(verdict === 'suitable' && was !== 'suitable').toBe(false);
        expect(verdict === 'marginal' && was !== 'marginal').toBe(false);
        expect(rank[verdict]).toBeGreaterThanOrEqual(rank[was]);
        if (hour.startsAtMs === lost * hourMs && property !== 'all') expect(verdict).not.toBe('suitable');
      }
    }),
  );
});
