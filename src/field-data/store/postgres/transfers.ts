/** Writes the batches of imports to PostgreSQL, each in one transaction with the progress of the file. A note never replaces another. */
import type { ReportChange } from '../hint-batches.ts';
import { refusals } from '../refusals.ts';
import { observationColumns, observationValues } from '../sql.ts';
import type { ImportRow, ObservationRow, Resource } from '../rows.ts';
import type { ImportProgress, Transfers } from '../store.ts';
import {
  columns,
  inStatements,
  lockFieldsOf,
  type Outcome,
  type Placed,
  type Write,
  writeScenes,
  writeWeather,
} from './batches.ts';
import { type Query, statement } from './connections.ts';
import type { Database } from './database.ts';
import { everyone } from './observations.ts';

const observationsOf =
  'unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[])';
// The field may have moved to another account since the note was checked.
const isOfOther = "field.id = note.field_id AND note.account <> '' AND field.account <> note.account";
// A list has notes of everyone and of one account, so its cursor needs ids that are unique across both. The insert is ordered, because the
// first note with an idempotency key stays.
const insertNotes = {
  name: 'insert observations',
  text: `
    INSERT INTO observation (${observationColumns})
    SELECT ${observationColumns} FROM ${observationsOf} WITH ORDINALITY AS note (${observationColumns}, place)
    WHERE NOT EXISTS (
      SELECT FROM observation AS other
      WHERE other.field_id = note.field_id AND other.id = note.id AND (other.account = '') <> (note.account = ''))
    AND NOT EXISTS (SELECT FROM field WHERE ${isOfOther})
    ORDER BY place
    ON CONFLICT DO NOTHING RETURNING account, id`,
};
const selectSame = {
  name: 'same observations',
  text: `
    SELECT account, id FROM ${observationsOf} AS note (${observationColumns}) JOIN observation AS stored USING (account, id)
    WHERE stored.record = note.record AND (account = '${everyone.account}'
      OR stored.idempotency_key IS NOT DISTINCT FROM note.idempotency_key
        AND stored.fingerprint IS NOT DISTINCT FROM note.fingerprint)`,
};
const selectOfOther = {
  name: 'observations of other accounts',
  text: `SELECT note.account, note.id FROM ${observationsOf} AS note (${observationColumns}) JOIN field ON ${isOfOther}`,
};

/** Writes notes inside a transaction. A note clashes if another has its id or its account's key, or if its account is not the field's. */
const writeNotes: Write<ObservationRow> = async (query, placed, outcome) => {
  // A statement does not see its own inserts, so no group has an id twice.
  for (const group of inStatements(placed, ({ row }) => row.id)) {
    const { rows } = await query<Identity>(insertNotes, columns(group.map(valuesOf)));
    outcome.added += rows.length;
    const written = new Set(rows.map(nameOf));
    for (const { row } of group) if (written.has(nameOfRow(row))) outcome.changed.push([row.fieldId, 'observations']);
    const left = group.filter(({ row }) => !written.has(nameOfRow(row)));
    if (left.length === 0) continue;
    const values = columns(left.map(valuesOf));
    const same = new Set((await query<Identity>(selectSame, values)).rows.map(nameOf));
    const clashing = left.filter(({ row }) => !same.has(nameOfRow(row)));
    if (clashing.length === 0) continue;
    const ofOther = new Set((await query<Identity>(selectOfOther, values)).rows.map(nameOf));
    for (const { index, row } of clashing) {
      const isOther = ofOther.has(nameOfRow(row));
      const reason = isOther ? refusals.otherAccount(row.fieldId) : refusals.takenObservation(row);
      outcome.clashes.push({ index, reason });
    }
  }
};

const valuesOf = ({ row }: Placed<ObservationRow>) => observationValues(row, row.account === null ? everyone : row);

type Identity = Record<'account' | 'id', string>;

const nameOf = ({ account, id }: Identity): string => `${account} ${id}`;
const nameOfRow = ({ account, id }: ObservationRow): string => nameOf({ account: account ?? everyone.account, id });

/** Makes the writer of batches into an open database. */
export function createBatchWriter({ transact }: Database, reportChange: ReportChange): Transfers['writeBatch'] {
  return async (rows, progress) => {
    const { changed, ...result } = await transact(async (query) => {
      const outcome: Outcome = { added: 0, replaced: 0, clashes: [], changed: [] };
      const { clashes } = outcome;
      const unknown = await lockFieldsOf(query, rows);
      for (const [index, { fieldId }] of rows.map(({ row }) => row).entries())
        if (unknown.has(fieldId)) clashes.push({ index, reason: refusals.unknownField(fieldId) });
      await writeWeather(query, placed(rows, 'weather', unknown), outcome);
      await writeScenes(query, placed(rows, 'earth_observations', unknown), outcome);
      await writeNotes(query, placed(rows, 'observations', unknown), outcome);
      const { added, replaced } = outcome;
      clashes.sort((one, other) => one.index - other.index);
      // A resumed import would not write what was replaced.
      if (progress && replaced > 0) await query(deleteOthers, [progress.file]);
      if (progress && (progress.entries === null || clashes.length === 0)) await saveProgress(query, progress);
      return { ...outcome, unchanged: rows.length - added - replaced - clashes.length };
    });
    for (const change of changed) reportChange(...change);
    return result;
  };
}

type RowOf<Name extends Resource> = Extract<ImportRow, { resource: Name }>['row'];

function placed<Name extends Resource>(rows: readonly ImportRow[], resource: Name, unknown: ReadonlySet<string>) {
  return rows.flatMap((entry, index) =>
    entry.resource === resource && !unknown.has(entry.row.fieldId) ? [{ index, row: entry.row as RowOf<Name> }] : [],
  );
}

/** Without the row of an import that is about to commit: two that wait for each other would end. */
const deleteOthers = `DELETE FROM import_progress
  WHERE file IN (SELECT file FROM import_progress WHERE file <> $1 FOR UPDATE SKIP LOCKED)`;

async function saveProgress(query: Query, { file, entries, isFirst }: ImportProgress): Promise<void> {
  if (entries === null) await query(statement('delete progress'), [file]);
  else await query(statement(isFirst ? 'save progress' : 'update progress'), [file, entries]);
}
