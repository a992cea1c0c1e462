import { expect, it } from 'vitest';
import { andThen, attempt } from '../../../src/platform/sync/maybe-promise.ts';

const fault = new Error('fault');
const fail = (): never => {
  throw fault;
};

it('a step over a value that is there is taken at once, and one over a promise when it settles', async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});

it('what is thrown and what is rejected are told alike', async () => {
  const told = (error: unknown) => ({ error });
  expect(attempt(fail, told)).toEqual({ error: fault });
  expect(await attempt(() => Promise.reject(fault), told)).toEqual({ error: fault });
  expect(attempt(() => 1, told as never)).toBe(1);
});
