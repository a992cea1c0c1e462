/** `npm start -- move-store`: the SQLite store of a folder into the PostgreSQL database of DATABASE_URL, whole or not at all. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callOf, type CommandTools, print, UsageError } from '../../../platform/cli/command-line.ts';
import { databaseFile, openSqliteStore } from '../sqlite/store.ts';
import { type Store, StoreError } from '../store.ts';
import { moveStore } from './move.ts';

const usage = `${callOf('move-store')}

Moves the store in FIELD_DATA_DIR into the empty database of DATABASE_URL: fields, keys, records, and what repeated writes are known by.
What the demo made stays behind. Notes that callers wrote on its fields are moved only while DEMO is on.
Stop the service first, and start it with DATABASE_URL afterwards. All of it is moved or nothing; the file in the folder stays as it is.`;

/** The settings from which and to which it moves. */
export interface MoveConfig {
  DATABASE_URL?: string | undefined;
  FIELD_DATA_DIR: string;
  DEMO: boolean;
}

function assertCallable({ DATABASE_URL: databaseUrl, FIELD_DATA_DIR: dataDir }: MoveConfig): void {
  if (process.argv.length > 2) throw new UsageError('It takes no words: settings say from where, and where to.');
  if (databaseUrl === undefined) throw new UsageError('DATABASE_URL is missing: the database to move into.');
  if (!existsSync(join(dataDir, databaseFile)))
    throw new StoreError(`There is no ${databaseFile} in FIELD_DATA_DIR (${dataDir}): nothing to move.`);
}

async function move(target: Store, { FIELD_DATA_DIR: dataDir, DEMO: demo }: MoveConfig): Promise<void> {
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

/** Runs the command. */
export async function run({ runCommand }: CommandTools<MoveConfig, Store>): Promise<void> {
  await runCommand(usage, move, assertCallable);
}
