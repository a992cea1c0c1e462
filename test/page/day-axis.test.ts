/** The lines of the charts that have a forecast. */
import { expect, it } from 'vitest';
import { linesOf } from '../../src/page/charts/day-axis.ts';

it.each([
  ['OOOFF', [1, 2, 3, null, null], [null, null, 3, 4, 5]],
  ['OOFOO', [1, 2, null, 4, 5], [null, 2, 3, 4, null]],
  ['FOFOF', [null, 2, null, 4, null], [1, 2, 3, 4, 5]],
  ['FFFFF', [null, null, null, null, null], [1, 2, 3, 4, 5]],
  ['OOOOO', [1, 2, 3, 4, 5], [null, null, null, null, null]],
])('the line of the forecast joins that of the observed days on both sides: %s', (kinds, observed, forecast) => {
  const days = [...kinds].map((kind, at) => ({ kind: kind === 'F' ? 'FORECAST' : 'OBSERVED', value: at + 1 }));
  expect(linesOf(days, ({ value }) => value)).toEqual([observed, forecast]);
});
