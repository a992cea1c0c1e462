/** The contestants of the bench: each row of RESULTS.md is distinct. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contestants, overCompact, recording, withoutOneLayer, withoutSeveralFields } from '../../bench/contestants.ts';
import { passes } from '../../bench/passes.ts';
import { trusting } from '../../bench/trusted.ts';
import { workloads } from '../../bench/workloads.ts';

test('no two contestants have the same name', () => {
  const all = [...contestants, ...withoutOneLayer, ...withoutSeveralFields, recording, overCompact, ...trusting].map(
    ({ name }) => name,
  );
  // Read as text: its import of nginx needs the packages of another suite.
  const cached = readFileSync('bench/cached.ts', 'utf8').matchAll(/name: '([^']+)'/g);
  const names = [...all, ...[...cached].map(([, name]) => name)];
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
