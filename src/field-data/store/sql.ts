/** SQL that SQLite and PostgreSQL share except for the sign of parameters, and the values of its parameters. */
import type { EarthObservationRow, ObservationRow, WeatherRow } from './rows.ts';
import type { ObservationPage, ObservationQuery } from './store.ts';

/** The longest intervals: when clocks go back, a day is up to two hours longer. They bound the search for overlapping records. */
export const intervalMsMax = { daily: 26 * 3_600_000, hourly: 3_600_000 };

export const fieldColumns = [
  'id',
  'account',
  'timezone',
  'latitude',
  'longitude',
  'name',
  'crop',
  'eppo',
  'hectares',
] as const;
const keyColumns = 'hash, account, name, mode, scopes, mask, created_at AS "createdAt", revoked_at AS "revokedAt"';
/** The columns of a note, in the order of `observationValues`. */
export const observationColumns =
  'id, field_id, account, mode, category, observed_at, record, idempotency_key, fingerprint';

const parameters = (count: number) => Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ');
/** Whether a row is of the field; without a field, any row is. */
const isOfField = '(CAST($1 AS text) IS NULL OR field_id = $1)';
/** The same as a range, which SQLite searches by an index. It reads all rows for `isOfField`. */
const isOfRange = "field_id >= coalesce($1, '') AND field_id <= coalesce($1, '~')";

/** Whether a record of weather overlaps another for which `more` is true. */
const isOverlapped = (w: string, o: string, more: string) => `EXISTS (
      SELECT 1 FROM weather AS ${o}
      WHERE ${o}.field_id = ${w}.field_id AND ${o}.granularity = ${w}.granularity AND (${more})
        AND ${o}.starts_at > ${w}.starts_at - CASE ${w}.granularity WHEN 'hourly' THEN ${intervalMsMax.hourly} ELSE ${intervalMsMax.daily} END
        AND ${o}.starts_at < ${w}.ends_at AND ${o}.ends_at > ${w}.starts_at)`;
// A later forecast replaces an earlier one, unless an observed record hides the later one. A replaced forecast still hides earlier ones.
const isReplaced = `o.kind = 'observed' OR o.issued_at > w.issued_at AND NOT ${isOverlapped('o', 'n', "n.kind = 'observed'")}`;
const weather = (order: string) => `
  SELECT record FROM weather AS w
  WHERE field_id = $1 AND granularity = $2 AND starts_at >= $3 AND starts_at < $4 AND (CAST($5 AS text) IS NULL OR kind = $5)
    AND (kind = 'observed' OR NOT ${isOverlapped('w', 'o', isReplaced)})
  ORDER BY starts_at ${order} LIMIT $6`;
/** Whether a record of weather begins in an interval and is of a kind and a granularity; null is any. */
const isRemovable = `field_id = $1 AND starts_at >= $2 AND starts_at < $3
  AND (CAST($4 AS text) IS NULL OR kind = $4) AND (CAST($5 AS text) IS NULL OR granularity = $5)`;
const scenes = (order: string) => `
  SELECT record FROM earth_observation
  WHERE field_id = $1 AND acquired_at >= $2 AND acquired_at < $3
    AND (CAST($4 AS double precision) IS NULL OR cloud_cover <= $4)
  ORDER BY acquired_at ${order}, processed_at ${order}, id ${order} LIMIT $5`;
/** The form of `demoFieldForm`, in SQL, for the field of an inserted note. */
const isOfDemo = "rtrim(CAST($2 AS text), '0123456789') = 'fld_demo_' AND length(CAST($2 AS text)) = 11";
const insertObservation = (source: string) =>
  `INSERT INTO observation (${observationColumns}) ${source} ON CONFLICT DO NOTHING`;
const exportObservations = (which: string) => `
    SELECT id, field_id AS "fieldId", account, mode, category, observed_at AS "observedAt", record, idempotency_key AS key, fingerprint
    FROM observation WHERE ${which}`;

/** The statements, by name. */
export const sql = {
  field: `SELECT ${fieldColumns} FROM field WHERE id = $1`,
  // The keys of an object: over an array, the engines' functions differ.
  'fields by id': `SELECT ${fieldColumns} FROM field WHERE id IN (SELECT key FROM json_each($1))`,
  fields: `SELECT ${fieldColumns} FROM field ORDER BY id`,
  'add field': `INSERT INTO field (${fieldColumns}) VALUES (${parameters(fieldColumns.length)}) ON CONFLICT DO NOTHING`,
  'set field': `UPDATE field SET ${fieldColumns.slice(1).map((name, at) => `${name} = $${at + 2}`)} WHERE id = $1`,
  'remove field': 'DELETE FROM field WHERE id = $1',
  'remove weather': `DELETE FROM weather WHERE ${isRemovable}`,
  'remove scenes': 'DELETE FROM earth_observation WHERE field_id = $1',
  'remove observations': 'DELETE FROM observation WHERE field_id = $1',
  counts: `
    SELECT (SELECT count(*) FROM weather WHERE field_id = $1) AS weather,
      (SELECT count(*) FROM earth_observation WHERE field_id = $1) AS earth_observations,
      (SELECT count(*) FROM observation WHERE field_id = $1) AS observations`,
  'count weather': `SELECT count(*) AS weather FROM weather WHERE ${isRemovable}`,
  key: `SELECT ${keyColumns} FROM api_key WHERE hash = $1`,
  keys: `SELECT ${keyColumns} FROM api_key ORDER BY account, created_at`,
  'add key': `INSERT INTO api_key (hash, account, name, mode, scopes, mask, created_at, revoked_at) VALUES (${parameters(8)})`,
  'revoke key': 'UPDATE api_key SET revoked_at = $1 WHERE hash = $2 AND revoked_at IS NULL',
  'weather asc': weather('ASC'),
  'weather desc': weather('DESC'),
  'scenes asc': scenes('ASC'),
  'scenes desc': scenes('DESC'),
  // While the insert waited, the field may have been removed, or moved to another account that could not see the note.
  'insert observation': insertObservation(
    `SELECT ${parameters(9)} WHERE (${isOfDemo} OR EXISTS (SELECT 1 FROM field WHERE id = $2))
      AND NOT EXISTS (SELECT 1 FROM field WHERE id = $2 AND account <> $3)`,
  ),
  /** The insert of requests, but without a row. It needs the same table, columns, rights and lock, and changes nothing. */
  'insert no observation': insertObservation(`SELECT ${observationColumns} FROM observation WHERE false`),
  'written observation':
    'SELECT id, record, fingerprint FROM observation WHERE account = $1 AND mode = $2 AND idempotency_key = $3',
  progress: 'SELECT entries FROM import_progress WHERE file = $1',
  'save progress':
    'INSERT INTO import_progress (file, entries) VALUES ($1, $2) ON CONFLICT (file) DO UPDATE SET entries = excluded.entries',
  'update progress': 'UPDATE import_progress SET entries = $2 WHERE file = $1',
  'delete progress': 'DELETE FROM import_progress WHERE file = $1',
  'delete other progress': 'DELETE FROM import_progress WHERE file <> $1',
  'clear progress': 'DELETE FROM import_progress',
  // SQLite sorts any order but that of its primary keys with all rows in memory.
  'export weather': `
    SELECT field_id AS "fieldId", granularity, kind, starts_at AS "startsAt", ends_at AS "endsAt", issued_at AS "issuedAt", record
    FROM weather WHERE ${isOfRange} ORDER BY field_id, granularity, starts_at, kind`,
  'export earth_observations': `
    SELECT id, field_id AS "fieldId", acquired_at AS "acquiredAt", cloud_cover AS "cloudCover", processed_at AS "processedAt", record
    FROM earth_observation WHERE ${isOfRange} ORDER BY field_id, acquired_at, id`,
  'export observations': exportObservations(`${isOfField} ORDER BY id, account`),
  /** The same for SQLite, in the order of its index. For the statement above, it reads the observations of all fields. */
  'export observations of field': exportObservations('field_id = $1 ORDER BY account, observed_at DESC, id DESC'),
} as const satisfies Record<string, string>;

export type StatementName = keyof typeof sql;

type StoredOwner = { account: string | null; mode: string };

/** The values of a note for `observationColumns`, with the account and mode that the engine stores. */
export function observationValues(row: ObservationRow, { account, mode }: StoredOwner = row) {
  const { id, fieldId, category, observedAt, record, idempotency } = row;
  const { key = null, fingerprint = null } = idempotency ?? {};
  return [id, fieldId, account, mode, category, observedAt, record, key, fingerprint];
}

/**
 * Values that filter a page of notes, in the order of both engines' parameters. The limit is one higher than requested: an extra row shows
 * that the list continues.
 */
export function pageValues({ category, from, to = Number.MAX_SAFE_INTEGER, after, limit }: ObservationQuery) {
  // Before the position (to, '') is every note that is earlier than `to`, and no other.
  const { observedAt, id } = after && after.observedAt < to ? after : { observedAt: to, id: '' };
  return [category ?? null, from ?? Number.MIN_SAFE_INTEGER, observedAt, id, limit + 1] as const;
}

/** Makes a page of the rows that were read with `pageValues`. */
export function pageOf(rows: readonly (readonly [id: string, record: string])[], limit: number): ObservationPage {
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (page.at(-1)?.[0] ?? null) : null;
  return { records: page.map(([, record]) => record), nextCursor };
}

/** Upserts in bulk. The later of two forecasts stays, and of two products of a scene, unless the new one states no time. */
export const upserts = {
  weather: {
    insert: 'INSERT INTO weather (field_id, granularity, starts_at, kind, ends_at, issued_at, record)',
    update: `DO UPDATE SET ends_at = excluded.ends_at, issued_at = excluded.issued_at, record = excluded.record
      WHERE (excluded.issued_at >= weather.issued_at OR weather.kind = 'observed') AND excluded.record <> weather.record`,
    valuesOf: ({ fieldId, granularity, startsAt, kind, endsAt, issuedAt, record }: WeatherRow) =>
      [fieldId, granularity, startsAt, kind, endsAt, issuedAt, record] as const,
  },
  // An id belongs to a scene of one field for good: a row of another field must not replace it.
  scene: {
    insert: 'INSERT INTO earth_observation (field_id, acquired_at, id, cloud_cover, processed_at, record)',
    update: `DO UPDATE SET acquired_at = excluded.acquired_at, cloud_cover = excluded.cloud_cover,
      processed_at = excluded.processed_at, record = excluded.record
      WHERE excluded.field_id = earth_observation.field_id AND excluded.record <> earth_observation.record
        AND (excluded.processed_at >= earth_observation.processed_at OR excluded.processed_at = 0)`,
    valuesOf: ({ fieldId, acquiredAt, id, cloudCover, processedAt, record }: EarthObservationRow) =>
      [fieldId, acquiredAt, id, cloudCover, processedAt, record] as const,
  },
};

/** Selects the starts of stored records that overlap an observed one and differ in start. It takes the SQL of each of `overlapValues`. */
export const overlapped = (fieldId: string, granularity: string, after: string, startsAt: string, endsAt: string) => `
  SELECT starts_at AS "startsAt" FROM weather
  WHERE field_id = ${fieldId} AND granularity = ${granularity} AND kind = 'observed'
    AND starts_at > ${after} AND starts_at < ${endsAt} AND ends_at > ${startsAt} AND starts_at <> ${startsAt}`;

/** Selects the first of these, unless it is accepted: version 1.0 could store overlapping records, which may still be corrected. */
export const overlapping = (fieldId: string, granularity: string, after: string, startsAt: string, endsAt: string) => `
  ${overlapped(fieldId, granularity, after, startsAt, endsAt)} AND NOT EXISTS (
      SELECT 1 FROM weather
      WHERE field_id = ${fieldId} AND granularity = ${granularity} AND kind = 'observed'
        AND starts_at = ${startsAt} AND ends_at >= ${endsAt})
  ORDER BY starts_at LIMIT 1`;

/** The values of an observed record that `overlapping` compares with those that are stored. */
export const overlapValues = ({ fieldId, granularity, startsAt, endsAt }: WeatherRow) =>
  [fieldId, granularity, startsAt - intervalMsMax[granularity], startsAt, endsAt] as const;
