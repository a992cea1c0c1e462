/** Writes the batches of imports to PostgreSQL, each in one transaction with the progress of the file. */
import type { NoteChange } from '../hint-batches.ts';
import { reasons } from '../sql.ts';
import type { ImportRow, Resource } from '../rows.ts';
import type { ImportProgress, Transfers } from '../store.ts';
import { lockFieldsOf, type Outcome, type Placed, writeScenes, writeWeather } from './batches.ts';
import { writeNotes } from './note-batches.ts';
import { type Query, statement } from './connections.ts';
import type { Database } from './database.ts';

/** Makes the writer of batches into an open database. */
export function createBatchWriter({ transact }: Database, noteChange: NoteChange): Transfers['writeBatch'] {
  return async (rows, progress) => {
    const { changed, ...result } = await transact(async (query) => {
      const outcome: Outcome = { added: 0, replaced: 0, clashes: [], changed: [] };
      const { clashes } = outcome;
      const unknown = await lockFieldsOf(query, rows);
      for (const [index, { fieldId }] of rows.map(({ row }) => row).entries())
        if (unknown.has(fieldId)) clashes.push({ index, reason: reasons.unknownField(fieldId) });
      await writeWeather(query, placed(rows, 'weather', unknown), outcome);
      await writeScenes(query, placed(rows, 'earth_observations', unknown), outcome);
      await writeNotes(query, placed(rows, 'observations', unknown), outcome);
      const { added, replaced } = outcome;
      clashes.sort((one, other) => one.index - other.index);
      if (progress && (progress.entries === null || clashes.length === 0)) await saveProgress(query, progress);
      return { ...outcome, unchanged: rows.length - added - replaced - clashes.length };
    });
    for (const change of changed) noteChange(...change);
    return result;
  };
}

type RowOf<Name extends Resource> = Extract<ImportRow, { resource: Name }>['row'];

function placed<Name extends Resource>(
  rows: readonly ImportRow[],
  resource: Name,
  unknown: ReadonlySet<string>,
): Placed<RowOf<Name>>[] {
  return rows.flatMap((entry, index) =>
    entry.resource === resource && !unknown.has(entry.row.fieldId) ? [{ index, row: entry.row as RowOf<Name> }] : [],
  );
}

async function saveProgress(query: Query, { file, entries, isFirst }: ImportProgress): Promise<void> {
  if (entries === null) await query(statement('forget progress'), [file]);
  else await query(statement(isFirst ? 'save progress' : 'update progress'), [file, entries]);
}
