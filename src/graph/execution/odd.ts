/** The one way out of a lean run: what a value should not be is not judged here, the ordinary executor does that, from the start. */

/** Thrown at a value that the lean way does not answer. Never seen by callers. */
export class Odd extends Error {}

/** Gives up the lean run. */
export function odd(what: string): never {
  throw new Odd(what);
}

/** Stands for `info`, which the lean way does not build: a resolver that reads it is run by the ordinary executor. */
export const noInfo = new Proxy(Object.freeze({}), {
  get: () => odd('info'),
  has: () => odd('info'),
}) as never;
