/**
 * Files into the store: in small batches, with a pause between them in which a running service can write; broken off at any point
 * it goes on from there, and done again it changes nothing.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportRow, Store } from '../store/store.ts';
import type { Candidate, ReadOptions } from './candidate.ts';
import { readFileCandidates } from './files.ts';
import { createGate } from './rows.ts';

export interface ImportOptions extends ReadOptions {
  /** Nothing is imported unless every record is good. */
  strict?: boolean;
  now?: () => Date;
  /** Hears of each record that is refused, where it is and why. */
  onFault?: (place: string, fault: string) => void;
  /** Hears how many bytes of the file are read, of how many. */
  onProgress?: (bytes: number, bytesTotal: number) => void;
}

/** What became of a file's records. */
export interface ImportResult {
  written: number;
  /** Already there, or older than what is there. */
  unchanged: number;
  refused: number;
  /** Committed by an earlier import that was broken off, all of them good. */
  resumed: number;
}

/** Rows of one transaction: some forty milliseconds, far below what a writer waits for the lock. */
const batchRows = 2_000;
// Twice what a waiting writer sleeps between tries.
const pauseMs = 10;

/** Imports a file. Throws ImportError for one that cannot be read at all; refused records are told to `onFault` and counted. */
export async function importFile(store: Store, path: string, options: ImportOptions = {}): Promise<ImportResult> {
  const { strict = false, onFault = () => {} } = options;
  if (strict) {
    const refused = await countFaults(store, path, options);
    if (refused > 0) return { written: 0, unchanged: 0, refused, resumed: 0 };
  }
  const file = await identify(path, options);
  const result: ImportResult = { written: 0, unchanged: 0, refused: 0, resumed: await store.findProgress(file) };
  let entries = 0;
  // A refused entry is never done: it may be good next time, and must be told again. What lies after it is written again then.
  let done = result.resumed;
  let batch: ImportRow[] = [];
  const commit = async (progress: number | null): Promise<void> => {
    const { written, unchanged } = await store.writeBatch(batch, { file, entries: progress });
    result.written += written;
    result.unchanged += unchanged;
    batch = [];
  };
  const gate = createGate(store, options.now ?? (() => new Date()));
  for await (const candidate of await candidatesOf(path, options)) {
    entries += 1;
    if (entries <= result.resumed) continue;
    const checked = await gate(candidate);
    if ('fault' in checked) {
      result.refused += 1;
      onFault(checked.place, checked.fault);
    } else batch.push(checked.row);
    if (result.refused === 0) done = entries;
    if (batch.length >= batchRows) {
      await commit(done);
      await delay(pauseMs);
    }
  }
  await commit(null);
  return result;
}

async function countFaults(store: Store, path: string, options: ImportOptions): Promise<number> {
  const { onFault = () => {} } = options;
  const gate = createGate(store, options.now ?? (() => new Date()));
  let refused = 0;
  for await (const candidate of await candidatesOf(path, options)) {
    const checked = await gate(candidate);
    if (!('fault' in checked)) continue;
    refused += 1;
    onFault(checked.place, checked.fault);
  }
  return refused;
}

async function candidatesOf(
  path: string,
  { onProgress, ...options }: ImportOptions,
): Promise<AsyncIterable<Candidate> | Iterable<Candidate>> {
  const { size } = await stat(path);
  let read = 0;
  return readFileCandidates(path, options, (bytes) => {
    read += bytes;
    onProgress?.(read, size);
  });
}

/** Names the very file and how it is read: another one under the same name is another, and so is the same one for another field. */
async function identify(path: string, { fieldId, kind, issuedAt, sourceName }: ReadOptions): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${resolve(path)} ${size} ${mtimeMs} ${JSON.stringify([fieldId, kind, issuedAt, sourceName])}`;
}
