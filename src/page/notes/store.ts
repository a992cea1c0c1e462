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
  /** Replaces `before` by `after`, unless another tab has changed, sent or removed the note. */
  replace(before: QueuedNote, after: QueuedNote): Promise<void>;
  remove(key: string): Promise<void>;
  all(): Promise<QueuedNote[]>;
}

type Database = IDBPDatabase<Tables>;

// Async, so that it rejects instead of throwing if there is no `indexedDB`.
const connect = async (): Promise<Database> =>
  openDB<Tables>('fieldgraph', 1, { upgrade: (fresh) => void fresh.createObjectStore('notes', { keyPath: 'key' }) });

/** Opens the store; a browser without one gets a store in memory. */
export const openStore = (): Promise<NoteStore> => connect().then(lastingStore, memoryStore);

function lastingStore(first: Database): NoteStore {
  let database = first;
  let isPut = false;

  /** Safari closes the connection of a page in the background, and every later transaction fails. So this opens a new one and retries. */
  async function connected<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    try {
      return await work(database);
    } catch {
      database = await connect();
      return work(database);
    }
  }
  /** Resolves when the change is on the disk, not only in the system's cache. */
  const write = (change: (notes: ReturnType<typeof open>['store']) => Promise<unknown>) =>
    connected(async (current) => {
      const transaction = open(current);
      await Promise.all([change(transaction.store), transaction.done]);
    });
  const open = (current: Database) => current.transaction('notes', 'readwrite', { durability: 'strict' });
  return {
    isLasting: true,
    put: (note) => {
      // Request it only with the first note, because Firefox shows a prompt.
      if (!isPut) void navigator.storage?.persist?.().catch(() => undefined);
      isPut = true;
      return write((notes) => notes.put(note));
    },
    replace: (before, after) =>
      write(async (notes) => {
        if (isSame(await notes.get(before.key), before)) await notes.put(after);
      }),
    remove: (key) => write((notes) => notes.delete(key)),
    all: () => connected((current) => current.getAll('notes')),
  };
}

/** Ignores `attempts`: if two tabs send a note, the refusal of either is final. */
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
