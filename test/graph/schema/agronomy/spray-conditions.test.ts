/** Spray conditions through the graph: the result, the number of calls, and that an unknown value never improves a verdict. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { golden } from '../../../agronomy/golden.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute, postOf } from '../../../support/execute.ts';
import { untilFileEnd } from '../../../support/file-end.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../../support/hourly-records.ts';
import { asWritten } from '../../../support/recorded-service.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

const Conditions = graphql(`
  query SprayConditions($id: ID! = "fld_a", $next: SpanInput, $rules: SprayRulesInput) {
    field(id: $id) {
      sprayConditions(next: $next, rules: $rules) {
        hours {
          startsAt
          startsAtLocal
          kind
          verdict
          deltaT
          rules { rule outcome value limit reason }
        }
        windows { startsAt endsAt startsAtLocal endsAtLocal hourCount }
        hoursWithoutRecord
        provenances
      }
    }
  }
`);

const ByDefault = graphql(`
  query SprayByDefault {
    field(id: "fld_a") { sprayConditions { hours { verdict rules { rule } } hoursWithoutRecord } }
  }
`);

const now = '2026-06-10T12:20:00Z';
const hour = '2026-06-10T12:00:00Z';
type Records = ReturnType<typeof hourlyRecords>;

/** A gateway whose service has these hours; of hours from `before` on, the third is the current one. */
function over(records: Records, timezone?: string, today = now) {
  const gateway = gatewayOver(({ query }) => hourlyAnswer(records, query, timezone), { now: () => new Date(today) });
  const conditions = async (variables: Parameters<typeof execute<unknown, { rules?: object; next?: object }>>[2]) => {
    const { data, errors } = await execute(gateway.answer, Conditions, variables as never);
    expect(errors).toBeUndefined();
    const found = data?.field?.sprayConditions;
    if (!found) throw new Error('There are no conditions.');
    return found;
  };
  return { ...gateway, conditions };
}

const before = new Date(Date.parse(hour) - 2 * 3_600_000).toISOString();
const outcomesOf = (rules: { rule: string; outcome: string }[]) =>
  Object.fromEntries(rules.map(({ rule, outcome }) => [rule, outcome]));

interface GoldenCase {
  case: string;
  hours: { t: number | null; rh: number | null; wind: number | null; p: number | null; sun: number | null }[];
  verdict: string;
  rules: Record<string, string>;
}

const measure = (value: number | null, unit: string) => (value === null ? null : { value, unit });

it.each(golden.spray_verdicts.rows as GoldenCase[])('$case: $verdict', async ({ hours, verdict, rules }) => {
  const records = hourlyRecords(before, hours.length, (index) => {
    const { t, rh, wind, p, sun } = hours[index]!;
    return {
      temperature_mean: measure(t, 'celsius') as never,
      relative_humidity: measure(rh, 'percent') as never,
      wind_speed: measure(wind, 'metre_per_second') as never,
      precipitation: measure(p, 'millimetre') as never,
      solar_radiation: measure(sun, 'megajoule_per_square_metre') as never,
    };
  });
  const { hours: assessed } = await over(records).conditions({ next: { hours: 1 } });
  expect(assessed.map((one) => [one.verdict, outcomesOf(one.rules)])).toEqual([[verdict, rules]]);
});

describe('sprayConditions', () => {
  it('by default evaluates 48 hours by the rules that have defaults, and reads the surrounding hours in the same call', async () => {
    const { answer, calls } = over(hourlyRecords(before, 60));
    const { data, errors } = await execute(answer, ByDefault);
    expect(errors).toBeUndefined();
    expect(data?.field?.sprayConditions?.hours).toHaveLength(48);
    expect(data?.field?.sprayConditions?.hoursWithoutRecord).toBe(0);
    expect(data?.field?.sprayConditions?.hours[0]?.rules.map(({ rule }) => rule)).toEqual([
      ...['WIND', 'RAIN', 'TEMPERATURE', 'DELTA_T', 'INVERSION'],
    ]);
    expect(data?.field?.sprayConditions?.hours.every(({ verdict }) => verdict === 'SUITABLE')).toBe(true);
    expect(calls.map(({ query }) => query)).toEqual([
      { field_id: 'fld_a', from: '2026-06-10T09:00:00Z', to: '2026-06-12T16:00:00Z', granularity: 'hourly' },
    ]);
  });

  it('returns each hour with its local time, kind and Delta-T, and the provenances', async () => {
    const { temperature, relativeHumidity, deltaT } = golden.delta_t.rows[0];
    const records = hourlyRecords(before, 12, (index) => ({
      kind: index < 2 ? 'observed' : 'forecast',
      temperature_mean: { value: temperature, unit: 'celsius' },
      relative_humidity: { value: relativeHumidity, unit: 'percent' },
    }));
    const found = await over(records, 'America/Los_Angeles').conditions({ next: { hours: 2 } });
    expect(found).toMatchObject({ provenances: ['MEASURED'], hoursWithoutRecord: 0 });
    expect(found.hours[0]).toMatchObject({
      startsAt: '2026-06-10T12:00:00.000Z',
      startsAtLocal: '2026-06-10T05:00:00-07:00',
      kind: 'FORECAST',
    });
    expect(found.windows[0]).toMatchObject({
      startsAtLocal: '2026-06-10T05:00:00-07:00',
      endsAtLocal: '2026-06-10T07:00:00-07:00',
    });
    expect(found.hours[0]?.deltaT).toBeCloseTo(deltaT, 3);
  });

  it('counts the hours without a record, and ends a window at each of them', async () => {
    const records = hourlyRecords(before, 12).toSpliced(5, 1);
    const found = await over(records).conditions({
      next: { hours: 8 },
      rules: { dryHours: 0, daylightMarginHours: 0 },
    });
    expect(found.hoursWithoutRecord).toBe(1);
    expect(found.windows).toMatchObject([
      { startsAt: '2026-06-10T12:00:00Z', endsAt: '2026-06-10T15:00:00Z', hourCount: 3 },
      { startsAt: '2026-06-10T16:00:00Z', endsAt: '2026-06-10T20:00:00Z', hourCount: 4 },
    ]);
  });

  it('evaluates the first and last hour of a span of days, whether or not the timezone is known', async () => {
    const { conditions } = over(hourlyRecords('2026-06-07T00:00:00Z', 24 * 8));
    for (const _ of ['unknown', 'known']) {
      const { hours, windows } = await conditions({ next: { days: 2 } });
      expect(hours).toHaveLength(48);
      expect(windows).toMatchObject([
        { startsAt: '2026-06-10T00:00:00Z', endsAt: '2026-06-12T00:00:00Z', hourCount: 48 },
      ]);
    }
  });

  it.each([
    ['2026-06-10T09:30:00Z', '2026-06-10T11:30:00.000Z'],
    ['2026-06-10T10:15:00Z', '2026-06-10T12:15:00.000Z'],
  ])('begins with the current hour where hours start at the minute of %s', async (first, running) => {
    const { hours, hoursWithoutRecord } = await over(hourlyRecords(first, 9)).conditions({ next: { hours: 3 } });
    expect(hours.map(({ startsAt }) => startsAt)).toEqual(hourlyRecords(running, 3).map((each) => each.starts_at));
    expect(hours.map(({ verdict }) => verdict)).toEqual(['SUITABLE', 'SUITABLE', 'SUITABLE']);
    expect(hoursWithoutRecord).toBe(0);
  });

  it('counts a current hour without a record, also where hours start at half past', async () => {
    const records = hourlyRecords('2026-06-10T08:30:00Z', 9).filter(({ starts_at }) => !starts_at.includes('T11:30'));
    const { hours, hoursWithoutRecord } = await over(records).conditions({ next: { hours: 3 } });
    expect(hours.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(['12:30', '13:30']);
    expect(hoursWithoutRecord).toBe(1);
  });

  it.each([
    ['spring', '2026-10-03T16:00:00Z', '2026-10-02T00:00:00Z', 23],
    ['autumn', '2026-04-04T14:00:00Z', '2026-04-02T00:30:00Z', 24],
  ])(
    'includes the hours that begin in a day of 23.5 or 24.5 hours on Lord Howe Island: %s',
    async (_season, today, first, count) => {
      const { conditions } = over(hourlyRecords(first, 24 * 7), 'Australia/Lord_Howe', today);
      const { hours, hoursWithoutRecord } = await conditions({ next: { days: 1 } });
      expect([hours.length, hoursWithoutRecord]).toEqual([count, 0]);
    },
  );

  it('returns one result per hour where records overlap, from the observed record if there is one', async () => {
    const records = ['2026-06-10T09:00:00Z', '2026-06-10T09:30:00Z'].flatMap((first, at) =>
      hourlyRecords(first, 9, (index) => ({ kind: at === 0 && index === 4 ? 'forecast' : 'observed' })),
    );
    const { hours, hoursWithoutRecord } = await over(records).conditions({ next: { hours: 4 } });
    const minutesOf = hours.map(({ startsAt }) => startsAt.slice('2026-06-10T'.length, '2026-06-10T12:00'.length));
    expect(minutesOf).toEqual(['12:00', '13:30', '14:30', '15:30']);
    expect([hours.map(({ kind }) => kind), hoursWithoutRecord]).toEqual([Array(4).fill('OBSERVED'), 0]);
  });

  it('does not depend on the units in which the service supplies the weather', async () => {
    const metric = await over(hourlyRecords(before, 12)).conditions({ next: { hours: 4 } });
    const other = hourlyRecords(before, 12, () => ({
      temperature_mean: { value: 64.4, unit: 'fahrenheit' },
      relative_humidity: { value: 0.55, unit: 'fraction' },
      wind_speed: { value: 10.8, unit: 'kilometre_per_hour' },
      precipitation: { value: 0, unit: 'inch' },
    }));
    expect(await over(other).conditions({ next: { hours: 4 } })).toEqual(metric);
  });

  it('returns the values compared, and writes small ones without an exponent', async () => {
    const records = hourlyRecords(before, 12, () => ({
      temperature_mean: { value: 28.000001, unit: 'celsius' },
      precipitation: { value: 1e-7, unit: 'millimetre' },
      solar_radiation: { value: -0.007, unit: 'megajoule_per_square_metre' },
    }));
    const { hours } = await over(records).conditions({ next: { hours: 1 }, rules: { maxTemperature: 28 } });
    expect(hours[0]?.rules.find(({ rule }) => rule === 'INVERSION')).toMatchObject({ value: -0.007, limit: 0 });
    expect(hours[0]?.deltaT).toBe(hours[0]?.rules.find(({ rule }) => rule === 'DELTA_T')?.value);
    expect(hours[0]?.rules.slice(1, 3)).toEqual([
      { rule: 'RAIN', outcome: 'FAIL', value: 1e-7, limit: 0, reason: '0.0000001 mm of rain in this hour.' },
      {
        rule: 'TEMPERATURE',
        outcome: 'FAIL',
        value: 28.000001,
        limit: 28,
        reason: 'Temperature of 28.000001 °C is above 28 °C.',
      },
    ]);
  });

  it('computes the rules of each hour once, however many aliases select them', async () => {
    const rounded = vi.spyOn(Number.prototype, 'toPrecision');
    onTestFinished(() => rounded.mockRestore());
    const countOf = async (aliases: number) => {
      rounded.mockClear();
      const lists = Array.from({ length: aliases }, (_, at) => `a${at}: hours { startsAtLocal rules { value } }`);
      const { answer } = over(hourlyRecords(before, 60));
      await answer(postOf(`{ field(id: "fld_a") { sprayConditions { ${lists.join(' ')} } } }`));
      return rounded.mock.calls.length;
    };
    expect(await countOf(10)).toBe(await countOf(1));
  });

  it('computes the local times of hours only if they are selected', async () => {
    const written = vi.spyOn(Date.prototype, 'toISOString');
    onTestFinished(() => written.mockRestore());
    const countOf = async (selected: string) => {
      const { answer } = over(hourlyRecords(before, 60));
      written.mockClear();
      await answer(postOf(`{ field(id: "fld_a") { sprayConditions { hours { startsAt ${selected} } } } }`));
      return written.mock.calls.length;
    };
    expect((await countOf('startsAtLocal')) - (await countOf(''))).toBe(48);
  });

  it('ignores an unreadable measure that no rule needs, and fails if a rule needs it', async () => {
    const records = hourlyRecords(before, 12, () => ({ wind_speed: { value: 3, unit: 'beaufort' } as never }));
    const rules = { disabled: ['WIND'] };
    const { hours } = await over(records).conditions({ next: { hours: 1 }, rules });
    expect(hours[0]?.verdict).toBe('SUITABLE');
    const { errors } = await execute(over(records).answer, ByDefault);
    expect(errors).toMatchObject([{ path: ['field', 'sprayConditions'], extensions: { code: 'UPSTREAM_ERROR' } }]);
  });

  it('fails only `deltaT` for an unreadable temperature that no rule needs', async () => {
    const records = hourlyRecords(before, 12, () => ({ temperature_mean: { value: 18, unit: 'reaumur' } as never }));
    const variables = { next: { hours: 1 }, rules: { disabled: ['TEMPERATURE', 'DELTA_T'] } } as never;
    const { data, errors } = await execute(over(records).answer, Conditions, variables);
    expect(data?.field?.sprayConditions?.hours).toMatchObject([{ verdict: 'SUITABLE', deltaT: null }]);
    const path = ['field', 'sprayConditions', 'hours', 0, 'deltaT'];
    expect(errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_ERROR' } }]);
  });

  it('treats a negative depth, gust or humidity (a missing-value marker) as unknown', async () => {
    const records = hourlyRecords(before, 12, () => ({
      precipitation: { value: -0.1, unit: 'millimetre' },
      wind_gust: { value: -9999, unit: 'metre_per_second' },
      relative_humidity: { value: -1, unit: 'percent' },
      dew_point: null,
      solar_radiation: { value: -9999, unit: 'megajoule_per_square_metre' },
    }));
    const { hours } = await over(records).conditions({ next: { hours: 1 }, rules: { maxGust: 8 } });
    expect(hours[0]?.verdict).toBe('UNKNOWN');
    const unknown = { RAIN: 'UNKNOWN', GUST: 'UNKNOWN', DELTA_T: 'UNKNOWN', INVERSION: 'UNKNOWN' };
    expect(outcomesOf(hours[0]?.rules ?? [])).toMatchObject(unknown);
  });

  it.each(['9999', '999.9', '1e400'])('treats solar radiation of %s as unknown', async (mark) => {
    const sun = {
      solar_radiation: { value: asWritten(mark), unit: 'megajoule_per_square_metre' as const },
    };
    const { hours } = await over(hourlyRecords(before, 12, () => sun)).conditions({ next: { hours: 1 } });
    expect(hours[0]?.verdict).toBe('UNKNOWN');
    expect(outcomesOf(hours[0]?.rules ?? [])).toMatchObject({ RAIN: 'PASS', INVERSION: 'UNKNOWN' });
  });

  it('is UNKNOWN for half-hour records, instead of using the first as the hour, and accepts an hour one second short', async () => {
    const halfHours = hourlyRecords(before, 12).flatMap((record) => {
      const middle = new Date(Date.parse(record.starts_at) + 1_800_000).toISOString();
      const storm = { wind_speed: { value: 20, unit: 'metre_per_second' as const } };
      return [
        { ...record, ends_at: middle },
        { ...record, starts_at: middle, ...storm },
      ];
    });
    const { hours } = await over(halfHours).conditions({ next: { hours: 2 } });
    expect(hours.map(({ verdict }) => verdict)).toEqual(['UNKNOWN', 'UNKNOWN']);
    const short = hourlyRecords(before, 12, (index) => ({
      ends_at: new Date(Date.parse(before) + (index + 1) * 3_600_000 - 1_000).toISOString(),
    }));
    const { hours: whole } = await over(short).conditions({ next: { hours: 1 } });
    expect(whole[0]?.verdict).toBe('SUITABLE');
  });

  it('uses the defaults for null, which a form sends for every empty field', async () => {
    const { answer, calls, conditions } = over(
      hourlyRecords(before, 60, () => ({ wind_speed: { value: 9, unit: 'metre_per_second' } })),
    );
    const limits = { minWind: null, maxWind: null, maxGust: null, minTemperature: null, maxTemperature: null };
    const deltaT = { minDeltaT: null, marginalDeltaT: null, maxDeltaT: null };
    const rules = { ...limits, ...deltaT, dryHours: null, daylightMarginHours: null, disabled: null };
    const byDefault = (await execute(answer, ByDefault)).data?.field?.sprayConditions;
    for (const variables of [{ rules }, { rules: null, next: null }]) {
      const { hours } = await conditions(variables as never);
      expect(
        hours.map(({ verdict, rules: results }) => ({ verdict, rules: results.map(({ rule }) => ({ rule })) })),
      ).toEqual(byDefault?.hours);
      expect(new Set(hours.map(({ verdict }) => verdict))).toEqual(new Set(['UNSUITABLE']));
    }
    expect(new Set(calls.map(({ query }) => JSON.stringify(query))).size).toBe(1);
  });

  it('skips a disabled rule, whatever its limits, and is UNKNOWN without any rule', async () => {
    const { conditions } = over(
      hourlyRecords(before, 12, () => ({ wind_gust: { value: 9, unit: 'metre_per_second' } })),
    );
    const of = async (rules: object) => (await conditions({ next: { hours: 1 }, rules })).hours[0]!;
    const disabled = ['RAIN', 'INVERSION', 'RAIN'];
    expect(outcomesOf((await of({ maxGust: 8, dryHours: 25, disabled })).rules)).toEqual({
      WIND: 'PASS',
      GUST: 'FAIL',
      TEMPERATURE: 'PASS',
      DELTA_T: 'PASS',
    });
    const nothing = await of({ disabled: ['WIND', 'GUST', 'RAIN', 'TEMPERATURE', 'DELTA_T', 'INVERSION'] });
    expect([nothing.verdict, nothing.rules]).toEqual(['UNKNOWN', []]);
  });
});

describe('an invalid argument', () => {
  const violationsOf = async (variables: object) => {
    const { answer, calls } = over([]);
    const { data, errors } = await execute(answer, Conditions, variables as never);
    expect(data?.field?.sprayConditions ?? null).toBeNull();
    expect(calls).toEqual([]);
    const [error] = errors ?? [];
    expect(error?.extensions.code).toBe('BAD_USER_INPUT');
    const faults = error?.extensions.faults as { path: string[]; code: string }[] | undefined;
    return faults?.map(({ path, code }) => [path.join('.'), code]);
  };

  it('in the rules is refused without a call, with every error listed', async () => {
    const rules = { minWind: 6, minDeltaT: 11, dryHours: 25, daylightMarginHours: -1 };
    expect(await violationsOf({ rules })).toEqual([
      ['rules.minWind', 'NOT_ALLOWED'],
      ['rules.minDeltaT', 'NOT_ALLOWED'],
      ['rules.dryHours', 'TOO_LARGE'],
      ['rules.daylightMarginHours', 'TOO_SMALL'],
    ]);
  });

  it('in the rules is refused if the number is not finite', async () => {
    const { answer } = over([]);
    const Infinite = graphql(`
      query InfiniteWind { field(id: "fld_a") { sprayConditions(rules: { maxWind: 1e400 }) { hoursWithoutRecord } } }
    `);
    const { errors } = await execute(answer, Infinite);
    expect(errors).toMatchObject([{ message: 'maxWind must be a finite number.' }]);
  });

  it.each([
    [{ hours: 745 }, 'next.hours', 'TOO_LARGE'],
    [{ hours: 0 }, 'next.hours', 'TOO_SMALL'],
    [{ days: 32 }, 'next.days', 'TOO_LARGE'],
  ])('in the span is refused without a call: %o', async (next, path, code) => {
    expect(await violationsOf({ next })).toEqual([[path, code]]);
  });

  it('in the days is refused with the bounds of this field', async () => {
    const { errors } = await execute(over([]).answer, Conditions, { next: { days: 0 } });
    expect(errors).toMatchObject([{ message: 'next spans from 1 to 31 days here.' }]);
  });
});

it('a null value or a missing record never improves the verdict of an hour', async () => {
  const properties = [
    'temperature_mean',
    'relative_humidity',
    'wind_speed',
    'precipitation',
    'solar_radiation',
  ] as const;
  const worse = { SUITABLE: 0, MARGINAL: 1, UNKNOWN: 2, UNSUITABLE: 2 };
  const values = fc.array(fc.constantFrom('good', 'good', 'good', 'wind', 'rain', 'dark', 'dry'), {
    minLength: 14,
    maxLength: 14,
  });
  const changes: Record<string, object> = {
    good: {},
    wind: { wind_speed: { value: 9, unit: 'metre_per_second' } },
    rain: { precipitation: { value: 0.3, unit: 'millimetre' } },
    dark: { solar_radiation: { value: 0, unit: 'megajoule_per_square_metre' } },
    dry: { relative_humidity: { value: 37, unit: 'percent' } },
  };
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.nat({ max: 13 }),
      fc.constantFrom(...properties, 'all'),
      async (kinds, at, property) => {
        const whole = hourlyRecords(before, 14, (index) => changes[kinds[index] ?? 'good'] ?? {});
        const holed =
          property === 'all'
            ? whole.toSpliced(at, 1)
            : whole.map((record, index) => (index === at ? { ...record, [property]: null } : record));
        const was = new Map(
          (await over(whole).conditions({ next: { hours: 8 } })).hours.map((one) => [one.startsAt, one.verdict]),
        );
        for (const { startsAt, verdict } of (await over(holed).conditions({ next: { hours: 8 } })).hours) {
          const verdictBefore = was.get(startsAt) ?? 'UNKNOWN';
          expect(worse[verdict]).toBeGreaterThanOrEqual(worse[verdictBefore]);
          if (verdict === 'SUITABLE') expect(verdictBefore).toBe('SUITABLE');
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('sprayConditions over the embedded service', () => {
  async function at(moment: string) {
    const service = untilFileEnd(await startCountingService({ now: () => new Date(moment) }));
    return { service, gateway: gatewayAt(service.url, () => new Date(moment)) };
  }

  it.each(Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-15T17:30:00Z`))(
    'evaluates every hour on %s in one call',
    async (moment) => {
      const { service, gateway } = await at(moment);
      const { data, errors } = await execute(gateway.answer, Conditions, { id: 'fld_demo_01', next: { hours: 48 } });
      expect(errors).toBeUndefined();
      const { hours = [], hoursWithoutRecord, provenances } = data?.field?.sprayConditions ?? {};
      expect([hours.length, hoursWithoutRecord, provenances]).toEqual([48, 0, ['SIMULATED']]);
      // The formula yields no Delta-T for saturated or cold, dry air: only such hours may be unknown.
      const unknown = hours.flatMap(({ rules }) => rules).filter(({ outcome }) => outcome === 'UNKNOWN');
      expect(unknown.filter(({ rule }) => rule !== 'DELTA_T')).toEqual([]);
      expect(hours.flatMap(({ rules }) => rules).filter(({ reason }) => !reason.endsWith('.'))).toEqual([]);
      expect(service.requests).toHaveLength(1);
    },
  );

  it('finds hours suitable for spraying in early summer, and only in daylight', async () => {
    const { gateway } = await at('2026-06-15T17:30:00Z');
    const { data } = await execute(gateway.answer, Conditions, { id: 'fld_demo_01', next: { days: 10 } });
    const { hours = [], windows = [] } = data?.field?.sprayConditions ?? {};
    const suitable = hours.filter(({ verdict }) => verdict === 'SUITABLE');
    expect(suitable.length).toBeGreaterThan(20);
    expect(windows.reduce((sum, window) => sum + window.hourCount, 0)).toBe(suitable.length);
    const clock = suitable.map(({ startsAtLocal }) => Number(startsAtLocal?.slice(11, 13)));
    expect(Math.min(...clock)).toBeGreaterThanOrEqual(6);
    expect(Math.max(...clock)).toBeLessThanOrEqual(19);
  });

  it('uses local days of the field, whether or not its timezone is known, in one call', async () => {
    const { service, gateway } = await at('2026-07-02T04:30:00Z');
    const answers = [];
    for (const calls of [1, 2]) {
      const { data, errors } = await execute(gateway.answer, Conditions, { id: 'fld_demo_01', next: { days: 2 } });
      expect(errors).toBeUndefined();
      expect(service.requests).toHaveLength(calls);
      answers.push(data?.field?.sprayConditions);
    }
    const [first, second] = answers;
    expect(second).toEqual(first);
    // It is still the first of July in Seattle.
    expect(first?.hours.map(({ startsAtLocal }) => startsAtLocal?.slice(0, 13))).toEqual(
      Array.from({ length: 48 }, (_, hour) => `2026-07-0${hour < 24 ? 1 : 2}T${String(hour % 24).padStart(2, '0')}`),
    );
    expect(
      first?.hours.every(({ rules }) =>
        rules.every(({ rule, outcome }) => rule === 'DELTA_T' || outcome !== 'UNKNOWN'),
      ),
    ).toBe(true);
  });

  it('counts hours beyond the forecast as without a record, instead of evaluating them', async () => {
    const { gateway } = await at('2026-07-02T19:00:00Z');
    const { data } = await execute(gateway.answer, Conditions, { id: 'fld_demo_01', next: { days: 20 } });
    const { hours = [], hoursWithoutRecord } = data?.field?.sprayConditions ?? {};
    expect([hours.length, hoursWithoutRecord]).toEqual([16 * 24, 4 * 24]);
    // The forecast does not reach far enough to know whether it stays dry after the last hour.
    expect(hours.at(-1)?.verdict).not.toBe('SUITABLE');
  });
});
