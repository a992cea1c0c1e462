/** `npm start -- move-store`: the SQLite store of a folder into the PostgreSQL database of DATABASE_URL, whole or not at all. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { moveStore } from '../field-data/store/move.ts';
import { databaseFile, openSqliteStore } from '../field-data/store/sqlite/store.ts';
import { type Store, StoreError } from '../field-data/store/store.ts';
import { callOf, print, runCommand, UsageError } from './command.ts';

const usage = `${callOf('move-store')}

Moves the store in FIELD_DATA_DIR into the empty database of DATABASE_URL: fields, keys, records, and what repeated writes are known by.
What the demo made stays behind. Notes that callers wrote on its fields are moved only while DEMO is on.
Stop the service first, and start it with DATABASE_URL afterwards. All of it is moved or nothing; the file in the folder stays as it is.`;

function assertCallable({ DATABASE_URL: databaseUrl, FIELD_DATA_DIR: dataDir }: Config): void {
  if (process.argv.length > 2) throw new UsageError('It takes no words: settings say from where, and where to.');
  if (databaseUrl === undefined) throw new UsageError('DATABASE_URL is missing: the database to move into.');
  if (!existsSync(join(dataDir, databaseFile)))
    throw new StoreError(`There is no ${databaseFile} in FIELD_DATA_DIR (${dataDir}): nothing to move.`);
}

async function move(target: Store, { FIELD_DATA_DIR: dataDir, DEMO: demo }: Config): Promise<void> {
  const source = openSqliteStore(dataDir);
  try {
    const { fields, keys, weather, earthObservations, notes, notesRehomed } = await moveStore(source, target, { demo });
    print(
      `Moved ${fields} fields, ${keys} keys, ${weather} weather records, ${earthObservations} earth observations and ${notes} notes.`,
    );
    if (!demo) print('What the demo made stays behind, and so do notes on its fields.');
    if (notesRehomed > 0)
      print(
        `Of these notes ${notesRehomed} stood under another account than their field's: they are that account's now.`,
      );
  } finally {
    await source.close();
  }
}

await runCommand(usage, move, assertCallable);
