import { expect, test } from 'vitest';
import { assertVariables, settingOf } from '../../../../src/graph/operation/limits/limit.ts';
import { idList, limits, refusal } from './fixture.ts';

const refusalOf = (variables: unknown) => refusal(() => assertVariables(variables, limits));

test('20,000 ids are refused', () => {
  expect(refusalOf({ ids: idList(20_000) })).toEqual({ name: 'VARIABLES_MAX', max: 5_000, actual: 5_001 });
});

test('values count at every level', () => {
  expect(refusalOf({ a: Array(60).fill(Array(100).fill(1)) })?.name).toBe('VARIABLES_MAX');
});

test('100,000-deep lists are refused without overflowing the stack', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(refusalOf({ deep })).toEqual({ name: 'NESTING_MAX', max: 100, actual: 101 });
});

test('the maximum number of levels passes, one more is refused', () => {
  const nested = (levels: number) => JSON.parse(`{"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  expect(refusalOf(nested(100))).toBeUndefined();
  expect(refusalOf(nested(101))).toEqual({ name: 'NESTING_MAX', max: 100, actual: 101 });
});

test('the maximum number of values passes, one more is refused', () => {
  expect(refusalOf({ ids: idList(4_999) })).toBeUndefined();
  expect(refusalOf({ ids: idList(5_000) })).toEqual({ name: 'VARIABLES_MAX', max: 5_000, actual: 5_001 });
});

test('variables for a hundred observations in one operation pass', () => {
  const note = { fieldId: 'fld_a', text: 'x'.repeat(4_000), tags: idList(20), location: { longitude: 1, latitude: 2 } };
  expect(refusalOf(Object.fromEntries(idList(100).map((id) => [id, note])))).toBeUndefined();
});

test('a plan counts the same values as the limit', () => {
  expect(assertVariables({ ids: ['a', 'b'], window: { last: { days: 3 } }, none: null }, limits)).toBe(7);
});

test('each limit has the name of its setting', () => {
  expect(['depthMax', 'answerBytesMax'].map(settingOf)).toEqual(['DEPTH_MAX', 'ANSWER_BYTES_MAX']);
});

test.each([undefined, null, 'text', 7, [], {}])('%j contains no values to count and passes', (variables) => {
  expect(refusalOf(variables)).toBeUndefined();
});
