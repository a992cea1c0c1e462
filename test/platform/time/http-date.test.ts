/** The three forms of a date in HTTP, and what only Date.parse would take for one. */
import { expect, it } from 'vitest';
import { parseHttpDate } from '../../../src/platform/time/http-date.ts';

const ms = Date.parse('1994-11-06T08:49:37Z');

it.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', ms],
  ['Sunday, 06-Nov-94 08:49:37 GMT', ms],
  ['Sun Nov  6 08:49:37 1994', ms],
  ['Sun, 06 Nov 1994 25:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:49:37', undefined],
  ['1994-11-06T08:49:37Z', undefined],
  ['-1', undefined],
])('%s is %s', (text, expected) => {
  expect(parseHttpDate(text)).toBe(expected);
});
