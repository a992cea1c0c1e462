/** The season of an index, compared with an independent implementation, and the effect of a gap in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearPasses,
  earlierAt,
  indexAt,
  type IndexScene,
  shapeSeason,
  yearsBefore,
} from '../../src/agronomy/index-season.ts';
import { golden } from './golden.ts';

type Row = [acquiredAt: string, mean: number | null];

const { index_season: truth } = golden;
const scenesOf = (rows: Row[]): IndexScene[] =>
  rows.map(([acquiredAt, mean]) => ({ atMs: Date.parse(acquiredAt), processedMs: 0, mean }));
const scenes = scenesOf(truth.current);
const years = [scenesOf(truth.earlier['2025']), scenesOf(truth.earlier['2024'])];

describe('a season', () => {
  const shape = shapeSeason(scenes, 0);

  it('counts clear scenes, and all other scenes as missing', () => {
    expect([shape.clearScenes, shape.missingScenes]).toEqual([truth.clearScenes, truth.scenes - truth.clearScenes]);
    expect(shape.longestGapDays).toBe(truth.longestGapDays);
  });

  it('peaks at its highest clear scene', () => {
    expect(shape.peak).toMatchObject({ atMs: Date.parse(truth.peak.acquiredAt), mean: truth.peak.value });
  });

  it('has the area of the trapezoids above the floor', () => {
    expect(shape.area).toBeCloseTo(truth.areaFloor0, 6);
    expect(shapeSeason(scenes, 0.15).area).toBeCloseTo(truth.areaFloor015, 6);
  });

  it('reports the change from the second-last to the last clear scene', () => {
    expect(shape.change).toBeCloseTo(truth.latestChange.change, 6);
    expect(shape.changeDays).toBe(truth.latestChange.days);
  });

  it('counts area only from where the line crosses the floor, in either direction', () => {
    const line = scenesOf([
      ['2026-05-01T00:00:00Z', 0.1],
      ['2026-05-11T00:00:00Z', 0.4],
      ['2026-05-21T00:00:00Z', 0.1],
    ]);
    // Above 0.3 a triangle of height 0.1 over a third of ten days, on either side.
    expect(shapeSeason(line, 0.3).area).toBeCloseTo(2 * ((0.1 * (10 / 3)) / 2), 9);
    expect(shapeSeason(line, 0.5).area).toBe(0);
  });

  it('has a peak but neither area nor change when it has only one clear scene', () => {
    expect(shapeSeason(scenes.slice(0, 1), 0)).toMatchObject({
      clearScenes: 1,
      longestGapDays: null,
      area: null,
      change: null,
      changeDays: null,
      peak: { mean: 0.18 },
    });
    expect(shapeSeason([], 0)).toMatchObject({ clearScenes: 0, peak: null, area: null });
  });
});

interface PointRow {
  acquiredAt: string;
  earlier: Record<string, number | null>;
  earlierMean: number | null;
  years: number;
}

describe('index values of earlier years', () => {
  it.each(truth.points as PointRow[])('average $earlierMean on the day of $acquiredAt, from $years years', (row) => {
    const atMs = Date.parse(row.acquiredAt);
    for (const [back, year] of ['2025', '2024'].entries()) {
      const mean = indexAt(clearPasses(years[back] ?? []), yearsBefore(atMs, back + 1), truth.maxGapDays);
      expect(mean === null ? null : Number(mean.toFixed(6))).toBe(row.earlier[year]);
    }
    const clear = clearPasses(years.flat().sort((one, other) => one.atMs - other.atMs));
    const earlier = earlierAt(clear, 2, atMs, truth.maxGapDays);
    expect(earlier.years).toBe(row.years);
    expect(earlier.mean === null ? null : Number(earlier.mean.toFixed(6))).toBe(row.earlierMean);
  });

  it('are null between clear scenes further apart than the maximum gap, and interpolated up to it', () => {
    const twoScenes = scenesOf([
      ['2025-05-01T00:00:00Z', 0.2],
      ['2025-05-16T00:00:00Z', null],
      ['2025-05-31T00:00:00Z', 0.5],
    ]);
    const middle = Date.parse('2025-05-16T00:00:00Z');
    expect(indexAt(clearPasses(twoScenes), middle, 30)).toBeCloseTo(0.35, 9);
    expect(indexAt(clearPasses(twoScenes), middle, 29)).toBeNull();
  });

  it('use 28 February for 29 February in years without a leap day', () => {
    const moved = (years: number) => new Date(yearsBefore(Date.parse('2028-02-29T10:30:00Z'), years)).toISOString();
    expect(moved(1)).toBe('2027-02-28T10:30:00.000Z');
    expect(moved(3)).toBe('2025-02-28T10:30:00.000Z');
    expect(new Date(yearsBefore(Date.parse('2028-03-01T00:00:00Z'), 1)).toISOString()).toBe('2027-03-01T00:00:00.000Z');
  });
});

const season = fc
  .array(fc.double({ min: -0.2, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
  .map((means) => means.map((mean, index) => ({ atMs: index * 5 * 86_400_000, processedMs: 0, mean })));

it('a scene with null instead of a value counts as missing, not as zero: the line connects its neighbours', () => {
  fc.assert(
    fc.property(season, fc.nat(), (whole, at) => {
      const place = at % whole.length;
      const holed = whole.map((scene, index) => (index === place ? { ...scene, mean: null } : scene));
      const rest = shapeSeason(whole.toSpliced(place, 1), 0);
      expect(shapeSeason(holed, 0)).toEqual({ ...rest, missingScenes: rest.missingScenes + 1 });
    }),
  );
});

it('a null in place of any scene of an earlier year never makes an unknown day known', () => {
  fc.assert(
    fc.property(season, fc.nat(), fc.nat({ max: 150 }), (whole, at, day) => {
      const holed = whole.map((scene, index) => (index === at % whole.length ? { ...scene, mean: null } : scene));
      const atMs = day * 86_400_000;
      if (indexAt(whole, atMs, 12) === null) expect(indexAt(clearPasses(holed), atMs, 12)).toBeNull();
    }),
  );
});
