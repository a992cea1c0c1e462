/** The present time: the frozen calendar of the server's demo, or the clock of this device. */
export function now(): Date {
  // Tests of queries have no document.
  const fixed = globalThis.document?.documentElement.dataset.now;
  return fixed === undefined ? new Date() : new Date(fixed);
}

/** The same, and never later than this device: services refuse notes from the future. */
export const past = (moment: Date): Date => new Date(Math.min(moment.getTime(), Date.now()));
