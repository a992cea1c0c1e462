/** The contestants of the bench: each row of RESULTS.md is distinct. */
import { expect, test } from 'vitest';
import { cachedRequests } from '../../bench/cached.ts';
import {
  contestants,
  controls,
  overCompact,
  recording,
  withoutOneLayer,
  withoutSeveralFields,
} from '../../bench/contestants.ts';
import { passes } from '../../bench/passes.ts';
import { trusting } from '../../bench/trusted.ts';
import { workloads } from '../../bench/workloads.ts';

test('no two contestants have the same name', () => {
  const cached = cachedRequests.filter((each) => !controls.includes(each));
  const without = [...withoutOneLayer, ...withoutSeveralFields];
  const all = [...contestants, ...without, recording, overCompact, ...trusting, ...cached];
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('a contestant without a layer counts as a control only in workloads where that layer is idle', () => {
  const idleIn = (workload: keyof typeof workloads, pass: keyof typeof passes) =>
    [...withoutOneLayer, ...withoutSeveralFields]
      .filter((each) => each.isIdle?.(workloads[workload], passes[pass]))
      .map(({ name }) => name);
  expect(idleIn('W4', 'own')).toEqual([
    'without-transport',
    'without-scan',
    'without-cache',
    'without-freed',
    'without-fragments',
    'without-groups',
  ]);
  expect(idleIn('W2', 'own')).toEqual(['without-groups']);
  expect(idleIn('W2', 'several')).toEqual([]);
});
