/** Stores notes in the browser's database until the graph has acknowledged them. Once `put` has resolved, nothing loses the note. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { forgetAnswers } from '../graph/saved-answers.ts';
import type { QueuedNote } from './note.ts';

interface Tables extends DBSchema {
  notes: { key: string; value: QueuedNote };
}

export interface NoteStore {
  /** False where this browser stores nothing: notes then last as long as the page. */
  isLasting: boolean;
  put(note: QueuedNote): Promise<unknown>;
  /** Replaces `before` by `after`. False if another tab has changed, sent or removed the note, and nothing is replaced. */
  replace(before: QueuedNote, after: QueuedNote): Promise<boolean>;
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

  /**
   * Safari closes the connection of a page in the background, and every later transaction fails. So this opens a new one and retries. Notes
   * come before saved answers where the disk is full.
   */
  async function connected<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    try {
      return await work(database);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') await forgetAnswers();
      database.close();
      database = await connect();
      return work(database);
    }
  }
  /** Resolves when the change is on the disk, not only in the system's cache. */
  const write = <Result>(change: (notes: ReturnType<typeof open>['store']) => Promise<Result>) =>
    connected(async (current) => {
      const transaction = open(current);
      const [result] = await Promise.all([change(transaction.store), transaction.done]);
      return result;
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
        const isReplaced = canReplace(await notes.get(before.key), before, after);
        if (isReplaced) await notes.put(after);
        return isReplaced;
      }),
    remove: (key) => write((notes) => notes.delete(key)),
    all: () => connected((current) => current.getAll('notes')),
  };
}

/** Ignores the attempts of other tabs if the note was refused, which is final: two tabs that send it would keep each other busy. */
function canReplace(stored: QueuedNote | undefined, before: QueuedNote, { state }: QueuedNote): boolean {
  const names: (keyof QueuedNote)[] = ['sentUnder', 'state', 'writtenAt'];
  if (state !== 'refused') names.push('attempts');
  return names.every((name) => stored?.[name] === before[name]);
}

function memoryStore(): NoteStore {
  const notes = new Map<string, QueuedNote>();
  return {
    isLasting: false,
    put: async (note) => void notes.set(note.key, note),
    replace: async (before, after) => {
      const isReplaced = canReplace(notes.get(before.key), before, after);
      if (isReplaced) notes.set(after.key, after);
      return isReplaced;
    },
    remove: async (key) => void notes.delete(key),
    all: async () => [...notes.values()],
  };
}
