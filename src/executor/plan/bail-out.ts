/** How a compiled run ends at a value that it does not answer: the reference executor answers the operation from the start. */

/** Never reaches callers. */
export class BailOut extends Error {}

/** Ends the compiled run. */
export function bailOut(what: string): never {
  throw new BailOut(what);
}

/** Stands for `info`, which compiled runs do not build: a resolver that reads it makes the run bail out. */
export const noInfo = new Proxy(Object.freeze({}), {
  get: () => bailOut('info'),
  has: () => bailOut('info'),
}) as never;
