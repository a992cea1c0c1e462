/** The figures that the bench computes from rounds: ratios that a busy second does not change, and the resolution that controls allow. */
import { describe, expect, test } from 'vitest';
import {
  control,
  type Figures,
  figuresOf,
  isResolved,
  reference,
  resolutionOf,
  type StartSample,
} from '../../bench/figures.ts';
import { writeFigures } from '../../bench/report/figures.ts';
import { resolutionsOf } from '../../bench/report/resolution.ts';

const sampleOf = (cpuMs: number[]): StartSample => ({
  cpuMs,
  requestsPerSecond: 1,
  p50Ms: 1,
  p99Ms: 1,
  peakMiB: 1,
  upstreamCalls: 0,
});

/** Figures for starts by contestant; each start is one sitting, with the CPU times of its rounds. */
const figuresFor = (starts: Record<string, number[][]>): Figures[] => {
  const count = Math.max(...Object.values(starts).map(({ length }) => length));
  const sittings = Array.from({ length: count }, (_, at) =>
    Object.entries(starts).flatMap(([name, each]): [string, StartSample][] =>
      each[at] ? [[name, sampleOf(each[at])]] : [],
    ),
  );
  return figuresOf(sittings.map((sitting) => new Map(sitting)));
};

const ratioOf = (figures: Figures[], name: string) => figures.find(({ contestant }) => contestant === name)?.ratio;

/** Figures for a control within 4 % of the reference, and for another contestant at a steady ratio. */
const besides = (ratio: number) =>
  figuresFor({
    [reference]: [[1], [1], [1]],
    [control]: [[1], [0.98], [1.04]],
    other: [[ratio], [ratio * 0.99], [ratio * 1.01]],
  });

describe('ratios', () => {
  test('are computed per round: neither a machine that becomes slower nor one disturbed round changes them', () => {
    const figures = figuresFor({ [reference]: [[1, 3, 4]], other: [[2, 4, 8]] });
    expect(ratioOf(figures, 'other')?.median).toBeCloseTo(2, 10);
  });
  test('are computed per start: their spread is the spread of the starts', () => {
    const figures = figuresFor({ [reference]: [[1], [10], [1]], other: [[1.1], [9], [1]] });
    const { median, low, high } = ratioOf(figures, 'other') as NonNullable<ReturnType<typeof ratioOf>>;
    expect([low, median, high].map((each) => Number(each.toFixed(6)))).toEqual([0.9, 1, 1.1]);
  });
});

test('a contestant is compared with the reference of its own sitting', () => {
  const sittings = [
    { [reference]: [1], one: [2] },
    { [reference]: [10], other: [30] },
  ];
  const figures = figuresOf(
    sittings.map((sitting) => new Map(Object.entries(sitting).map(([name, cpuMs]) => [name, sampleOf(cpuMs)]))),
  );
  expect(figures.map(({ contestant, ratio }) => [contestant, Number(ratio.median.toFixed(6))])).toEqual([
    [reference, 1],
    ['one', 2],
    ['other', 3],
  ]);
});

describe('resolution', () => {
  test('is at least the distance of the median of identical code from 1, in either direction', () => {
    const starts = (ratio: number) => Array.from({ length: 20 }, () => [ratio]);
    const far = (ratio: number) => resolutionOf(figuresFor({ [reference]: starts(1), [control]: starts(ratio) }));
    expect(far(0.8)).toBeCloseTo(0.25, 10);
    expect(far(1.25)).toBeCloseTo(0.25, 10);
  });
  test('follows from all starts of identical code if their median happens to be near 1', () => {
    // Starts at 1, 0.98 and 1.04: their root mean square is 0.0255, and Student's t of three is 3.18.
    expect(resolutionOf(besides(2))).toBeCloseTo(Math.exp((3.18 * 0.0255) / Math.sqrt(3)) - 1, 3);
  });
  test('becomes finer with more starts of the same spread', () => {
    const of = (count: number) => {
      const starts = Array.from({ length: count }, (_, at) => [at % 2 === 0 ? 0.97 : 1.03]);
      return resolutionOf(figuresFor({ [reference]: starts.map(() => [1]), [control]: starts }));
    };
    expect(of(12)).toBeLessThan(0.7 * of(4));
  });
  test('counts a layer that has nothing to act on as a control, like identical code', () => {
    const sitting = new Map([reference, control, 'idle'].map((name, at) => [name, sampleOf([1 + at * at * 0.02])]));
    const sittings = Array.from({ length: 20 }, () => sitting);
    expect(resolutionOf(figuresOf(sittings))).toBeCloseTo(0.02, 10);
    expect(resolutionOf(figuresOf(sittings, ['idle']))).toBeCloseTo(0.08, 10);
  });
  test('separates differences within it from larger ones, in either direction', () => {
    const other = (ratio: number) => ratioOf(besides(ratio), 'other') as NonNullable<ReturnType<typeof ratioOf>>;
    expect([0.9, 0.97, 1.03, 1.1].map((ratio) => isResolved(other(ratio), 0.04))).toEqual([true, false, false, true]);
  });
  test('does not apply to a ratio whose own starts lie on both sides of 1: it is never resolved', () => {
    expect(isResolved({ median: 1.2, low: 0.9, high: 1.3 }, 0.01)).toBe(false);
  });
});

describe('the report', () => {
  const table = (figures: Figures[]) => writeFigures(figures, (name) => name);
  test('marks a difference within that of the controls as unresolved, and prints a larger one as a ratio', () => {
    expect(table(besides(1.03))).toContain('| other | cannot be told here (1.03x) | 1.02–1.04 |');
    expect(table(besides(1.3))).toContain('| other | 1.3x | 1.29–1.31 |');
  });
  test('states below the table how much the controls differ', () => {
    expect(table(besides(2))).toMatch(
      /Identical work: 1x \(0\.98–1\.04\)\. Differences below 5 % cannot be told here\.$/,
    );
  });
  test('states at the top how many tables resolve 5 %, and the resolution of each other table', () => {
    const starts = Array.from({ length: 20 });
    const noisy = figuresFor({ [reference]: starts.map(() => [1]), [control]: starts.map(() => [1.17]) });
    const result = { title: '', callers: 1, absences: [], duets: [] };
    expect(
      resolutionsOf([
        { ...result, workload: 'W1', pass: 'own', figures: noisy },
        { ...result, workload: 'W2', pass: 'own', figures: besides(2) },
        { ...result, workload: 'W3', pass: 'shared', figures: noisy },
      ]),
    ).toBe('**1 of 3 tables tell differences of 5 %.** The others tell: W1 17 %, W3 (shared) 17 %.');
  });
});
