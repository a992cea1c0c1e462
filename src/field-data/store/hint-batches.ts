/** Sends hints of committed writes in batches, each list once, without delaying the writer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeHint, Hints } from '../../platform/sync/change-hints.ts';
import { type Resource, resources } from './rows.ts';
import type { Transfers } from './store.ts';

/** Reports that a write changed a list of a field; every list if none is named. Call it after the commit, or inside `transaction`. */
export type ReportChange = (fieldId: string, list?: Resource) => void;

/** Lists that may wait to be sent. Above that, any list counts as changed. */
const hintsMax = 10_000;
/** Between two batches. */
const pauseMs = 50;
/** Before a batch that could not be sent is sent again. */
const retryMs = 1_000;

/** Sends hints by `send`: the first at once, later ones in batches. Hints are sent again if `send` resolves to false. */
export function createHintBatches(send: (hints: Hints) => Promise<boolean> | boolean) {
  /** Hints by list and field. Undefined if there were too many: then any list may have changed. */
  let waiting: Map<string, ChangeHint> | undefined = new Map();
  /** Whether a transaction is open that may still be rolled back. */
  let isOpen = false;
  let isSending = false;
  let isClosed = false;

  const reportChange: ReportChange = (fieldId, list) => {
    for (const each of list ? [list] : resources) waiting?.set(`${each} ${fieldId}`, { fieldId, list: each });
    if (waiting && waiting.size > hintsMax) waiting = undefined;
    begin();
  };

  function begin(): void {
    if (isSending || isClosed) return;
    isSending = true;
    setImmediate(sendAll);
  }

  const isWaiting = () => !isOpen && waiting?.size !== 0;

  async function sendAll(): Promise<void> {
    while (isWaiting() && !isClosed) {
      const isSent = await sendWaiting();
      await delay(isSent ? pauseMs : retryMs, undefined, { ref: false });
    }
    isSending = false;
  }

  async function sendWaiting(): Promise<boolean> {
    const sent = waiting;
    waiting = new Map();
    const isSent = await send(sent && [...sent.values()]);
    if (!isSent && !sent) waiting = undefined;
    else if (!isSent) for (const { fieldId, list } of sent?.values() ?? []) reportChange(fieldId, list);
    return isSent;
  }

  return {
    reportChange,
    /** Wraps a store's transaction: no hint is sent before it ends, and a rollback drops its hints. */
    transaction: (run: Transfers['transaction']): Transfers['transaction'] => {
      return async (work) => {
        let isDone = false;
        isOpen = true;
        try {
          return await run(async () => {
            const result = await work();
            isDone = true;
            return result;
          });
        } finally {
          isOpen = false;
          // After a failed commit, the outcome is unknown, so the hints are sent.
          if (!isDone) waiting = new Map();
          begin();
        }
      };
    },
    /** Sends the waiting hints, without a retry. */
    async close(): Promise<void> {
      isClosed = true;
      if (isWaiting()) await sendWaiting();
    },
  };
}
