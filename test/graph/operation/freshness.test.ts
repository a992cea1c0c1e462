/** Until when caches may store a result that is made of several lists. */
import { describe, expect, it } from 'vitest';
import { Freshness } from '../../../src/graph/operation/freshness.ts';

/** Lists that are fresh until these moments, and `missing` more that did not arrive. */
function freshnessOf(moments: number[], missing = 0): Freshness {
  const freshness = new Freshness();
  freshness.requested = moments.length + missing;
  for (const moment of moments) freshness.onList(moment);
  return freshness;
}

describe('the moment until which a result is fresh', () => {
  it('is that of the list that expires first', () => {
    expect(freshnessOf([9_000, 5_999, 8_000]).until).toBe(5_999);
  });

  it('is 0 if a list is for its caller only', () => {
    expect(freshnessOf([9_000, 0]).until).toBe(0);
  });

  it('is 0 without a list, or if a requested list did not arrive', () => {
    expect(freshnessOf([]).until).toBe(0);
    expect(freshnessOf([9_000], 1).until).toBe(0);
  });

  it('is no later than the moment at which a value that depends on the clock changes', () => {
    const freshness = freshnessOf([9_000]);
    freshness.endBy(3_000);
    freshness.endBy(6_000);
    expect(freshness.until).toBe(3_000);
  });
});
