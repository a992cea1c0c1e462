/** The water balance of FAO-56, compared with its own examples and independent rows. Nothing is known after a gap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cropCoefficient,
  reachesReadilyAvailable,
  readilyAvailableWater,
  waterBalance,
} from '../../src/agronomy/water-balance.ts';
import golden from '../graph/schema/agronomy/golden.json' with { type: 'json' };

const orUndefined = (value: number | null) => value ?? undefined;

describe('the water balance', () => {
  it('matches example 37 of FAO-56', () => {
    const { input, published, computed, tolerance } = golden.fao56_example_37;
    const day = { precipitation: input.rain, et0: input.et0, kc: input.kc, irrigation: 0 };
    const days = waterBalance(
      input,
      Array.from({ length: published.length }, () => day),
    );
    for (const [index, balance] of days.entries()) {
      const [, ks = 0, etc = 0, depletion = 0] = published[index] ?? [];
      expect(Math.abs((balance.stressCoefficient ?? 0) - ks)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs((balance.adjustedEvapotranspiration ?? 0) - etc)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs((balance.depletion ?? 0) - depletion)).toBeLessThanOrEqual(tolerance);
      expect(balance.depletion).toBeCloseTo(computed[index]?.[3] ?? 0, 4);
    }
    const readily = readilyAvailableWater(input);
    expect(readily).toBe(input.readilyAvailableWater);
    expect(days.findIndex(({ depletion = 0 }) => depletion >= readily) + 1).toBe(2);
  });

  it.each(golden.fao56_example_36.rows)(
    'has the readily available water of example 36 of FAO-56 for %s',
    (_, depth, part, soil, total, readily) => {
      expect(Number(depth) * Number(soil)).toBeCloseTo(Number(total), 0);
      const value = readilyAvailableWater({
        totalAvailableWater: Number(total),
        depletionFraction: Number(part),
        initialDepletion: 0,
      });
      expect(Math.round(value)).toBe(readily);
    },
  );

  it('matches the computed rows: rain above field capacity percolates, and nothing is known after a gap', () => {
    const { days, answer, ...rootZone } = golden.water_balance_computed;
    const balances = waterBalance(
      rootZone,
      days.map(({ rain, et0, kc, irrigation }) => ({ precipitation: orUndefined(rain), et0, kc, irrigation })),
    );
    for (const [index, expected] of answer.entries()) {
      const balance = balances[index];
      const close = (value: number | undefined, row: number | null) =>
        row === null ? expect(value).toBeUndefined() : expect(value).toBeCloseTo(row, 4);
      close(balance?.cropEvapotranspiration, expected.etc);
      close(balance?.stressCoefficient, expected.ks);
      close(balance?.adjustedEvapotranspiration, expected.etcAdj);
      close(balance?.depletion, expected.depletion);
      close(balance?.deepPercolation, expected.percolation);
    }
  });

  it.each(golden.crop_coefficient_curve.rows)('uses the crop coefficient of the curve on $date', ({ date, kc }) => {
    const points = golden.crop_coefficient_curve.points.map(([day, value]) => ({
      dayMs: Date.parse(String(day)),
      kc: Number(value),
    }));
    const value = cropCoefficient(points, Date.parse(date));
    if (kc === null) expect(value).toBeUndefined();
    else expect(value).toBeCloseTo(kc, 6);
  });

  it('loses no water, and is undefined from an unknown day on', () => {
    const amount = fc.double({ min: 0, max: 60, noNaN: true });
    const dayOf = fc.record({
      precipitation: amount,
      et0: amount,
      kc: fc.double({ min: 0, max: 2, noNaN: true }),
      irrigation: amount,
    });
    const gap = fc.record({ at: fc.nat(40), of: fc.constantFrom('precipitation', 'et0', 'kc') });
    fc.assert(
      fc.property(fc.array(dayOf, { minLength: 1, maxLength: 40 }), gap, (days, { at, of }) => {
        const rootZone = { totalAvailableWater: 100, depletionFraction: 0.5, initialDepletion: 20 };
        const whole = waterBalance(rootZone, days);
        let before = rootZone.initialDepletion;
        for (const [
          index,
          { depletion = -1, deepPercolation = 0, adjustedEvapotranspiration = 0 },
        ] of whole.entries()) {
          const { precipitation = 0, irrigation = 0 } = days[index] ?? {};
          expect(depletion).toBeGreaterThanOrEqual(0);
          expect(depletion).toBeLessThanOrEqual(rootZone.totalAvailableWater);
          const expected = before - precipitation - irrigation + adjustedEvapotranspiration + deepPercolation;
          expect(depletion).toBeCloseTo(Math.min(expected, rootZone.totalAvailableWater), 6);
          before = depletion;
        }
        const withGap = waterBalance(
          rootZone,
          days.with(at % days.length, { ...days[at % days.length]!, [of]: undefined }),
        );
        for (const [index, { depletion, stressCoefficient, deepPercolation }] of withGap.entries()) {
          if (index < at % days.length) expect(depletion).toBe(whole[index]?.depletion);
          else expect([depletion, stressCoefficient, deepPercolation]).toEqual([undefined, undefined, undefined]);
        }
      }),
    );
  });
});

it('a depletion equal to the readily available water in decimals reaches it, despite binary rounding', () => {
  const rootZone = { totalAvailableWater: 3, depletionFraction: 0.1, initialDepletion: 0.2 };
  const [{ depletion } = { depletion: undefined }] = waterBalance(rootZone, [
    { precipitation: 0, et0: 0.1, kc: 1, irrigation: 0 },
  ]);
  expect(reachesReadilyAvailable(depletion, rootZone)).toBe(true);
  // 3 times 0.1 is a little more than 0.3 in binary.
  expect(reachesReadilyAvailable(0.3, rootZone)).toBe(true);
  expect(reachesReadilyAvailable(0.299999, rootZone)).toBe(false);
  expect(reachesReadilyAvailable(undefined, rootZone)).toBe(false);
});
