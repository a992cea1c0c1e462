/** Empties a queue over a bad connection: one note at a time, waiting longer after each failure in a row. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NoteQueue, QueuedNote } from './queue.ts';
import type { Outcome } from './send.ts';

/** No answer, however wrong, keeps the queue waiting for longer; and setTimeout takes no more than 24 days. */
const retryAfterMaxMs = 24 * 60 * 60_000;

export interface DeliverOptions {
  /** Longest wait after the first failure; it doubles with each further one, up to `waitMaxMs`. */
  waitFirstMs?: number;
  waitMaxMs?: number;
  /** From 0 to 1, as Math.random. */
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
  onOutcome?: (note: QueuedNote, outcome: Outcome) => void;
}

/**
 * Sends until no note waits (`empty`) or the API key is refused (`locked`: the notes stay, sign in and call again).
 * There is nothing to shut down: being killed between any two lines is the normal case, and the same key is sent again.
 */
export async function deliver(
  queue: NoteQueue,
  send: (input: QueuedNote['input']) => Promise<Outcome>,
  { waitFirstMs = 1_000, waitMaxMs = 15 * 60_000, random = Math.random, wait = delay, onOutcome }: DeliverOptions = {},
): Promise<'empty' | 'locked'> {
  let failures = 0;
  for (let note = queue.next(); note !== undefined; note = queue.next()) {
    const { idempotencyKey } = note.input;
    const outcome = await send(note.input);
    if (outcome.kind === 'written') queue.record(idempotencyKey, 'written', outcome.id);
    else queue.record(idempotencyKey, outcome.kind === 'refused' ? 'refused' : 'waiting', outcome.reason);
    onOutcome?.(note, outcome);

    if (outcome.kind === 'locked') return 'locked';
    if (outcome.kind !== 'later') {
      failures = 0;
      continue;
    }
    // Full jitter, on top of what the graph asked for: a thousand phones that lost it together do not return together.
    const jitterMs = random() * Math.min(waitMaxMs, waitFirstMs * 2 ** failures);
    failures += 1;
    await wait(Math.min(outcome.retryAfterSeconds * 1_000, retryAfterMaxMs) + jitterMs);
  }
  return 'empty';
}
