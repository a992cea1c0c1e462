/** Earth observations and notes in bulk. */
import { noteColumns, noteValues } from '../sql.ts';
import type { EarthObservationRow, ObservationRow } from '../store.ts';
import { columns, inStatements } from './batches.ts';
import type { Query } from './connections.ts';
import { ownerOf } from './notes.ts';
import type { Outcome, Placed } from './weather-batch.ts';

// An id names a scene of its field: another field may have the same, since no key reaches over all of them.
const upsertScenes = {
  name: 'upsert scenes',
  text: `
    INSERT INTO earth_observation (field_id, acquired_at, id, cloud_cover, processed_at, record)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::double precision[], $5::bigint[], $6::text[])
    ON CONFLICT (field_id, id) DO UPDATE
    SET acquired_at = excluded.acquired_at, cloud_cover = excluded.cloud_cover, processed_at = excluded.processed_at,
      record = excluded.record
    WHERE excluded.processed_at >= earth_observation.processed_at AND excluded.record <> earth_observation.record`,
};

const notesOf =
  'unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[])';
const insertNotes = {
  name: 'insert notes',
  text: `INSERT INTO observation (${noteColumns}) SELECT * FROM ${notesOf} ON CONFLICT DO NOTHING RETURNING account, id`,
};
const selectSame = {
  name: 'same notes',
  text: `
    SELECT account, id FROM ${notesOf} AS note (${noteColumns}) JOIN observation AS stored USING (account, id)
    WHERE stored.record = note.record AND stored.idempotency_key IS NOT DISTINCT FROM note.idempotency_key
      AND stored.fingerprint IS NOT DISTINCT FROM note.fingerprint`,
};

/** Writes earth observations inside a transaction; gives how many changed something. */
export async function writeScenes(query: Query, rows: readonly EarthObservationRow[]): Promise<number> {
  let written = 0;
  for (const group of inStatements(rows, ({ fieldId, id }) => `${fieldId} ${id}`)) {
    const values = group.map(({ fieldId, acquiredAt, id, cloudCover, processedAt, record }) => {
      return [fieldId, acquiredAt, id, cloudCover, processedAt, record];
    });
    written += (await query(upsertScenes, columns(values))).count;
  }
  return written;
}

/** Writes notes inside a transaction. One whose id, or whose account's key, is another note's is a clash. */
export async function writeNotes(query: Query, placed: readonly Placed<ObservationRow>[]): Promise<Outcome> {
  const outcome: Outcome = { written: 0, clashes: [] };
  for (const group of inStatements(placed, ({ row }) => nameOf(ownerOf(row).account, row.id))) {
    const { rows } = await query<Identity>(insertNotes, columns(group.map(({ row }) => noteValues(row, ownerOf(row)))));
    outcome.written += rows.length;
    const written = namesOf(rows);
    const left = group.filter(({ row }) => !written.has(nameOf(ownerOf(row).account, row.id)));
    if (left.length === 0) continue;
    const found = await query<Identity>(selectSame, columns(left.map(({ row }) => noteValues(row, ownerOf(row)))));
    const same = namesOf(found.rows);
    for (const { index, row } of left) {
      if (same.has(nameOf(ownerOf(row).account, row.id))) continue;
      const reason = `the id ${row.id}, or its account's idempotency key, is taken by another note`;
      outcome.clashes.push({ index, reason });
    }
  }
  return outcome;
}

interface Identity {
  account: string;
  id: string;
}

function nameOf(account: string, id: string): string {
  return `${account} ${id}`;
}

function namesOf(rows: readonly Identity[]): Set<string> {
  return new Set(rows.map(({ account, id }) => nameOf(account, id)));
}
