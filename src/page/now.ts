/** The time of the calendar: that of the server's demo where it stands still, else of this device. */
export function now(): Date {
  // Tests of queries have no document.
  const fixed = globalThis.document?.documentElement.dataset.now;
  return fixed === undefined ? new Date() : new Date(fixed);
}
