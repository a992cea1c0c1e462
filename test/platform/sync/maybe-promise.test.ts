import { expect, it } from 'vitest';
import { andThen, attempt } from '../../../src/platform/sync/maybe-promise.ts';

const failure = new Error('fault');
const fail = (): never => {
  throw failure;
};

it('andThen runs a step at once for a value, and after it settles for a promise', async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});

it('attempt passes thrown and rejected errors to the same handler', async () => {
  const handled = (error: unknown) => ({ error });
  expect(attempt(fail, handled)).toEqual({ error: failure });
  expect(await attempt(() => Promise.reject(failure), handled)).toEqual({ error: failure });
  expect(attempt(() => 1, handled as never)).toBe(1);
});
