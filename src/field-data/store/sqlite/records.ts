/** Weather, earth observations and notes in SQLite: each read is one prepared statement that gives rendered records. */
import type { DatabaseSync } from 'node:sqlite';
import type { Caller, Field, ObservationRow, Records, SortOrder, WrittenObservation } from '../store.ts';
import type { Database } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

/** SQLite's own way to say "no limit". */
const noLimit = -1;
/** No interval is longer than a day and its hour of clock change; it bounds the search for what overlaps. */
export const intervalMsMax = 25 * 3_600_000;

/** The records of an open database. */
export function createRecords(database: Database): Records {
  const { connection, run } = database;
  const weather = byOrder((order) =>
    connection.prepare(`
      SELECT record FROM weather AS w
      WHERE field_id = :field AND granularity = :granularity AND starts_at >= :from AND starts_at < :to
        AND (:kind IS NULL OR kind = :kind)
        AND (kind = 'observed' OR NOT EXISTS (
          SELECT 1 FROM weather AS o
          WHERE o.field_id = w.field_id AND o.granularity = w.granularity AND o.kind = 'observed'
            AND o.starts_at > w.starts_at - ${intervalMsMax} AND o.starts_at < w.ends_at AND o.ends_at > w.starts_at))
      ORDER BY starts_at ${order} LIMIT :limit`),
  );
  const scenes = byOrder((order) =>
    connection.prepare(`
      SELECT record FROM earth_observation
      WHERE field_id = :field AND acquired_at >= :from AND acquired_at < :to
        AND (:cloudCoverMax IS NULL OR cloud_cover <= :cloudCoverMax)
      ORDER BY acquired_at ${order}, id ${order} LIMIT :limit`),
  );
  // On an account's field, every note of the mode; on a public one, starting notes and the caller's own of the mode.
  const visible = '(account IS NULL OR (mode = ?2 AND (?3 IS NOT NULL OR account = ?4)))';
  // Numbered, not named, and without an object for each row: what binds and reads it costs as much as the rows of a page.
  const notes = connection.prepare(`
    SELECT id, record FROM observation
    WHERE field_id = ?1 AND ${visible}
      AND (?5 IS NULL OR category = ?5)
      AND observed_at >= ?6 AND observed_at < ?7
      AND (observed_at, id) < (?8, ?9)
    ORDER BY observed_at DESC, id DESC LIMIT ?10`);
  notes.setReturnArrays(true);
  // What is asked most has nothing to compare with.
  const newestNotes = connection.prepare(`
    SELECT id, record FROM observation WHERE field_id = ?1 AND ${visible}
    ORDER BY observed_at DESC, id DESC LIMIT ?5`);
  newestNotes.setReturnArrays(true);
  const position = connection.prepare(
    `SELECT observed_at AS observedAt, id FROM observation WHERE field_id = ?1 AND ${visible} AND id = ?5`,
  );
  const insertNote = prepareInsertNote(connection);
  const selectWritten = connection.prepare(
    'SELECT record, fingerprint FROM observation WHERE account = ? AND mode = ? AND idempotency_key = ?',
  );

  const view = (field: Field, { account, mode }: Caller) => [field.id, mode, field.account, account] as const;
  const texts = (rows: unknown): string[] => (rows as { record: string }[]).map(({ record }) => record);

  return {
    weather: ({ field, granularity, kind = null, from, to, order, limit = noLimit }) =>
      run(() => texts(weather[order].all({ field: field.id, granularity, kind, from, to, limit }))),
    earthObservations: ({ field, cloudCoverMax = null, from, to, order, limit = noLimit }) =>
      run(() => texts(scenes[order].all({ field: field.id, cloudCoverMax, from, to, limit }))),
    observations: ({ field, caller, category = null, from, to, limit, after }) =>
      run(() => {
        // One more than requested shows whether the list continues.
        const rowsMax = limit + 1;
        const isFiltered = category !== null || from !== undefined || to !== undefined || after !== undefined;
        const rows = (isFiltered
          ? notes.all(
              ...view(field, caller),
              category,
              from ?? Number.MIN_SAFE_INTEGER,
              to ?? Number.MAX_SAFE_INTEGER,
              after?.observedAt ?? Number.MAX_SAFE_INTEGER,
              after?.id ?? '',
              rowsMax,
            )
          : newestNotes.all(...view(field, caller), rowsMax)) as unknown as [id: string, record: string][];
        const page = rows.slice(0, limit);
        const nextCursor = rows.length > limit ? (page.at(-1)?.[0] ?? null) : null;
        return { records: page.map(([, record]) => record), nextCursor };
      }),
    findPosition: (field, caller, id) =>
      run(() => position.get(...view(field, caller), id) as { observedAt: number; id: string } | undefined),
    addObservation: createGroupCommit(database, (row: ObservationRow): WrittenObservation | Error => {
      const { account, mode, record, idempotency } = row;
      if (insertNote(row)) return { record, fingerprint: idempotency?.fingerprint ?? '', replayed: false };
      const taken = selectWritten.get(account, mode, idempotency?.key ?? null);
      if (!taken) return new Error(`The id ${row.id} is taken.`);
      return { ...(taken as { record: string; fingerprint: string }), replayed: true };
    }),
  };
}

const noteColumns = 'id, field_id, account, mode, category, observed_at, record, idempotency_key, fingerprint';

const insertNoteFrom = (source: string): string =>
  `INSERT INTO observation (${noteColumns}) ${source} ON CONFLICT DO NOTHING`;

/** Sends the write of requests without a row: it needs the same table, columns and lock, and changes nothing. */
export function insertNoNote(connection: DatabaseSync): void {
  connection.prepare(insertNoteFrom(`SELECT ${noteColumns} FROM observation WHERE false`)).run();
}

/** Inserts a note; false where its id, or its account's key, is there already. */
export function prepareInsertNote(connection: DatabaseSync): (row: ObservationRow) => boolean {
  const insert = connection.prepare(insertNoteFrom('VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'));
  return ({ id, fieldId, account, mode, category, observedAt, record, idempotency }) => {
    const { key = null, fingerprint = null } = idempotency ?? {};
    return insert.run(id, fieldId, account, mode, category, observedAt, record, key, fingerprint).changes > 0;
  };
}

function byOrder<T>(prepare: (order: 'ASC' | 'DESC') => T): Record<SortOrder, T> {
  return { asc: prepare('ASC'), desc: prepare('DESC') };
}
