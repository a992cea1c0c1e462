/** Weather, earth observations and notes in PostgreSQL: each read is one statement that gives rendered records. */
import type { Caller, Field, ObservationPosition, ObservationRow, Records, SortOrder } from '../store.ts';
import type { Probe, Statement } from './connections.ts';
import type { Database } from './database.ts';

/** No interval is longer than a day and its hour of clock change; it bounds the search for what overlaps. */
export const intervalMsMax = 25 * 3_600_000;

/** The account and mode of a starting observation: null is in no key. */
export const everyone = { account: '', mode: 'any' } as const;

const weather = byOrder((order) => ({
  name: `weather ${order}`,
  text: `
    SELECT record FROM weather AS w
    WHERE field_id = $1 AND granularity = $2 AND starts_at >= $3 AND starts_at < $4 AND ($5::text IS NULL OR kind = $5)
      AND (kind = 'observed' OR NOT EXISTS (
        SELECT FROM weather AS o
        WHERE o.field_id = w.field_id AND o.granularity = w.granularity AND o.kind = 'observed'
          AND o.starts_at > w.starts_at - ${intervalMsMax} AND o.starts_at < w.ends_at AND o.ends_at > w.starts_at))
    ORDER BY starts_at ${order} LIMIT $6::bigint`,
}));

const scenes = byOrder((order) => ({
  name: `scenes ${order}`,
  text: `
    SELECT record FROM earth_observation
    WHERE field_id = $1 AND acquired_at >= $2 AND acquired_at < $3
      AND ($4::double precision IS NULL OR cloud_cover <= $4)
    ORDER BY acquired_at ${order}, id ${order} LIMIT $5::bigint`,
}));

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

/** The columns of a note, in the order of `noteValues`. */
export const noteColumns = 'account, id, field_id, mode, category, observed_at, record, idempotency_key, fingerprint';

const insertFrom = (source: string) =>
  `INSERT INTO observation (${noteColumns}) ${source} ON CONFLICT (account, mode, idempotency_key) DO NOTHING`;
const insertNote = { name: 'insert note', text: insertFrom('VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)') };
const insertNoNote = {
  name: 'insert no note',
  text: insertFrom(`SELECT ${noteColumns} FROM observation WHERE false`),
};
const selectWritten = {
  name: 'written note',
  text: 'SELECT id, record, fingerprint FROM observation WHERE account = $1 AND mode = $2 AND idempotency_key = $3',
};

/** Statements of requests, with values that match no record: the reads of each table, and the write, which needs the same privileges. */
export const recordProbes: readonly Probe[] = [
  [weather.asc, ['', 'daily', 0, 0, null, 0]],
  [scenes.asc, ['', 0, 0, null, 0]],
  [pageOfNotes, ['', '', '', null, 0, 0, 0, '', 0]],
  [insertNoNote, []],
];

/** The records of an open database. */
export function createRecords({ ask }: Pick<Database, 'ask'>): Records {
  const texts = (rows: { record: string }[]): string[] => rows.map(({ record }) => record);
  const view = (field: Field, { account, mode }: Caller) => [field.id, field.account ?? account, mode];
  const textsOf = async (statement: Statement, values: unknown[]) =>
    texts((await ask<{ record: string }>(statement, values)).rows);

  return {
    weather: ({ field, granularity, kind, from, to, order, limit }) =>
      textsOf(weather[order], [field.id, granularity, from, to, kind, limit]),
    earthObservations: ({ field, cloudCoverMax, from, to, order, limit }) =>
      textsOf(scenes[order], [field.id, from, to, cloudCoverMax, limit]),
    async observations({ field, caller, category, from, to, limit, after }) {
      const { rows } = await ask<{ id: string; record: string }>(pageOfNotes, [
        ...view(field, caller),
        category,
        from ?? Number.MIN_SAFE_INTEGER,
        to ?? Number.MAX_SAFE_INTEGER,
        after?.observedAt ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? '',
        // One more than requested shows whether the list continues.
        limit + 1,
      ]);
      const page = rows.slice(0, limit);
      return { records: texts(page), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
    async findPosition(field, caller, id) {
      return (await ask<ObservationPosition>(position, [...view(field, caller), id])).rows[0];
    },
    // Two statements, each committed by itself. In one, the SELECT would see what was there when it began: not the row of a caller who was
    // first by a moment, whom the INSERT has waited for. Both may be sent again: the second time the row is found by its key.
    async addObservation(row) {
      const { record, idempotency } = row;
      const values = noteValues(row);
      if ((await ask(insertNote, values)).count > 0) {
        return { record, fingerprint: idempotency?.fingerprint ?? '', replayed: false };
      }
      const { account, mode } = ownerOf(row);
      const { rows } = await ask<{ id: string; record: string; fingerprint: string }>(selectWritten, [
        account,
        mode,
        idempotency?.key,
      ]);
      const [taken] = rows;
      if (!taken) throw new Error(`Neither written nor there before: ${row.id}.`);
      // Its own id: written by an earlier try, whose answer was lost.
      return { record: taken.record, fingerprint: taken.fingerprint, replayed: taken.id !== row.id };
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

/** A note as values of `noteColumns`. */
export function noteValues(row: ObservationRow): unknown[] {
  const { id, fieldId, category, observedAt, record, idempotency } = row;
  const { account, mode } = ownerOf(row);
  const { key = null, fingerprint = null } = idempotency ?? {};
  return [account, id, fieldId, mode, category, observedAt, record, key, fingerprint];
}

function byOrder(statement: (order: 'ASC' | 'DESC') => Statement): Record<SortOrder, Statement> {
  return { asc: statement('ASC'), desc: statement('DESC') };
}
