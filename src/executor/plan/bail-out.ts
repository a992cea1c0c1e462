/** The one way out of a compiled run: what a value should not be is not judged here, the reference executor does that, from the start. */

/** Thrown at a value that the compiled way does not answer. Never seen by callers. */
export class BailOut extends Error {}

/** Gives up the compiled run. */
export function bailOut(what: string): never {
  throw new BailOut(what);
}

/** Stands for `info`, which the compiled way does not build: a resolver that reads it is run by the reference executor. */
export const noInfo = new Proxy(Object.freeze({}), {
  get: () => bailOut('info'),
  has: () => bailOut('info'),
}) as never;
