/** Counts and temperatures as the page shows them to people. */
import { expect, it } from 'vitest';
import { fromCelsius, toCelsius, writeCount } from '../../src/page/measures.ts';

it('a count has no plural if it is one or rounds to one', () => {
  expect([0, 1, 1.2, 2, 1_200].map((count) => writeCount(count, 'day'))).toEqual([
    '0 days',
    '1 day',
    '1 day',
    '2 days',
    '1,200 days',
  ]);
});

it('a threshold stays the same temperature when converted between Celsius and Fahrenheit', () => {
  expect([0, 7.3, toCelsius(45, 'FAHRENHEIT')].map((celsius) => fromCelsius(celsius, 'FAHRENHEIT'))).toEqual([
    32,
    expect.closeTo(45.14, 9),
    expect.closeTo(45, 9),
  ]);
});
