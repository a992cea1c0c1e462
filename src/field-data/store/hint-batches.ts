/** Hints of committed writes on their way out: each list once, a batch at a time, never in the way of the writer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeHint, Hints, WatchChanges } from '../../platform/sync/change-hints.ts';
import { type Resource, resources } from './rows.ts';
import type { Transfers } from './store.ts';

/** Notes a list of a field that a committed write changed, or one inside of `allOrNothing`; every list of the field where none is named. */
export type NoteChange = (fieldId: string, list?: Resource) => void;

/** Lists that wait to be sent. One more, and any list counts as changed. */
const hintsMax = 10_000;
/** Between two batches. */
const pauseMs = 50;
/** Between two attempts, where a batch could not be sent. */
const retryMs = 1_000;

/** Sends hints by `send`: at once, and those that come meanwhile a moment later. Where it resolves to false, they are sent again. */
export function createHintBatches(send: (hints: Hints) => Promise<boolean> | boolean) {
  /** By list and field; undefined where they are too many, so that any list may have changed. */
  let waiting: Map<string, ChangeHint> | undefined = new Map();
  /** A transaction is open that may still be rolled back. */
  let isOpen = false;
  let isSending = false;
  let isClosed = false;

  const noteChange: NoteChange = (fieldId, list) => {
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
    else if (!isSent) for (const { fieldId, list } of sent?.values() ?? []) noteChange(fieldId, list);
    return isSent;
  }

  return {
    noteChange,
    /** Wraps a store's transaction: nothing is sent before it ended, and nothing of it where it was rolled back. */
    allOrNothing: (run: Transfers['allOrNothing']): Transfers['allOrNothing'] => {
      return async (work) => {
        let isKept = false;
        isOpen = true;
        try {
          await run(async () => {
            isKept = await work();
            return isKept;
          });
        } finally {
          isOpen = false;
          // Where the commit failed nobody knows what it did.
          if (!isKept) waiting = new Map();
          begin();
        }
      };
    },
    /** Sends what waits, once. */
    async close(): Promise<void> {
      isClosed = true;
      if (isWaiting()) await sendWaiting();
    },
  };
}

/** Those who watch: as many as parts of this process do. `onFirst` is called when somebody begins to watch, and what it returns when nobody does. */
export function createWatchers(onFirst: () => () => void = () => () => {}) {
  const watchers = new Set<(hints: Hints) => void>();
  let stop: (() => void) | undefined;

  function leave(each: (hints: Hints) => void): void {
    watchers.delete(each);
    if (watchers.size > 0) return;
    stop?.();
    stop = undefined;
  }

  return {
    watch: ((onHints) => {
      // Its own function: who watches twice also stops twice.
      const each = (hints: Hints) => onHints(hints);
      watchers.add(each);
      stop ??= onFirst();
      return () => leave(each);
    }) satisfies WatchChanges as WatchChanges,
    isWatched: () => watchers.size > 0,
    notify(hints: Hints): void {
      for (const each of watchers) each(hints);
    },
    close(): void {
      for (const each of watchers) leave(each);
    },
  };
}
