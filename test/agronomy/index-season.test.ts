/** The season of an index against an independent implementation, and what a gap in it does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  earlierAt,
  indexAt,
  type IndexScene,
  isClear,
  shapeSeason,
  yearsBefore,
} from '../../src/agronomy/index-season.ts';
import { golden } from './golden.ts';

type Row = [acquiredAt: string, mean: number | null];

const { index_season: truth } = golden;
const scenesOf = (rows: Row[]): IndexScene[] =>
  rows.map(([acquiredAt, mean]) => ({ atMs: Date.parse(acquiredAt), mean }));
const scenes = scenesOf(truth.current);
const years = [scenesOf(truth.earlier['2025']), scenesOf(truth.earlier['2024'])];

describe('a season', () => {
  const shape = shapeSeason(scenes, 0);

  it('counts its clear scenes, and the others as missing', () => {
    expect([shape.clearScenes, shape.missingScenes]).toEqual([truth.clearScenes, truth.scenes - truth.clearScenes]);
    expect(shape.longestGapDays).toBe(truth.longestGapDays);
  });

  it('has its peak at the highest clear scene', () => {
    expect(shape.peak).toEqual({ atMs: Date.parse(truth.peak.acquiredAt), mean: truth.peak.value });
  });

  it('has the area of trapeziums above the floor', () => {
    expect(shape.area).toBeCloseTo(truth.areaFloor0, 6);
    expect(shapeSeason(scenes, 0.15).area).toBeCloseTo(truth.areaFloor015, 6);
  });

  it('changed since the clear scene before its latest', () => {
    expect(shape.change).toBeCloseTo(truth.latestChange.change, 6);
    expect(shape.changeDays).toBe(truth.latestChange.days);
  });

  it('cuts a line that crosses the floor where it crosses, in either direction', () => {
    const line = scenesOf([
      ['2026-05-01T00:00:00Z', 0.1],
      ['2026-05-11T00:00:00Z', 0.4],
      ['2026-05-21T00:00:00Z', 0.1],
    ]);
    // Above 0.3 a triangle of height 0.1 over a third of ten days, on either side.
    expect(shapeSeason(line, 0.3).area).toBeCloseTo(2 * ((0.1 * (10 / 3)) / 2), 9);
    expect(shapeSeason(line, 0.5).area).toBe(0);
  });

  it('of one clear scene has a peak, and neither area nor change', () => {
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

describe('earlier years', () => {
  it.each(truth.points as PointRow[])('stood at $earlierMean on the day of $acquiredAt, of $years years', (row) => {
    const atMs = Date.parse(row.acquiredAt);
    for (const [back, year] of ['2025', '2024'].entries()) {
      const mean = indexAt((years[back] ?? []).filter(isClear), yearsBefore(atMs, back + 1), truth.maxGapDays);
      expect(mean === null ? null : Number(mean.toFixed(6))).toBe(row.earlier[year]);
    }
    const clear = years
      .flat()
      .filter(isClear)
      .sort((one, other) => one.atMs - other.atMs);
    const earlier = earlierAt(clear, 2, atMs, truth.maxGapDays);
    expect(earlier.years).toBe(row.years);
    expect(earlier.mean === null ? null : Number(earlier.mean.toFixed(6))).toBe(row.earlierMean);
  });

  it('are unknown between clear scenes further apart than the gap allowed, and known up to it', () => {
    const twoScenes = scenesOf([
      ['2025-05-01T00:00:00Z', 0.2],
      ['2025-05-16T00:00:00Z', null],
      ['2025-05-31T00:00:00Z', 0.5],
    ]);
    const middle = Date.parse('2025-05-16T00:00:00Z');
    expect(indexAt(twoScenes.filter(isClear), middle, 30)).toBeCloseTo(0.35, 9);
    expect(indexAt(twoScenes.filter(isClear), middle, 29)).toBeNull();
  });

  it('are read on 28 February for 29 February', () => {
    const moved = (years: number) => new Date(yearsBefore(Date.parse('2028-02-29T10:30:00Z'), years)).toISOString();
    expect(moved(1)).toBe('2027-02-28T10:30:00.000Z');
    expect(moved(3)).toBe('2025-02-28T10:30:00.000Z');
    expect(new Date(yearsBefore(Date.parse('2028-03-01T00:00:00Z'), 1)).toISOString()).toBe('2027-03-01T00:00:00.000Z');
  });
});

const season = fc
  .array(fc.double({ min: -0.2, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
  .map((means) => means.map((mean, index) => ({ atMs: index * 5 * 86_400_000, mean })));

it('a null put in the place of any scene raises missing, and is no zero: the line goes on between its neighbours', () => {
  fc.assert(
    fc.property(season, fc.nat(), (whole, at) => {
      const place = at % whole.length;
      const holed = whole.map((scene, index) => (index === place ? { ...scene, mean: null } : scene));
      const rest = shapeSeason(whole.toSpliced(place, 1), 0);
      expect(shapeSeason(holed, 0)).toEqual({ ...rest, missingScenes: rest.missingScenes + 1 });
    }),
  );
});

it('a null put in the place of any scene of an earlier year never makes a day known that was not', () => {
  fc.assert(
    fc.property(season, fc.nat(), fc.nat({ max: 150 }), (whole, at, day) => {
      const holed = whole.map((scene, index) => (index === at % whole.length ? { ...scene, mean: null } : scene));
      const atMs = day * 86_400_000;
      if (indexAt(whole, atMs, 12) === null) expect(indexAt(holed.filter(isClear), atMs, 12)).toBeNull();
    }),
  );
});
