/**
 * Ends a compiled run that meets something it was not compiled for, such as a promise in a list. The reference executor then runs the
 * operation again from the start.
 */

/** Never reaches callers. */
export class BailOut extends Error {}

/** Ends the compiled run. */
export function bailOut(what: string): never {
  throw new BailOut(what);
}

/** Stands for `info`, which compiled runs do not build: a resolver that reads it makes the run bail out. */
export const noInfo = new Proxy(Object.freeze({}), { get: () => bailOut('info'), has: () => bailOut('info') }) as never;
