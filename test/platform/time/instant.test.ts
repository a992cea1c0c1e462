/** Instants and dates are parsed by their digits, with the same results as by the pattern and the runtime's own parser. */
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  addDays,
  canonicalTimezone,
  formatInstant,
  instantOrZero,
  isTimezone,
  localDate,
  localInstant,
  lostPlusHint,
  mayBeginAt,
  offsetAt,
  parseDate,
  parseInstant,
  parsePlainInstant,
  startOfDay,
} from '../../../src/platform/time/instant.ts';

const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

function dateByPattern(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rolls 30 February over into March.
  return ms >= earliestMs && new Date(ms).toISOString().slice(0, 10) === text ? ms : undefined;
}

function instantByPattern(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text)) return undefined;
  if (dateByPattern(text.slice(0, 10)) === undefined) return undefined;
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase());
  return ms >= earliestMs && ms <= latestMs ? ms : undefined;
}

const digits = (length: number, max: number) => fc.nat(max).map((number) => String(number).padStart(length, '0'));
const year = fc.oneof(
  digits(4, 9_999),
  fc.constantFrom('0000', '0001', '0099', '0100', '1900', '2000', '2024', '9999'),
);
const date = fc.tuple(year, digits(2, 14), digits(2, 33)).map((parts) => parts.join('-'));
const time = fc.tuple(digits(2, 25), digits(2, 61), digits(2, 61)).map((parts) => parts.join(':'));
const offset = fc.oneof(
  { weight: 3, arbitrary: fc.constant('Z') },
  fc.constantFrom('z', '', '.5Z', '+02:00', '-23:59'),
);
const separator = fc.oneof({ weight: 5, arbitrary: fc.constant('T') }, fc.constantFrom('t', ' ', '_'));
const instant = fc.tuple(date, separator, time, offset).map((parts) => parts.join(''));
/** A text with one character replaced. */
const mangled = fc
  .tuple(fc.oneof(instant, date), fc.nat(20), fc.string({ minLength: 1, maxLength: 2 }))
  .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));

test('dates and instants equal those parsed by the pattern', () => {
  fc.assert(
    fc.property(fc.oneof(instant, date, mangled), (text) => {
      expect(parseDate(text)).toBe(dateByPattern(text));
      expect(parseInstant(text)).toBe(instantByPattern(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a plain instant is formatted to the same text from which it was parsed', () => {
  fc.assert(
    fc.property(fc.oneof(instant, mangled), (text) => {
      const ms = parsePlainInstant(text);
      if (ms !== undefined) expect([formatInstant(ms), instantByPattern(text)]).toEqual([text, ms]);
    }),
    { numRuns: 5_000 },
  );
  expect(parsePlainInstant('2026-05-04T12:00:00Z')).toBe(Date.parse('2026-05-04T12:00:00Z'));
  expect(formatInstant(1_500)).toBe('1970-01-01T00:00:01.500Z');
});

test.each([
  ['0001-01-01T00:00:00Z', earliestMs],
  ['0001-01-01T00:00:00.000Z', earliestMs],
  ['0001-01-01T00:00:00+00:01', undefined],
  ['9999-12-31T23:59:59.999Z', latestMs],
  ['9999-12-31T23:59:59-00:01', undefined],
])('%s is %s: an instant is in the years 1 to 9999 in UTC', (text, ms) => {
  expect(parseInstant(text)).toBe(ms);
});

test('days are added across the first day of the year 1', () => {
  expect([addDays('0001-01-01', -1), addDays('0000-12-31', 1)]).toEqual(['0000-12-31', '0001-01-01']);
});

test.each([
  // Clocks were set back at 00:01.
  ['2010-11-07T02:30:30Z', 'America/St_Johns', '2010-11-07T00:00:30-02:30'],
  ['2010-11-07T02:35:00Z', 'America/St_Johns', '2010-11-06T23:05:00-03:30'],
  ['2011-03-31T22:05:00Z', 'Asia/Gaza', '2011-04-01T01:05:00+03:00'],
  ['1972-01-07T00:44:00Z', 'Africa/Monrovia', '1972-01-06T23:59:30-00:45'],
  ['1972-01-07T00:44:40Z', 'Africa/Monrovia', '1972-01-07T00:44:40+00:00'],
  ['2026-10-25T00:59:59Z', 'Europe/Berlin', '2026-10-25T02:59:59+02:00'],
  ['2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25T02:00:00+01:00'],
])('%s in %s is %s, also if the clocks changed within a quarter of an hour', (utc, timezone, local) => {
  const ms = Date.parse(utc);
  // Caches the offset at the start of the quarter, which may differ from that at its end.
  localInstant(ms - (ms % 900_000), timezone);
  expect([localInstant(ms, timezone), localDate(ms, timezone)]).toEqual([local, local.slice(0, 10)]);
});

test.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  // Clocks skipped midnight, or showed it twice.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
])('%s in %s begins at %s', (date, timezone, start) => {
  expect(formatInstant(startOfDay(date, timezone))).toBe(start);
});

test.each([
  ['2026-05-04', '2026-05-03T09:59:59Z', false],
  ['2026-05-04', '2026-05-03T10:00:00Z', true],
  ['2026-05-04', '2026-05-04T12:00:00Z', true],
  ['2026-05-04', '2026-05-04T12:00:01Z', false],
  ['2026-02-30', '2026-03-02T00:00:00Z', false],
])('%s may begin in some timezone at %s: %s', (date, instant, isPossible) => {
  expect(mayBeginAt(date, Date.parse(instant))).toBe(isPossible);
});

test.each<[count: number, timezone: string, instants: string[]]>([
  [0, 'UTC', ['2026-05-04T12:00:00Z', '1972-05-04T12:00:00Z']],
  [1, 'Pacific/Niue', ['2023-01-01T00:00:00Z', '2023-01-01T00:14:59Z']],
  [2, 'Pacific/Niue', ['2022-12-31T23:45:00Z', '2022-12-31T23:45:59Z', '2022-12-31T23:46:00Z']],
  [1, 'Pacific/Niue', ['1973-01-01T00:00:00Z', '1973-01-01T00:00:00Z']],
  [2, 'Pacific/Niue', ['1972-12-31T23:59:00Z', '1972-12-31T23:59:00Z']],
])('the offset is looked up %i times in %s for %j', (count, timezone, instants) => {
  const lookUps = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  onTestFinished(() => lookUps.mockRestore());
  for (const instant of instants) offsetAt(Date.parse(instant), timezone);
  expect(lookUps).toHaveBeenCalledTimes(count);
});

test.each([
  ['europe/berlin', true, 'Europe/Berlin'],
  ['utc', true, 'UTC'],
  // The runtime calls it America/Los_Angeles.
  ['US/Pacific', true, 'US/Pacific'],
  ['+02:00', false, '+02:00'],
])('%s names a timezone: %s, and is written as %s', (name, isName, canonical) => {
  expect([isTimezone(name), canonicalTimezone(name)]).toEqual([isName, canonical]);
});

test('a name that the runtime does not know is no timezone', () => {
  expect(isTimezone('Mars/Olympus')).toBe(false);
});

test.each([
  ['2026-05-01T12:00:00Z', Date.UTC(2026, 4, 1, 12)],
  ['2026-05-01', 0],
  [null, 0],
  [1_777_636_800_000, 0],
])('an instant, or 0: %j is %i', (value, ms) => {
  expect(instantOrZero(value)).toBe(ms);
});

test.each([
  ['2026-05-01T12:00:00 02:00', '; in an address, write + as %2B'],
  ['2026-05-01T12:00:00+02:00', ''],
  [['2026-05-01T12:00:00 02:00'], ''],
])('a refusal of %j ends in %j', (value, hint) => {
  expect(lostPlusHint(value)).toBe(hint);
});
