/** Sends the observations of a queue over a bad connection: one at a time, with longer waits after each failure in a row. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NoteQueue, QueuedNote } from './queue.ts';
import type { Outcome } from './send.ts';

/** Longest wait that a response can cause, even a wrong one. setTimeout accepts at most 24 days. */
const retryAfterMaxMs = 24 * 60 * 60_000;

export interface DeliverOptions {
  /** Longest wait after the first failure. Doubles with each further one, up to `waitMaxMs`. */
  waitFirstMs?: number;
  waitMaxMs?: number;
  /** Returns a number from 0 to 1. Defaults to Math.random. */
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
  onOutcome?: (note: QueuedNote, outcome: Outcome) => void;
}

/**
 * Sends until no observation waits (`empty`), only those whose time has not come (`early`), or the API key is refused (`locked`). After
 * `locked`, sign in and call it again. It may be killed at any moment: the next call sends the same idempotency key again.
 */
export async function deliver(
  queue: NoteQueue,
  send: (input: QueuedNote['input']) => Promise<Outcome>,
  { waitFirstMs = 1_000, waitMaxMs = 15 * 60_000, random = Math.random, wait = delay, onOutcome }: DeliverOptions = {},
): Promise<'empty' | 'early' | 'locked'> {
  let failures = 0;
  const early = new Set<string>();
  for (let note = queue.next(early); note !== undefined; note = queue.next(early)) {
    const { idempotencyKey } = note.input;
    const outcome = await send(note.input);
    if (outcome.kind === 'written') queue.record(idempotencyKey, 'written', outcome.id);
    else queue.record(idempotencyKey, outcome.kind === 'refused' ? 'refused' : 'waiting', outcome.reason);
    onOutcome?.(note, outcome);

    if (outcome.kind === 'locked') return 'locked';
    if (outcome.kind === 'early') early.add(idempotencyKey);
    if (outcome.kind !== 'later') {
      failures = 0;
      continue;
    }
    // Full jitter, added to the wait that the graph requests, so that phones that lost the graph together do not return together.
    const jitterMs = random() * Math.min(waitMaxMs, waitFirstMs * 2 ** failures);
    failures += 1;
    await wait(Math.min(outcome.retryAfterSeconds * 1_000, retryAfterMaxMs) + jitterMs);
  }
  return early.size > 0 ? 'early' : 'empty';
}
