/**
 * Notes in a file until the graph has acknowledged them. A note is here, whole and for good, once `add` has returned:
 * killing the process or cutting its power at any instruction loses nothing.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
// In a project of your own: '@fieldgraph/client/types'.
import type { AddObservationInput } from '../../client/types.ts';

/** What the app knows of a note; the queue adds the key, and the time if it was not given. */
export type Note = Omit<AddObservationInput, 'idempotencyKey'>;

export interface QueuedNote {
  /** Exactly what is sent, the same on every attempt: a key stands for one input, to the letter. */
  input: AddObservationInput;
  state: 'waiting' | 'written' | 'refused';
  attempts: number;
  /** The id of the written note, or why the last attempt wrote nothing. */
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

/** Opens the queue in this file, made where it is not there. Two processes may share it: the keys keep each note single. */
export function openQueue(path: string) {
  const database = new DatabaseSync(path);
  database.exec(tables);
  const insert = database.prepare('INSERT INTO notes (key, input) VALUES (?, ?)');
  // Fewest attempts first: a note that keeps failing goes to the back and holds up no other.
  const oldest = database.prepare("SELECT * FROM notes WHERE state = 'waiting' ORDER BY attempts, position LIMIT 1");
  const everything = database.prepare('SELECT * FROM notes ORDER BY position');
  const attempted = database.prepare(
    'UPDATE notes SET state = ?, outcome = ?, attempts = attempts + 1 WHERE key = ? AND state = ?',
  );
  const again = database.prepare("UPDATE notes SET state = 'waiting', attempts = 0 WHERE state = 'refused'");

  return {
    /** Stores a note under a key of its own, which it gives back. The time is set now: it may be sent days later. */
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

    /** The note to send next; undefined when none waits. */
    next(): QueuedNote | undefined {
      const row = oldest.get();
      return row && fromRow(row);
    },

    /** Records what became of an attempt. A note that was written or refused meanwhile stays so. */
    record(key: string, state: QueuedNote['state'], outcome: string): void {
      attempted.run(state, outcome, key, 'waiting');
    },

    /** Lets refused notes be sent again, after what stood in their way is gone. A refusal left their keys unused. */
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
