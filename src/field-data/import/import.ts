/**
 * Imports files into the store in small batches, with enough time between them for a running service to write. An interrupted import
 * resumes where it stopped; a repeated one changes nothing.
 */
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countOf } from '../../platform/text/count-of.ts';
import type { ImportRow } from '../store/rows.ts';
import type { BatchResult, Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { ImportError, type FormatOptions } from './candidate.ts';
import { readFileCandidates } from './file-candidates.ts';
import { createRowReader } from './row-reader.ts';

export interface ImportOptions extends FormatOptions {
  /** Runs inside the transaction of `importFilesStrictly`: starts at the beginning of the file and makes no pauses. */
  strict?: boolean;
  now?: () => Date;
  /** Called for each refused record with its place and the reason. */
  onRefused?: (place: string, reason: string) => void;
  /** Called for each daily record whose date is not the field's day at its start. */
  onOtherDay?: (() => void) | undefined;
  onProgress?: (bytes: number, bytesTotal: number) => void;
  /** Called at the start and after each batch with the number of records that are imported so far. */
  onStored?: (records: number) => void;
}

export interface ImportResult extends Omit<BatchResult, 'clashes'> {
  refused: number;
  /** Rows without a value. */
  empty: number;
  /** Committed by an earlier, interrupted import. */
  resumed: number;
}

/** Rows of one transaction: some forty milliseconds, far below what a writer waits for the lock. */
const batchRows = 2_000;
/** Minimum time between transactions, including the reading: twice the time that a waiting writer sleeps between tries. */
export const pauseMs = 20;

/** Imports a file. Throws ImportError for one that cannot be read at all; refused records are counted and passed to `onRefused`. */
export async function importFile(store: Store, path: string, options: ImportOptions = {}): Promise<ImportResult> {
  const { strict = false, onRefused = () => {}, onProgress = () => {}, onStored = () => {} } = options;
  const { size, mtimeMs } = await statRegularFile(path);
  const { fieldId, kind, issuedAt, sourceName } = options;
  // Only the same file with the same options is resumed. The number 2 changes when entries are counted in another way.
  const file = hash('sha256', JSON.stringify([2, resolve(path), size, mtimeMs, fieldId, kind, issuedAt, sourceName]));
  const resumed = strict ? 0 : await store.findProgress(file);
  const result: ImportResult = { added: 0, replaced: 0, unchanged: 0, refused: 0, empty: 0, resumed };
  onStored(resumed);
  /** Entries read from the file so far, those of an earlier import included. */
  let entries = 0;
  /** Entries before the first refused one. A resumed import begins after them: it reports that one again, or writes it. */
  let done = resumed;
  /** The value of `done` after the last batch. */
  let committed = resumed;
  let batch: { place: string; row: ImportRow }[] = [];
  const importedSoFar = () => (strict ? 0 : resumed + result.added + result.replaced + result.unchanged);
  const refuse = (place: string, reason: string): void => {
    result.refused += 1;
    onRefused(place, reason);
  };
  const commit = async (progress: number | null): Promise<void> => {
    const rows = batch.map(({ row }) => row);
    const stored = strict ? undefined : { file, entries: progress, isFirst: committed === 0 };
    const { added, replaced, unchanged, clashes } = await store.writeBatch(rows, stored);
    result.added += added;
    result.replaced += replaced;
    result.unchanged += unchanged;
    for (const { index, reason } of clashes) refuse(batch[index]?.place ?? '', reason);
    if (clashes.length > 0) done = committed;
    committed = done;
    batch = [];
    onStored(importedSoFar());
  };
  const { now = () => new Date(), onOtherDay } = options;
  const { readRow, refreshFields } = createRowReader(store, now, sourceName, onOtherDay);
  const onEmpty = () => (result.empty += 1);
  let committedAt = performance.now();
  let read = 0;
  const onBytes = (bytes: number): void => {
    read += bytes;
    onProgress(read, size);
  };
  try {
    for await (const candidates of readFileCandidates(path, { ...options, onEmpty }, onBytes)) {
      for (const candidate of candidates) {
        entries += 1;
        if (entries <= resumed) continue;
        const row = await readRow(candidate);
        if ('error' in row) refuse(row.place, row.error);
        else batch.push(row);
        if (result.refused === 0) done = entries;
        if (batch.length < batchRows) continue;
        const restMs = pauseMs - (performance.now() - committedAt);
        if (!strict && restMs > 0) await delay(restMs);
        await commit(done);
        // Another process may have changed or removed them. One look-up of each would take longer than the batch.
        await refreshFields();
        committedAt = performance.now();
      }
    }
    await commit(null);
  } catch (error) {
    const imported = importedSoFar();
    if (error instanceof ImportError && imported > 0)
      error.message += ` Imported before that: ${countOf(imported, 'record')}.`;
    // A batch whose connection broke may be stored.
    if (error instanceof StoreError && (imported > 0 || (error.kind === 'away' && !strict)))
      error.message += ' The batches so far are stored: repeat the same command to go on.';
    throw error;
  }
  if (entries === 0) throw new ImportError(`${path} has no records.`);
  return result;
}

/** Imports files in one transaction, which blocks other writers. If a record is refused, nothing is imported: results describe the try. */
export async function importFilesStrictly(store: Store, imports: readonly (() => Promise<ImportResult>)[]) {
  const results: ImportResult[] = [];
  const rollback = new ImportError('A record was refused.');
  try {
    await store.transaction(async () => {
      for (const importOne of imports) results.push(await importOne());
      if (results.some(({ refused }) => refused > 0)) throw rollback;
      // Only now: an import that runs would wait for the row of its progress.
      if (results.some(({ replaced }) => replaced > 0)) await store.clearProgress();
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return { results, isImported: results.every(({ refused }) => refused === 0) };
}

async function statRegularFile(path: string) {
  const status = await stat(path);
  if (status.isDirectory()) throw new ImportError(`${path} is a folder: name the files in it.`);
  if (!status.isFile()) throw new ImportError(`${path} is not a regular file: write it to one first.`);
  return status;
}
