/** Records in bulk: batches that may be written any number of times, and everything stored as rows. */
import type { Mode } from '../../records/keys.ts';
import type { ImportProgress, ImportRow, Resource, Transfers } from '../store.ts';
import type { Query } from './connections.ts';
import type { Database } from './database.ts';
import { writeNotes, writeScenes } from './record-batches.ts';
import { everyone } from './records.ts';
import { type Placed, writeWeather } from './weather-batch.ts';

/** Rows of an export in memory. */
const rowsMax = 1_000;

/** Transfers in and out of an open database. */
export function createTransfers({
  ask,
  transact,
  allOrNothing,
  stream,
}: Pick<Database, 'ask' | 'transact' | 'allOrNothing' | 'stream'>): Transfers {
  return {
    allOrNothing,
    writeBatch: (rows, progress) =>
      transact(async (query) => {
        const weather = await writeWeather(query, placed(rows, 'weather'));
        const scenes = await writeScenes(
          query,
          placed(rows, 'earth_observations').map(({ row }) => row),
        );
        const notes = await writeNotes(query, placed(rows, 'observations'));
        const clashes = [...weather.clashes, ...notes.clashes].sort((one, other) => one.index - other.index);
        if (progress && (progress.entries === null || clashes.length === 0)) await saveProgress(query, progress);
        const written = weather.written + scenes + notes.written;
        return { written, unchanged: rows.length - written - clashes.length, clashes };
      }),
    async findProgress(file) {
      const text = 'SELECT entries FROM import_progress WHERE file = $1';
      return (await ask<{ entries: number }>({ text }, [file])).rows[0]?.entries ?? 0;
    },
    async *exportRows(resource, { fieldId = null, demo = true, startingNotes = false } = {}) {
      const values = resource === 'observations' ? [fieldId, demo, startingNotes] : [fieldId];
      for await (const row of stream<never>(exports[resource], values, rowsMax)) {
        yield { resource, row: resource === 'observations' ? noteOf(row) : row } as ImportRow;
      }
    },
  };
}

type RowOf<Name extends Resource> = Extract<ImportRow, { resource: Name }>['row'];

function placed<Name extends Resource>(rows: readonly ImportRow[], resource: Name): Placed<RowOf<Name>>[] {
  return rows.flatMap((entry, index) =>
    entry.resource === resource ? [{ index, row: entry.row as RowOf<Name> }] : [],
  );
}

async function saveProgress(query: Query, { file, entries }: ImportProgress): Promise<void> {
  const values = entries === null ? [file] : [file, entries];
  const text =
    entries === null
      ? 'DELETE FROM import_progress WHERE file = $1'
      : 'INSERT INTO import_progress (file, entries) VALUES ($1, $2) ON CONFLICT (file) DO UPDATE SET entries = excluded.entries';
  await query({ text }, values);
}

type StoredNote = Omit<RowOf<'observations'>, 'idempotency'> & {
  account: string;
  key: string | null;
  fingerprint: string | null;
};

function noteOf({ account, key, fingerprint, ...note }: StoredNote): RowOf<'observations'> {
  const isOfEveryone = account === everyone.account;
  return {
    ...note,
    account: isOfEveryone ? null : account,
    mode: isOfEveryone ? modeOf(note.record) : note.mode,
    idempotency: key === null ? null : { key, fingerprint: fingerprint ?? '' },
  };
}

/** The mode of a starting note, which stands in its record only. */
function modeOf(record: string): Mode {
  return (JSON.parse(record) as { live_mode: boolean }).live_mode ? 'live' : 'test';
}

const isOfField = '($1::text IS NULL OR field_id = $1)';
// The demo makes its own weather, scenes and starting notes, which have no account, wherever it is on.
const isOfDemo = "field_id ~ '^fld_demo_[0-9]{2}$'";

const exports: Record<Resource, string> = {
  weather: `
    SELECT field_id AS "fieldId", granularity, kind, starts_at AS "startsAt", ends_at AS "endsAt", issued_at AS "issuedAt", record
    FROM weather WHERE ${isOfField} AND NOT ${isOfDemo} ORDER BY field_id, granularity, starts_at, kind`,
  earth_observations: `
    SELECT id, field_id AS "fieldId", acquired_at AS "acquiredAt", cloud_cover AS "cloudCover", processed_at AS "processedAt", record
    FROM earth_observation WHERE ${isOfField} AND NOT ${isOfDemo} ORDER BY field_id, acquired_at, id`,
  observations: `
    SELECT id, field_id AS "fieldId", account, mode, category, observed_at AS "observedAt", record, idempotency_key AS key, fingerprint
    FROM observation
    WHERE ${isOfField} AND ($3::boolean OR NOT (${isOfDemo} AND (account = '${everyone.account}' OR NOT $2::boolean)))
    ORDER BY field_id, observed_at, id`,
};
