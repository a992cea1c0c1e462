/** Degree days, compared with published tables, the output of an agency and a numeric integration. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degreeDayFormulas } from '../../src/agronomy/degree-days.ts';
import golden from '../graph/schema/agronomy/golden.json' with { type: 'json' };

const { mcmaster_wilhelm_1: method1, mcmaster_wilhelm_2: method2, single_sine: sine } = degreeDayFormulas;
const unbounded = Number.POSITIVE_INFINITY;

describe('degree days', () => {
  it.each(golden.gdd_mcmaster_wilhelm_1997_table_1.rows)(
    'for a maximum of %d and a minimum of %d match table 1 of McMaster & Wilhelm 1997',
    (max = 0, min = 0, first = 0, second = 0) => {
      const thresholds = { base: 0, upper: unbounded };
      expect([method1(min, max, thresholds), method2(min, max, thresholds)]).toEqual([first, second]);
    },
  );

  it.each(golden.gdd_single_sine_zalom_1983_table_7.rows)(
    'for %d to %d °F match table 7 of Zalom et al. 1983',
    (min = 0, max = 0, expected = 0) => {
      expect(Math.abs(sine(min, max, { base: 55, upper: 90 }) - expected)).toBeLessThanOrEqual(0.01);
    },
  );

  it.each(golden.gdd_single_sine_uc_ipm_2020.rows)('for %s match the UC IPM calculator', (_, min, max, daily) => {
    const { base, upper, tolerance } = golden.gdd_single_sine_uc_ipm_2020;
    const value = sine(Number(min), Number(max), { base, upper });
    expect(Math.abs(value - Number(daily))).toBeLessThanOrEqual(tolerance);
  });

  it.each(golden.gdd_celsius_computed.rows)(
    'for %d to %d °C agree with a numeric integration',
    (min = 0, max = 0, ...expected) => {
      const thresholds = { base: 10, upper: 30 };
      const values = [method1(min, max, thresholds), method2(min, max, thresholds), sine(min, max, thresholds)];
      for (const [index, value] of values.entries()) expect(value).toBeCloseTo(expected[index] ?? 0, 6);
    },
  );

  it.each(golden.gdd_corn_86_50.rows)(
    'for corn at a maximum of %d and a minimum of %d °F match the extension service',
    (max = 0, min = 0, expected = 0) => {
      expect(method2(min, max, { base: 50, upper: 86 })).toBe(expected);
    },
  );

  it('are never negative and never exceed the difference of the thresholds', () => {
    const temperature = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(temperature, temperature, temperature, temperature, (a, b, c, d) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const thresholds = { base: Math.min(c, d), upper: Math.max(c, d) + 1 };
        for (const formula of Object.values(degreeDayFormulas)) {
          const value = formula(min, max, thresholds);
          expect(value).toBeGreaterThanOrEqual(-1e-9);
          expect(value).toBeLessThanOrEqual(thresholds.upper - thresholds.base + 1e-9);
        }
      }),
    );
  });
});
