/** The report of `npm run check` on a commit that allocates more than its baseline. */
import { expect, test } from 'vitest';
import { excessOf, readBaseline } from '../../bench/baseline.ts';

const baseline = { W1: 100_000 };

test('a request that allocates 3 % more fails with both figures and the command that updates the baseline', () => {
  expect(excessOf('W1', 103_000, baseline)).toBe(
    'W1 allocates 103,000 bytes a request. Its baseline is 100,000, and 2 % more is allowed. Allocate less, or run `npm run bench:count -- --write` and say why in the commit.',
  );
});

test('a request within 2 % of its baseline, or below it, passes', () => {
  expect(excessOf('W1', 102_000, baseline)).toBeUndefined();
  expect(excessOf('W1', 50_000, baseline)).toBeUndefined();
  expect(excessOf('W2', 104_000, { W2: 100_000 })).toBeUndefined();
  expect(excessOf('W2', 104_001, { W2: 100_000 })).toContain('and 4 % more is allowed');
});

test('a workload without a baseline fails', () => {
  expect(excessOf('W9', 1, baseline)).toContain('Its baseline is missing');
});

test('the Node of the gate has a baseline', () => {
  expect(Object.keys(readBaseline('v26.10.0', 'x64') ?? {})).toEqual(['W1', 'W2', 'W3', 'W4', 'records-10']);
});
