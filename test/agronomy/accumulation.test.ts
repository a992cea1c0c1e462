/** Sums of degree days and their targets. A gap in the days must never make a target look reached earlier than it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accumulate, reach } from '../../src/agronomy/accumulation.ts';
import { degreeDayFormulas } from '../../src/agronomy/degree-days.ts';
import { conversion } from '../../src/graph/schema/units.ts';
import golden from '../graph/schema/agronomy/golden.json' with { type: 'json' };

describe('accumulated degree days', () => {
  const { days, base, upper, accumulated, missing, targets } = golden.gdd_gap;
  const additions = days.map(({ tmin, tmax }) =>
    tmin === null ? undefined : degreeDayFormulas.mcmaster_wilhelm_2(tmin, tmax, { base, upper }),
  );

  it('leave an unknown day out of the sum and count it as missing', () => {
    const sums = accumulate(additions);
    expect(additions.map((value) => value ?? null)).toEqual(days.map(({ degreeDays }) => degreeDays));
    expect(sums.map((sum) => sum.accumulated)).toEqual(accumulated);
    expect(sums.map((sum) => sum.missing)).toEqual(missing);
  });

  it.each(targets)(
    'reach the target of $degreeDays on $reachedOn',
    ({ degreeDays, reachedOn, atLatest, remaining }) => {
      const reached = reach(accumulate(additions), degreeDays);
      expect(reached.day === undefined ? null : days[reached.day]?.date).toBe(reachedOn);
      if (atLatest !== undefined) expect(reached.isAtLatest).toBe(atLatest);
      if (remaining !== undefined) expect(reached.remaining).toBe(remaining);
    },
  );

  it('reach a target that equals their sum, also when converted from degrees Fahrenheit', () => {
    const [min, max] = [50, 50.6].map(conversion('temperature', 'fahrenheit', 'celsius')) as [number, number];
    const day = degreeDayFormulas.mcmaster_wilhelm_2(min, max, { base: 10, upper: 30 });
    expect(reach(accumulate(Array<number>(6).fill(day)), 1)).toMatchObject({ day: 5, remaining: 0 });
  });

  it('never reach a target earlier when a day becomes unknown, and mark the date as the latest possible', () => {
    const day = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1, maxLength: 50 }),
        fc.nat(),
        fc.double({ min: 1, max: 300, noNaN: true }),
        (all, at, target) => {
          const gap = at % all.length;
          const whole = reach(accumulate(all), target);
          const sums = accumulate((all as (number | undefined)[]).with(gap, undefined));
          const less = reach(sums, target);
          expect(sums.at(-1)?.missing).toBe(1);
          expect(less.day ?? all.length).toBeGreaterThanOrEqual(whole.day ?? all.length);
          expect(less.isAtLatest).toBe(less.day !== undefined && gap <= less.day);
          expect(less.remaining).toBeGreaterThanOrEqual(whole.remaining - 1e-9);
        },
      ),
    );
  });
});
