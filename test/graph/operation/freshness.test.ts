/** How long an answer that is made of several lists may be given to others. */
import { describe, expect, it } from 'vitest';
import { Freshness } from '../../../src/graph/operation/freshness.ts';

/** Of lists that are fresh until these moments, and so many more that did not come. */
function freshnessOf(moments: number[], missing = 0): Freshness {
  const freshness = new Freshness();
  for (let asked = 0; asked < moments.length + missing; asked += 1) freshness.ask();
  for (const moment of moments) freshness.take(moment);
  return freshness;
}

describe('whole seconds that are left of an answer', () => {
  it('are those of the list that ends first', () => {
    expect(freshnessOf([9_000, 5_999, 8_000]).secondsLeft(1_000)).toBe(4);
  });

  it('are none where one list is for nobody, or has ended', () => {
    expect(freshnessOf([9_000, 0]).secondsLeft(1_000)).toBe(0);
    expect(freshnessOf([9_000, 500]).secondsLeft(1_000)).toBe(0);
  });

  it('are none without a list, or with one that was asked for and did not come', () => {
    expect(freshnessOf([]).secondsLeft(1_000)).toBe(0);
    expect(freshnessOf([9_000], 1).secondsLeft(1_000)).toBe(0);
  });

  it('end when what depends on the clock changes', () => {
    const freshness = freshnessOf([9_000]);
    freshness.endBy(3_000);
    freshness.endBy(6_000);
    expect(freshness.secondsLeft(1_000)).toBe(2);
  });
});
