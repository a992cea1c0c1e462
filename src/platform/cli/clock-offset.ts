/** Whether the clock of this machine agrees with another one. */
import { good, type Outcome, warn } from './check.ts';

/** A Date header has whole seconds, and an answer takes time. Beyond this, ages of cached responses and times of records are wrong. */
const offsetMsMax = 5_000;

/** Compares another clock, which was read between a request and its response, with this one. */
export function checkOffset(
  whose: string,
  otherMs: number,
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): Outcome {
  // The other clock was read at some moment between the two.
  const offsetMs = Math.max(otherMs - receivedMs, sentMs - otherMs, 0);
  const seconds = Math.round(offsetMs / 1_000);
  if (offsetMs <= offsetMsMax)
    return { check: 'clock', ...good(`The clock agrees with that of ${whose} within ${offsetMsMax / 1_000} seconds.`) };
  const sentence = `The clock is ${seconds} seconds ${otherMs > receivedMs ? 'slow' : 'fast'} against that of ${whose}.`;
  return { check: 'clock', ...warn(sentence, 'Synchronize the clocks of both machines, for example by NTP.') };
}
