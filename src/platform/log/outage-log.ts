/**
 * An outage is two lines of the log: what is lost and why, and that it is back and after how long. Whatever fails in between is for debug,
 * so that a database that is away does not fill the log with one stack a request.
 */
import { type Clock, systemClock } from '../time/clock.ts';
import type { Logger } from './log.ts';

interface OutageLogOptions {
  /** Why it cannot be used now; undefined where it can. Called once a second until it can. Must not reject. */
  look: () => Promise<string | undefined>;
  clock?: Clock;
}

const lookEveryMs = 1_000;

/** Logs the outages of what `name` names, such as `the store`. */
export function createOutageLog(log: Logger, name: string, { look, clock = systemClock }: OutageLogOptions) {
  /** When it failed first; undefined where nothing did since it was found well. */
  let failedAt: number | undefined;
  let isLost = false;
  let cancelLook: (() => void) | undefined;
  let isClosed = false;

  /** Reports why it cannot be used now, in one sentence; undefined where it can. The error and its stack are logged at debug. */
  function report(reason: string | undefined, error?: unknown): void {
    if (isClosed) return;
    if (error !== undefined) log.debug({ err: error }, `${name} failed`);
    if (reason !== undefined) {
      if (!isLost) log.error({ reason }, `${name} is lost`);
      isLost = true;
      lookSoon();
      return;
    }
    if (isLost) log.info({ outageMs: Math.round(clock.now() - (failedAt ?? 0)) }, `${name} is back`);
    isLost = false;
    failedAt = undefined;
  }

  function lookSoon(): void {
    if (isClosed) return;
    failedAt ??= clock.now();
    cancelLook ??= clock.after(lookEveryMs, async () => {
      const reason = await look();
      cancelLook = undefined;
      report(reason);
    });
  }

  return {
    report,
    /** Looks soon whether it is lost: something failed that may have other reasons. */
    suspect: lookSoon,
    isLost: () => isLost,
    /** Ends looking. */
    close() {
      isClosed = true;
      cancelLook?.();
    },
  };
}
