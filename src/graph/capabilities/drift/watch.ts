/** Looks for drift once, in the background of a start: it delays nothing and fails nothing. */
import type { Logger } from '../../../platform/log/log.ts';
import { type Drift, findDrift } from './drift.ts';
import type { ServiceDocuments } from './live-contract.ts';
import { describeChange, summarize } from './report.ts';

export type DriftWatch = ReturnType<typeof watchDrift>;

/** A log line is read by people: the rest is on the admin port. */
const loggedMax = 20;

/**
 * Starts looking. What breaks is a warning in the log that names the graph fields it reaches; other changes are logged, unknown is not
 * worth a line. `onBatchReads` is called with the addresses of announced batch reads by that of the single-field read, URLs without a query.
 */
export function watchDrift(
  documents: Omit<ServiceDocuments, 'signal'>,
  log: Logger,
  onBatchReads: (addresses: ReadonlyMap<string, string>) => void,
) {
  const abort = new AbortController();
  let drift: Drift = { status: 'pending', changes: [] };

  const onBatchPaths = (paths: ReadonlyMap<string, string>) => {
    const { serviceUrl } = documents;
    onBatchReads(new Map([...paths].map(([single, batch]) => [serviceUrl + single, serviceUrl + batch])));
  };

  const found = findDrift({ ...documents, signal: abort.signal }, onBatchPaths).then((result) => {
    if (abort.signal.aborted) return;
    drift = result;
    const { status, release, changes } = drift;
    const fields = { status, release, changes: changes.slice(0, loggedMax).map(describeChange) };
    if (status === 'breaking') log.warn(fields, summarize(drift));
    else if (status === 'changed') log.info(fields, summarize(drift));
    else log.debug({ status, release }, summarize(drift));
  });

  return {
    /** The result; `pending` until the comparison ends. */
    current: () => drift,
    /** Ends a comparison that is still running. */
    async close() {
      abort.abort();
      await found;
    },
  };
}
