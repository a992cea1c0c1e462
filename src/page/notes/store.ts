/** Stores notes in the browser's database until the graph has acknowledged them. Once `put` has resolved, nothing loses the note. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedNote } from './note.ts';

interface Tables extends DBSchema {
  notes: { key: string; value: QueuedNote };
}

export interface NoteStore {
  /** False where this browser stores nothing: notes then last as long as the page. */
  isLasting: boolean;
  put(note: QueuedNote): Promise<void>;
  /** Puts `after` in the place of `before`, unless another tab has changed, sent or removed the note. */
  replace(before: QueuedNote, after: QueuedNote): Promise<void>;
  remove(key: string): Promise<void>;
  all(): Promise<QueuedNote[]>;
}

/** Opens the store; a browser without one gets a store in memory. */
export async function openStore(): Promise<NoteStore> {
  try {
    const database = await openDB<Tables>('fieldgraph', 1, {
      upgrade: (fresh) => void fresh.createObjectStore('notes', { keyPath: 'key' }),
    });
    return lastingStore(database);
  } catch {
    return memoryStore();
  }
}

function lastingStore(database: IDBPDatabase<Tables>): NoteStore {
  /** Resolves when it is on the disk and not only in the system's cache. */
  async function write(change: (notes: ReturnType<typeof open>['store']) => Promise<unknown>): Promise<void> {
    const transaction = open();
    await Promise.all([change(transaction.store), transaction.done]);
  }
  const open = () => database.transaction('notes', 'readwrite', { durability: 'strict' });
  return {
    isLasting: true,
    put: (note) => write((notes) => notes.put(note)),
    replace: (before, after) =>
      write(async (notes) => {
        if (isSame(await notes.get(before.key), before)) await notes.put(after);
      }),
    remove: (key) => write((notes) => notes.delete(key)),
    all: () => database.getAll('notes'),
  };
}

/** Not by attempts: where two tabs send a note, the refusal of either is final. */
function isSame(stored: QueuedNote | undefined, { sentUnder, state, writtenAt }: QueuedNote): boolean {
  return (
    stored !== undefined && stored.sentUnder === sentUnder && stored.state === state && stored.writtenAt === writtenAt
  );
}

function memoryStore(): NoteStore {
  const notes = new Map<string, QueuedNote>();
  return {
    isLasting: false,
    put: async (note) => void notes.set(note.key, note),
    replace: async (before, after) => void (isSame(notes.get(before.key), before) && notes.set(after.key, after)),
    remove: async (key) => void notes.delete(key),
    all: async () => [...notes.values()],
  };
}
