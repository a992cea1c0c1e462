/**
 * Logs an outage in two lines: the loss with its reason, and the recovery with its duration. A reason that changes is one more line, at
 * most once a second. Errors in between are logged at debug, so that a lost database does not fill the log with a stack per request.
 */
import { systemClock } from '../time/clock.ts';
import type { Logger } from './log.ts';

/** Returns why it is unusable, or undefined if it works. Called once a second until it works. Must not reject. */
type Look = () => Promise<string | undefined>;

const lookEveryMs = 1_000;

/** Logs the outages of one dependency. `name` is a noun, such as `the store`. */
export function createOutageLog(log: Logger, name: string, look: Look, clock = systemClock) {
  /** Time of the first failure since it last worked, if any. */
  let failedAt: number | undefined;
  /** Why it is lost, if it is, as logged. */
  let lost: string | undefined;
  let cancelLook: (() => void) | undefined;
  let isClosed = false;

  /** Reports why it is unusable, in one sentence, or undefined if it works. The error and its stack are logged at debug. */
  function report(reason: string | undefined, error?: unknown): void {
    if (isClosed) return;
    if (error !== undefined) log.debug({ err: error }, `${name} failed`);
    if (reason !== undefined) {
      if (lost === undefined) log.error({ reason }, `${name} is lost`);
      lost ??= reason;
      lookSoon();
      return;
    }
    if (lost !== undefined) log.info({ outageMs: Math.round(clock.now() - (failedAt ?? 0)) }, `${name} is back`);
    lost = undefined;
    failedAt = undefined;
  }

  function lookSoon(): void {
    if (isClosed) return;
    failedAt ??= clock.now();
    cancelLook ??= clock.after(lookEveryMs, async () => {
      const reason = await look();
      cancelLook = undefined;
      // Only here: the errors of requests may differ from each other.
      if (!isClosed && lost !== undefined && reason !== undefined && reason !== lost) {
        lost = reason;
        log.error({ reason }, `${name} is still lost`);
      }
      report(reason);
    });
  }

  return {
    report,
    /** Checks soon whether it is lost, after a failure that may have another reason. */
    suspect: lookSoon,
    /** Why it is lost; undefined if it works. */
    reason: () => lost,
    /** Stops the checks. */
    close() {
      isClosed = true;
      cancelLook?.();
    },
  };
}
