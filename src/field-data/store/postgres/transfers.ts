/** Records in bulk: batches that may be written any number of times. */
import type { NoteChange } from '../hint-batches.ts';
import { type ImportProgress, type ImportRow, type Resource, resources, type Transfers } from '../store.ts';
import { type Query, statement } from './connections.ts';
import type { Database } from './database.ts';
import { type Placed, writeNotes, writeScenes, writeWeather } from './batches.ts';

/** Transfers into an open database. */
export function createTransfers(
  { transact }: Pick<Database, 'transact'>,
  noteChange: NoteChange,
): Pick<Transfers, 'writeBatch'> {
  return {
    async writeBatch(rows, progress) {
      const { changed, ...result } = await transact(async (query) => {
        const changed = {
          weather: await writeWeather(query, placed(rows, 'weather')),
          earth_observations: await writeScenes(query, placed(rows, 'earth_observations')),
          observations: await writeNotes(query, placed(rows, 'observations')),
        };
        const outcomes = Object.values(changed);
        const clashes = outcomes.flatMap((each) => each.clashes).sort((one, other) => one.index - other.index);
        if (progress && (progress.entries === null || clashes.length === 0)) await saveProgress(query, progress);
        const added = outcomes.reduce((sum, each) => sum + each.added, 0);
        const replaced = outcomes.reduce((sum, each) => sum + each.replaced, 0);
        return { changed, added, replaced, unchanged: rows.length - added - replaced - clashes.length, clashes };
      });
      for (const list of resources) for (const fieldId of changed[list].fieldIds) noteChange(fieldId, list);
      return result;
    },
  };
}

type RowOf<Name extends Resource> = Extract<ImportRow, { resource: Name }>['row'];

function placed<Name extends Resource>(rows: readonly ImportRow[], resource: Name): Placed<RowOf<Name>>[] {
  return rows.flatMap((entry, index) =>
    entry.resource === resource ? [{ index, row: entry.row as RowOf<Name> }] : [],
  );
}

async function saveProgress(query: Query, { file, entries, isFirst }: ImportProgress): Promise<void> {
  if (entries === null) await query(statement('forget progress'), [file]);
  else await query(statement(isFirst ? 'save progress' : 'update progress'), [file, entries]);
}
