/**
 * Sends notes one at a time, each under its own idempotency key, and stores them until they are acknowledged. The page may be killed
 * between any two lines: the same note is then sent again under the same key, and written once.
 */
import type { AddObservationInput } from '../../../client/types.ts';
import type { NoteFragment } from '../__generated__/graphql.ts';
import { fingerprint } from '../settings.ts';
import { openChannel } from '../storage.ts';
import type { QueuedNote } from './note.ts';
import { sendNote } from './send.ts';
import type { NoteStore } from './store.ts';

/** More than anyone writes before there is a network. Further notes are refused. */
const notesMax = 200;
/** Longest wait after the first failure; it doubles with each further one. */
const waitFirstMs = 2_000;
const waitMaxMs = 5 * 60_000;

export interface OutboxState {
  notes: QueuedNote[];
  isLasting: boolean;
  /** Why the last pass stopped early, if it did, and whether another API key is needed. */
  pause?: string;
  isLocked?: boolean;
  sendingKey?: string;
}

type Stop = Pick<OutboxState, 'pause' | 'isLocked'>;

/** A note that the graph has acknowledged, and the key of its draft. */
export interface SentNote {
  key: string;
  fieldId: string;
  note: NoteFragment;
}

interface OutboxOptions {
  apiKey(): string | undefined;
  onChange(state: OutboxState): void;
  onSent(sent: SentNote): void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** The outbox over a store. */
export function createOutbox(store: NoteStore, { apiKey, onChange, onSent }: OutboxOptions) {
  let state: OutboxState = { notes: [], isLasting: store.isLasting };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isSending = false;
  // Tabs share the store: each notifies the others of a change, and of a note that it has sent.
  const others = openChannel('fieldgraph-notes');
  others.onmessage = ({ data }: MessageEvent<'changed' | SentNote>) => {
    if (data === 'changed') void reload().catch(() => undefined);
    else onSent(data);
  };

  /** Fingerprint of the present key, if there is one. */
  const present = (key = apiKey()) => key && fingerprint(key);

  function show(change: Partial<OutboxState>): void {
    state = { ...state, ...change };
    onChange(state);
  }

  async function reload(): Promise<void> {
    const notes = await store.all();
    show({ notes: notes.toSorted((one, other) => one.writtenAt - other.writtenAt) });
  }

  async function stored<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    await reload();
    others.postMessage('changed');
    return result;
  }
  const replace = (before: QueuedNote, after: QueuedNote) => stored(store.replace(before, after));
  const remove = (key: string) => stored(store.remove(key));

  /** Sends all waiting notes. Two tabs at once do no harm: by its key, each note is written once. */
  async function deliver(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    const stopped = await pass().catch((): Stop => {
      wait(0);
      return { pause: 'This browser could not save the state of a note. It will be tried again, and stored once.' };
    });
    isSending = false;
    show({ pause: undefined, isLocked: false, ...stopped, sendingKey: undefined });
    // Send a note that was added while the pass ended.
    if (stopped.pause === undefined && next() !== undefined) await deliver();
  }

  /** Returns why it stopped before the end, if it did. */
  async function pass(): Promise<Stop> {
    await reload();
    for (let found = next(); found !== undefined; found = next()) {
      const { note, key, under } = found;
      // Another key may be of another account, or write it a second time: only the person can know.
      const begun = { ...note, attempts: note.attempts + 1, sentUnder: note.sentUnder ?? under };
      // Another tab has changed it: take it as it is now, with the key that may have stored it.
      if (!(await replace(note, begun))) continue;
      show({ sendingKey: note.key });
      const outcome = await sendNote(note.input, key);
      if (outcome.kind === 'written') {
        const sent: SentNote = { key: note.key, fieldId: note.input.fieldId, note: outcome.observation };
        onSent(sent);
        others.postMessage(sent);
        await remove(note.key);
        failures = 0;
      } else if (outcome.kind === 'refused') {
        failures = 0;
        await replace(begun, { ...begun, state: 'refused', reason: outcome.reason, faults: outcome.faults });
      } else {
        // If the key was refused, or there was no network, it is not written, and the attempt does not count. A note that was written
        // without a key is then free again.
        const before = outcome.kind === 'locked' || outcome.isUnsent ? note : begun;
        await replace(begun, { ...before, reason: outcome.reason });
        // Another key was entered meanwhile.
        if (outcome.kind === 'locked' && apiKey() !== key) continue;
        if (outcome.kind === 'later') wait(outcome.retryAfterSeconds);
        return { pause: outcome.reason, isLocked: outcome.kind === 'locked' };
      }
    }
    return {};
  }

  /** The note to send next, if there is one and a key. Fewest attempts first, so that one that keeps failing does not delay the others. */
  function next() {
    const key = apiKey();
    if (key === undefined) return undefined;
    const under = fingerprint(key);
    const [note] = state.notes
      .filter(({ state: is, sentUnder = under }) => is === 'waiting' && sentUnder === under)
      .toSorted((one, other) => one.attempts - other.attempts);
    return note && { note, key, under };
  }

  function wait(retryAfterSeconds: number): void {
    const backOffMs = Math.min(waitMaxMs, waitFirstMs * 2 ** failures);
    failures += 1;
    // Full jitter: a thousand phones that lost the graph at once must not return at once.
    timer = setTimeout(deliver, Math.min(retryAfterSeconds * 1_000, waitMaxMs) + Math.random() * backOffMs);
  }

  return {
    /** Stores a note and begins to send it. Resolves when it is stored; false where the outbox is full. */
    async add(input: Omit<AddObservationInput, 'idempotencyKey'>, key: string): Promise<boolean> {
      await reload();
      if (state.notes.length >= notesMax && !state.notes.some((note) => note.key === key)) return false;
      const whole: AddObservationInput = { ...input, idempotencyKey: key };
      await stored(
        store.put({ key, input: whole, writtenAt: Date.now(), attempts: 0, sentUnder: present(), state: 'waiting' }),
      );
      void deliver();
      return true;
    },
    /** Removes a note before it is written. One that was sent may have been written. */
    remove,
    /** Sends a note with the current API key, although it may be for another account, or be stored with an earlier key. */
    async resend(note: QueuedNote): Promise<void> {
      await replace(note, { ...note, sentUnder: present() });
      await deliver();
    },
    deliver: async () => {
      failures = 0;
      await deliver();
    },
  };
}

/** 32 random hexadecimal digits: pages over plain HTTP from another machine have no `randomUUID`. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
