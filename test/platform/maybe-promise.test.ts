import { expect, it, vi } from 'vitest';
import { andThen, attempt, lastly } from '../../src/platform/maybe-promise.ts';

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

it('the end is told once, after the work, however it ends, and changes nothing of its outcome', async () => {
  const end = vi.fn();
  expect(lastly(() => 1, end)).toBe(1);
  expect(end).toHaveBeenCalledTimes(1);
  expect(() => lastly(fail, end)).toThrow(fault);
  expect(end).toHaveBeenCalledTimes(2);
  const { promise, resolve } = Promise.withResolvers<number>();
  const later = lastly(() => promise, end);
  expect(end).toHaveBeenCalledTimes(2);
  resolve(1);
  expect(await later).toBe(1);
  expect(end).toHaveBeenCalledTimes(3);
  await expect(lastly(() => Promise.reject(fault), end)).rejects.toBe(fault);
  expect(end).toHaveBeenCalledTimes(4);
});
