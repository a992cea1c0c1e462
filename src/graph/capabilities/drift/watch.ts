/** Looks for drift in the background after a start, until there is a description to compare. It never delays or fails the start. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../platform/log/log.ts';
import { type Drift, findDrift, type OnBatchReads } from './drift.ts';
import type { ServiceDocuments } from './live-contract.ts';
import { describeChange, otherRelease, summarize } from './report.ts';

/** Wait before the next attempt, if there was nothing to compare. It doubles each time. */
const againMs = 60_000;
const againMsMax = 3_600_000;
/** Changes in one log line, which people read: the rest is on the admin port. */
const loggedMax = 20;

/**
 * Starts looking. Breaking changes are logged as a warning that names the graph fields they affect, other changes as information. So is a
 * release descriptor that names another description. Unknown drift is logged only at level debug.
 */
export function watchDrift(documents: Omit<ServiceDocuments, 'signal'>, log: Logger, onBatchReads: OnBatchReads) {
  const abort = new AbortController();
  let drift: Drift = { status: 'pending', changes: [] };

  async function look(): Promise<void> {
    for (let waitMs = againMs; !abort.signal.aborted; waitMs = Math.min(2 * waitMs, againMsMax)) {
      const result = await findDrift({ ...documents, signal: abort.signal }, onBatchReads);
      if (abort.signal.aborted) return;
      report(result, result.release !== drift.release);
      drift = result;
      if (result.status !== 'unknown') return;
      // The service may have been unavailable, and its batch reads unknown.
      await delay(waitMs, undefined, { signal: abort.signal, ref: false }).catch(() => {});
    }
  }

  /** `isNew` is whether the release was another one at the last look. */
  function report(drift: Drift, isNew: boolean): void {
    const { status, release, changes } = drift;
    const fields = { status, release, changes: changes.slice(0, loggedMax).map(describeChange) };
    if (release === 'other' && isNew) log.warn({ status, release }, otherRelease);
    if (status === 'breaking') log.warn(fields, summarize(drift));
    else if (status === 'changed') log.info(fields, summarize(drift));
    else log.debug({ status, release }, summarize(drift));
  }

  const found = look();

  return {
    /** The result; `pending` until the comparison ends. */
    current: () => drift,
    /** Stops looking. */
    async close() {
      abort.abort();
      await found;
    },
  };
}
