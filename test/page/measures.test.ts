/** Numbers as people read them. */
import { expect, it } from 'vitest';
import { fromCelsius, toCelsius, writeCount } from '../../src/page/measures.ts';

it('a count of one thing, also where it is rounded to one, has no plural', () => {
  expect([0, 1, 1.2, 2, 1_200].map((count) => writeCount(count, 'day'))).toEqual([
    '0 days',
    '1 day',
    '1 day',
    '2 days',
    '1,200 days',
  ]);
});

it('a threshold is the same temperature in both units', () => {
  expect([0, 7.3, toCelsius(45, 'FAHRENHEIT')].map((celsius) => fromCelsius(celsius, 'FAHRENHEIT'))).toEqual([
    32,
    expect.closeTo(45.14, 9),
    expect.closeTo(45, 9),
  ]);
});
