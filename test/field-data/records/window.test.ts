/** The bounds of a read: bare dates are local midnights, defaults lie around today, and invalid windows are refused. */
import { describe, expect, test } from 'vitest';
import { ServiceProblem } from '../../../src/field-data/records/errors.ts';
import { readBounds, windowReader } from '../../../src/field-data/records/window.ts';

const seattle = 'America/Los_Angeles';
const berlin = 'Europe/Berlin';
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

function bounds(from: string | undefined, to: string | undefined, timezone = seattle) {
  const read = readBounds({ from, to }, timezone);
  return [iso(read.from), iso(read.to)];
}

/** The code and parameter of the one error of a refused window. */
function violationOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    expect(error.violations).toHaveLength(1);
    const [violation] = error.violations ?? [];
    return `${error.code} ${violation?.parameter} ${violation?.code}${violation?.code === 'wrong_format' ? ` ${violation.detail}` : ''}`;
  }
  return 'none';
}

describe('a bound', () => {
  test.each<[from: string | undefined, to: string | undefined, timezone: string, expected: (string | undefined)[]]>([
    [undefined, undefined, seattle, [undefined, undefined]],
    ['2026-05-01', undefined, seattle, ['2026-05-01T07:00:00.000Z', undefined]],
    ['2026-05-01', '2026-05-02', berlin, ['2026-04-30T22:00:00.000Z', '2026-05-01T22:00:00.000Z']],
    [undefined, '2026-05-01T12:00:00+02:00', seattle, [undefined, '2026-05-01T10:00:00.000Z']],
  ])('from %s to %s is read in the timezone %s', (from, to, timezone, expected) => {
    expect(bounds(from, to, timezone)).toEqual(expected);
  });

  test('a date whose local midnight is before the year 1 in UTC is refused, like that instant', () => {
    expect(bounds('0001-01-01', '0001-01-03', 'UTC')).toEqual(['0001-01-01T00:00:00.000Z', '0001-01-03T00:00:00.000Z']);
    expect(violationOf(() => bounds('0001-01-01', '0001-01-03', berlin))).toMatch(
      /^invalid_parameter from wrong_format /,
    );
  });

  test.each(['', 'x', '2026-02-30', '2026-05-01T12:00:00', '2026-05'])('%j is refused as not an instant', (text) => {
    const forms = 'must be a date (2026-05-01) or a date-time with an offset (2026-05-01T12:00:00Z) that exists';
    expect(violationOf(() => bounds(text, undefined))).toBe(`invalid_parameter from wrong_format ${forms}`);
    expect(violationOf(() => bounds(undefined, text))).toBe(`invalid_parameter to wrong_format ${forms}`);
  });
});

describe('a window', () => {
  const readWindow = windowReader(() => new Date('2026-05-04T19:00:00Z'), { daysBack: 7, daysAhead: 2 });
  const window = (from: string | undefined, to: string | undefined) => {
    const read = readWindow({ from, to }, seattle);
    return [iso(read.from), iso(read.to)];
  };

  test.each<[from: string | undefined, to: string | undefined, expected: string[]]>([
    [undefined, undefined, ['2026-04-27T07:00:00.000Z', '2026-05-06T07:00:00.000Z']],
    ['2026-05-01', undefined, ['2026-05-01T07:00:00.000Z', '2026-05-06T07:00:00.000Z']],
    [undefined, '2026-05-01', ['2026-04-27T07:00:00.000Z', '2026-05-01T07:00:00.000Z']],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z']],
  ])('from %s to %s is read with defaults for missing bounds', (from, to, expected) => {
    expect(window(from, to)).toEqual(expected);
  });

  test('is refused as empty if it ends at or before its start, and the error names the requested bound', () => {
    expect(violationOf(() => bounds('2026-05-02', '2026-05-02'))).toBe('invalid_parameter from empty_window');
    expect(violationOf(() => bounds('2026-05-02', '2026-05-01'))).toBe('invalid_parameter from empty_window');
    expect(violationOf(() => window('2026-05-06', undefined))).toBe('invalid_parameter from empty_window');
    expect(violationOf(() => window(undefined, '2026-04-27'))).toBe('invalid_parameter to empty_window');
  });

  test('is described once in the error message', () => {
    expect(() => bounds('2026-05-02', '2026-05-01')).toThrow(/^`from` must be before `to`\.$/);
    expect(() => bounds('2025-01-01', '2026-05-01')).toThrow(/^`from` to `to` must span at most 366 days\.$/);
  });

  test('is refused with the bound to send when the other bound is a default', () => {
    const late = /^`from` must be before `to`: send `to` as well, in place of its default\.$/;
    expect(() => window('2026-05-06', undefined)).toThrow(late);
    const early = /^`from` must be before `to`: send `from` as well, in place of its default\.$/;
    expect(() => window(undefined, '2026-04-27')).toThrow(early);
    const long = /^`from` to `to` must span at most 366 days: send `to` as well, in place of its default\.$/;
    expect(() => window('2025-01-01', undefined)).toThrow(long);
  });

  test('spans at most 366 days', () => {
    const [from, to] = ['2025-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    expect(bounds(from, to)).toEqual(['2025-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']);
    expect(violationOf(() => bounds(from, '2026-01-02T00:00:01Z'))).toBe('invalid_parameter from too_large');
    expect(violationOf(() => window('2025-01-01', undefined))).toBe('invalid_parameter from too_large');
    expect(violationOf(() => window(undefined, '2028-01-01'))).toBe('invalid_parameter to too_large');
  });

  test('of 366 local days may be an hour longer in autumn if both bounds are midnights', () => {
    // Clocks go back on the last Sunday of October: in 2025 on the 26th, in 2026 on the 25th.
    expect(bounds('2025-10-25', '2026-10-26', berlin)).toEqual([
      '2025-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    const readWindow = windowReader(() => new Date('2025-11-01T12:00:00Z'), { daysBack: 7, daysAhead: 0 });
    expect(iso(readWindow({ to: '2026-10-26' }, berlin).from)).toBe('2025-10-24T22:00:00.000Z');
    expect(violationOf(() => bounds('2025-10-25', '2026-10-27', berlin))).toBe('invalid_parameter from too_large');
    // At Troll in Antarctica, clocks change by two hours.
    expect(bounds('2025-10-25', '2026-10-26', 'Antarctica/Troll')).toEqual([
      '2025-10-24T22:00:00.000Z',
      '2026-10-26T00:00:00.000Z',
    ]);
    for (const [from, to] of [
      ['2025-10-25', '2026-10-25T23:00:00Z'],
      ['2025-10-24T22:00:00Z', '2026-10-26'],
      ['2025-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ]) {
      expect(violationOf(() => bounds(from, to, berlin))).toBe('invalid_parameter from too_large');
    }
  });
});
