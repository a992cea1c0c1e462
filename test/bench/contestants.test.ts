/** Who is measured: each row of RESULTS.md can be told from every other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contestants, overCompact, recording, withoutOneLayer, withoutSeveralFields } from '../../bench/contestants.ts';
import { passes } from '../../bench/passes.ts';
import { trusting } from '../../bench/trusted.ts';
import { workloads } from '../../bench/workloads.ts';

test('no two contestants have one name', () => {
  const all = [...contestants, ...withoutOneLayer, ...withoutSeveralFields, recording, overCompact, ...trusting].map(
    ({ name }) => name,
  );
  // Read as a text: its nginx comes from a suite with packages of its own.
  const cached = readFileSync('bench/cached.ts', 'utf8').matchAll(/name: '([^']+)'/g);
  const names = [...all, ...[...cached].map(([, name]) => name)];
  expect(names).toEqual([...new Set(names)]);
});

test('a layer counts as a control only where it has nothing to act on', () => {
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
