/**
 * Stores observations in a file until the graph has acknowledged them. Once `add` has returned, neither a killed process nor a power cut
 * loses the observation.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
// In your project, import '@fieldgraph/client/types'.
import type { AddObservationInput } from '../../client/types.ts';

/** An observation of the app. The queue adds the key, and the time if it is missing. */
export type Note = Omit<AddObservationInput, 'idempotencyKey'>;

export interface QueuedNote {
  /** The input, identical in every attempt: an idempotency key may have only one. */
  input: AddObservationInput;
  state: 'waiting' | 'written' | 'refused';
  attempts: number;
  /** Id of the written observation, or the reason why the last attempt wrote nothing. */
  outcome: string | null;
}

const tables = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  -- WAL alone survives kill -9; FULL also survives a flat battery.
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS notes (
    position INTEGER PRIMARY KEY,
    key      TEXT NOT NULL UNIQUE,
    input    TEXT NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'written', 'refused')),
    attempts INTEGER NOT NULL DEFAULT 0,
    outcome  TEXT
  ) STRICT;
`;

export type NoteQueue = ReturnType<typeof openQueue>;

/** Opens the queue in this file, and creates a missing one. Two processes may share it: the keys prevent duplicate observations. */
export function openQueue(path: string) {
  const database = new DatabaseSync(path);
  database.exec(tables);
  const insert = database.prepare('INSERT INTO notes (key, input) VALUES (?, ?)');
  // Fewest attempts first, so that an observation that fails repeatedly delays no other.
  const oldest = database.prepare(
    `SELECT * FROM notes WHERE state = 'waiting' AND key NOT IN (SELECT value FROM json_each(?))
     ORDER BY attempts, position LIMIT 1`,
  );
  const everything = database.prepare('SELECT * FROM notes ORDER BY position');
  const attempted = database.prepare(
    'UPDATE notes SET state = ?, outcome = ?, attempts = attempts + 1 WHERE key = ? AND state = ?',
  );
  const again = database.prepare("UPDATE notes SET state = 'waiting', attempts = 0 WHERE state = 'refused'");

  return {
    /** Stores an observation with a new key, and returns the key. Sets the time now, because it may be sent days later. */
    add(note: Note): string {
      const idempotencyKey = randomUUID();
      const input: AddObservationInput = {
        ...note,
        observedAt: note.observedAt ?? new Date().toISOString(),
        idempotencyKey,
      };
      insert.run(idempotencyKey, JSON.stringify(input));
      return idempotencyKey;
    },

    /** Returns the observation to send next, without those of these keys. Undefined if none waits. */
    next(skipped: ReadonlySet<string>): QueuedNote | undefined {
      const row = oldest.get(JSON.stringify([...skipped]));
      return row && fromRow(row);
    },

    /** Records the outcome of an attempt. Does not change an observation that another process recorded as written or refused. */
    record(key: string, state: QueuedNote['state'], outcome: string): void {
      attempted.run(state, outcome, key, 'waiting');
    },

    /** Queues refused observations again, after the cause was corrected. Their keys are still unused. */
    retryRefused(): void {
      again.run();
    },

    list(): QueuedNote[] {
      return everything.all().map(fromRow);
    },

    close(): void {
      database.close();
    },
  };
}

function fromRow({ input, state, attempts, outcome }: Record<string, unknown>): QueuedNote {
  return { input: JSON.parse(String(input)), state, attempts, outcome } as QueuedNote;
}
