/** The present time: the frozen calendar of the server's demo, or the clock of this device. */
export function now(): Date {
  // Tests of queries have no document.
  const fixed = globalThis.document?.documentElement.dataset.now;
  return fixed === undefined ? new Date() : new Date(fixed);
}

/** A moment, but never later than the clock of this device: services refuse notes from the future. */
export const past = (moment: Date): Date => new Date(Math.min(moment.getTime(), Date.now()));

const hourMs = 3_600_000;

/** Whether an hour, or a run of hours, is over: a saved answer may have past hours. */
export const isOver = ({ startsAt, hourCount = 1 }: { startsAt: string; hourCount?: number }): boolean =>
  Date.parse(startsAt) + hourCount * hourMs <= now().getTime();
