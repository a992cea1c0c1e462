/** Notes in PostgreSQL: each read is one statement that gives rendered records. */
import { fieldNotFound } from '../../records/errors.ts';
import type { NoteChange } from '../hint-batches.ts';
import { noteValues, pageOf, pageValues } from '../sql.ts';
import type { ObservationRow } from '../rows.ts';
import type { Caller, Field, ObservationPosition, Records } from '../store.ts';
import { type Probe, statement } from './connections.ts';
import type { Database } from './database.ts';

/** The account and mode of a starting observation: null is in no key. */
export const everyone = { account: '', mode: 'any' } as const;

// On an account's field the account is the field's; on a public one the caller's, which is null without a key.
const ofEveryone = `account = '${everyone.account}' AND mode = '${everyone.mode}'`;
const ofAccount = 'account = $2 AND mode = $3';
const branch = (whose: string) => `
  (SELECT observed_at, id, record FROM observation
   WHERE ${whose} AND field_id = $1 AND ($4::text IS NULL OR category = $4)
     AND observed_at >= $5 AND observed_at < $6 AND (observed_at, id) < ($7::bigint, $8::text)
   ORDER BY observed_at DESC, id DESC LIMIT $9::bigint)`;

/** A page of notes. */
// One branch for what everyone sees and one for the account: each reads its own piece of the index, and none of what is not to be seen.
export const pageOfNotes = {
  name: 'notes',
  text: `SELECT id, record FROM (${branch(ofEveryone)} UNION ALL ${branch(ofAccount)}) AS visible
    ORDER BY observed_at DESC, id DESC LIMIT $9::bigint`,
};

const positionIn = (whose: string) =>
  `SELECT observed_at AS "observedAt", id FROM observation WHERE ${whose} AND id = $4 AND field_id = $1`;
const position = {
  name: 'position',
  text: `${positionIn(ofEveryone)} UNION ALL ${positionIn(ofAccount)} LIMIT 1`,
};

/** Statements of requests, with values that match no record: the reads of each table, and the write, which needs the same privileges. */
export const probes: readonly Probe[] = [
  [statement('field'), ['']],
  [statement('key'), [new Uint8Array()]],
  [statement('weather asc'), ['', 'daily', 0, 0, null, 0]],
  [statement('scenes asc'), ['', 0, 0, null, 0]],
  [pageOfNotes, ['', '', '', null, 0, 0, 0, '', 0]],
  [statement('insert no note'), []],
];

/** The notes of an open database. */
export function createNotes(
  { ask, trustDisk }: Pick<Database, 'ask' | 'trustDisk'>,
  noteChange: NoteChange,
): Omit<Records, 'weather' | 'earthObservations' | 'isWritten'> {
  const view = (field: Field, { account, mode }: Caller) => [field.id, field.account ?? account, mode];
  return {
    async observations(query) {
      const values = [...view(query.field, query.caller), ...pageValues(query)];
      const { rows } = await ask<{ id: string; record: string }>(pageOfNotes, values);
      return pageOf(
        rows.map(({ id, record }) => [id, record]),
        query.limit,
      );
    },
    async findPosition(field, caller, id) {
      return (await ask<ObservationPosition>(position, [...view(field, caller), id])).rows[0];
    },
    // Two statements, each committed by itself. In one, the SELECT would see what was there when it began: not the row of a caller who was
    // first by a moment, whom the INSERT has waited for. Both may be sent again: the second time the row is found by its key.
    async addObservation(row) {
      const { record, idempotency } = row;
      const { account, mode } = ownerOf(row);
      if ((await ask(statement('insert note'), noteValues(row, { account, mode }))).count > 0) {
        trustDisk();
        noteChange(row.fieldId, 'observations');
        return { record, fingerprint: idempotency?.fingerprint ?? '', replayed: false };
      }
      const { rows } = await ask<{ id: string; record: string; fingerprint: string }>(statement('written note'), [
        account,
        mode,
        idempotency?.key,
      ]);
      const [taken] = rows;
      if (!taken) throw fieldNotFound();
      // Its own id: written by an earlier try, whose answer was lost.
      const replayed = taken.id !== row.id;
      if (!replayed) noteChange(row.fieldId, 'observations');
      return { record: taken.record, fingerprint: taken.fingerprint, replayed };
    },
  };
}

/** Account and mode as they are stored. */
export function ownerOf({ account, mode }: Pick<ObservationRow, 'account' | 'mode'>): {
  account: string;
  mode: string;
} {
  return account === null ? everyone : { account, mode };
}
