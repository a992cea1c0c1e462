/** `npm start -- move-store`: moves the SQLite store of a folder to the PostgreSQL database of DATABASE_URL, whole or not at all. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { countOf } from '../../../platform/text/count-of.ts';
import { callOf, type CommandTools, print, UsageError } from '../../../platform/cli/command-line.ts';
import { assertUnused } from '../sqlite/copies.ts';
import { databaseFile, openSqliteStore } from '../sqlite/store.ts';
import { demoFieldForm, type ImportRow, type ObservationRow, type Resource, resources } from '../rows.ts';
import type { Store } from '../store.ts';
import { StoreError } from '../store-error.ts';

const usage = `${callOf('move-store')}

Moves the store in FIELD_DATA_DIR into the empty database of DATABASE_URL: fields, keys, records and idempotency keys.
Demo data is not moved. Observations that callers wrote on demo fields are moved only while DEMO is on.
Stop the service first, and start it with DATABASE_URL afterwards. Everything is moved, or nothing. The file in the folder gets the
schema of this version, and is not changed otherwise.`;

/** The settings of the source and the target. */
export interface MoveConfig {
  DATABASE_URL?: string | undefined;
  FIELD_DATA_DIR: string;
  DEMO: boolean;
}

function assertCallable({ DATABASE_URL: databaseUrl, FIELD_DATA_DIR: dataDir }: MoveConfig): void {
  if (process.argv.length > 2) throw new UsageError('It takes no arguments: set FIELD_DATA_DIR and DATABASE_URL.');
  if (databaseUrl === undefined) throw new UsageError('DATABASE_URL is missing: the database to move into.');
  if (!statSync(join(dataDir, databaseFile), { throwIfNoEntry: false }))
    throw new StoreError(`There is no ${databaseFile} in FIELD_DATA_DIR (${dataDir}): nothing to move.`);
}

async function move(target: Store, { FIELD_DATA_DIR: dataDir, DEMO: demo }: MoveConfig): Promise<void> {
  // A live service would go on writing to the old store after the move.
  assertUnused(join(dataDir, databaseFile));
  const source = openSqliteStore(dataDir);
  const moved = await moveStore(source, target, demo).finally(() => source.close());
  const { fields, keys, weather, scenes, notes, notesOfDemo, notesRehomed, withoutField } = moved;
  print(
    `Moved fields: ${fields}, keys: ${keys}, weather: ${weather.count}, earth observations: ${scenes.count}, observations: ${notes.count}.`,
  );
  if (!demo) print(`The demo fields were not moved, nor ${countOf(notesOfDemo, 'observation')} on them.`);
  if (weather.leftOut > 0)
    print(`Left out ${countOf(weather.leftOut, 'observed record')}, because an earlier one overlaps.`);
  if (withoutField > 0) print(`Left out ${countOf(withoutField, 'record')} of removed fields.`);
  if (notesRehomed > 0)
    print(`The account of the field now has ${countOf(notesRehomed, 'observation')} of another account.`);
}

/** Runs the command. */
export const run = ({ runCommand }: CommandTools<MoveConfig, Store>) => runCommand(usage, move, { assertCallable });

const batchRows = 1_000;

/**
 * Moves everything except the demo's data into `to`, which must be empty, or nothing. With `demo`, it also moves the notes that callers
 * wrote on demo fields. `from` is locked against writes meanwhile, and stays unchanged. Rejects with StoreError, in one sentence.
 */
async function moveStore(from: Store, to: Store, demo: boolean) {
  const counts = {
    /** Notes that callers wrote on demo fields, and that were left out. */
    notesOfDemo: 0,
    /** Notes that an import wrote on an account's field under another account. They now belong to the field's account. */
    notesRehomed: 0,
    /** Records that earlier versions wrote while their field was removed. */
    withoutField: 0,
  };
  // Its lock stops a running service from writing records that the move would miss.
  return from.transaction(async () => {
    // Checked before the transaction, which occupies a connection: the pool may have no second one.
    await assertEmpty(to);
    return to.transaction(async () => {
      const fields = new Map((await from.listFields()).map((field) => [field.id, field]));
      // Another move into the same database came first.
      for (const field of fields.values()) if (!(await to.addField(field))) throw notEmpty();
      const keys = await from.listKeys();
      for (const key of keys) await to.addKey(key);

      function rehome(note: ObservationRow): ObservationRow {
        const owner = fields.get(note.fieldId)?.account ?? null;
        if (note.account === null) return { ...note, idempotency: null };
        if (owner === null || note.account === owner) return note;
        // Everyone who saw the note still sees it. Its key is dropped: under the other account, no request found the field.
        counts.notesRehomed += 1;
        return { ...note, account: owner, idempotency: null };
      }
      async function* rowsOf(resource: Resource): AsyncGenerator<ImportRow> {
        for await (const entry of from.exportRows(resource)) {
          const isOfDemo = demoFieldForm.test(entry.row.fieldId);
          if (isOfDemo && !demo && resource === 'observations') counts.notesOfDemo += 1;
          else if (!isOfDemo && !fields.has(entry.row.fieldId)) counts.withoutField += 1;
          else yield entry.resource === 'observations' ? { ...entry, row: rehome(entry.row) } : entry;
        }
      }
      const weather = await moveRows(rowsOf('weather'), to);
      const scenes = await moveRows(rowsOf('earth_observations'), to);
      const notes = await moveRows(rowsOf('observations'), to);
      return { fields: fields.size, keys: keys.length, weather, scenes, notes, ...counts };
    });
  });
}

async function assertEmpty(store: Store): Promise<void> {
  const isEmpty = (await store.listFields()).length === 0 && (await store.listKeys()).length === 0;
  if (!isEmpty) throw notEmpty();
  for (const resource of resources)
    for await (const _ of store.exportRows(resource, { startingNotes: true })) throw notEmpty();
}

function notEmpty(): StoreError {
  return new StoreError('The database is not empty: move into one without fields, keys and records.');
}

/** Moves rows and returns their number. Version 1.0 could store overlapping observed hours: the earlier one is moved, as in an import. */
async function moveRows(rows: AsyncIterable<ImportRow>, to: Store): Promise<{ count: number; leftOut: number }> {
  let count = 0;
  let leftOut = 0;
  let batch: ImportRow[] = [];
  const commit = async () => {
    const { clashes } = await to.writeBatch(batch);
    const clash = clashes.find(({ index }) => batch[index]?.resource !== 'weather');
    if (clash) throw new StoreError(`Nothing was moved: ${clash.reason}.`);
    leftOut += clashes.length;
    count += batch.length - clashes.length;
    batch = [];
  };
  for await (const entry of rows) {
    batch.push(entry);
    if (batch.length >= batchRows) await commit();
  }
  if (batch.length > 0) await commit();
  return { count, leftOut };
}
