/** Writes rows in bulk. A statement takes one array for each column, and `unnest` makes rows of them. Observed records never overlap. */
import { refusals } from '../refusals.ts';
import { overlapped, overlapping, overlapValues, upserts } from '../sql.ts';
import { type EarthObservationRow, type ImportRow, type Resource, storedFieldsOf, type WeatherRow } from '../rows.ts';
import type { BatchResult } from '../store.ts';
import type { Query, Statement } from './connections.ts';

/** Rows of one statement. More of them are hardly faster, and occupy a connection and its locks for longer. */
const rowsMax = 1_000;

/**
 * Splits rows into groups for one statement each. No group has a key twice, because a statement may change a row only once (SQLSTATE
 * 21000). Rows of one key stay in order.
 */
export function inStatements<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const times = new Map<string, number>();
  const groups: Row[][] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    groups[time] ??= [];
    groups[time].push(row);
  }
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / rowsMax) }, (_, at) => group.slice(at * rowsMax, (at + 1) * rowsMax)),
  );
}

/** The columns of rows, each as an array: the values of a statement over `unnest`. */
export function columns(rows: readonly (readonly unknown[])[]): unknown[][] {
  const [first = []] = rows;
  return first.map((_, column) => rows.map((row) => row[column]));
}

export interface Placed<Row> {
  /** Index of the row in the batch. */
  index: number;
  row: Row;
}

/**
 * Result of a batch so far: counts of added and replaced rows, the changed lists of fields, and rows that contradict stored ones. Each
 * write adds to it.
 */
export interface Outcome extends Omit<BatchResult, 'unchanged'> {
  changed: [fieldId: string, list: Resource][];
}

export type Write<Row> = (query: Query, placed: readonly Placed<Row>[], outcome: Outcome) => Promise<void>;

/** Makes an upsert count its rows. An inserted row has an `xmax` of 0; in a replaced one, `xmax` is the lock of the update. */
const counted = (upsert: string): string => `
  WITH changed AS (${upsert} RETURNING field_id, xmax = 0 AS is_added)
  SELECT count(*) FILTER (WHERE is_added) AS added, count(*) FILTER (WHERE NOT is_added) AS replaced,
    coalesce(array_agg(DISTINCT field_id), '{}') AS "fieldIds"
  FROM changed`;

const writeWeatherRows = {
  list: 'weather',
  name: 'write weather',
  text: counted(`
    ${upserts.weather.insert}
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
    ON CONFLICT (field_id, granularity, starts_at, kind) ${upserts.weather.update}`),
} as const;

// Scenes of two fields may have the same id, because every key begins with the field.
const writeSceneRows = {
  list: 'earth_observations',
  name: 'write scenes',
  text: counted(`
    ${upserts.scene.insert}
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::double precision[], $5::bigint[], $6::text[])
    ON CONFLICT (field_id, id) ${upserts.scene.update}`),
} as const;

const findOverlap = { name: 'overlap', text: overlapping('$1', '$2', '$3', '$4', '$5') };
// Both records of each overlap, by their keys. OFFSET keeps the planner from a join that compares each row with all records of its field.
const findOverlaps = {
  name: 'overlaps',
  text: `
    SELECT one.field_id AS "fieldId", one.granularity, 'observed' AS kind, unnest(ARRAY[one.starts_at, other."startsAt"]) AS "startsAt"
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      AS one (field_id, granularity, after, starts_at, ends_at)
    CROSS JOIN LATERAL (
      ${overlapped('one.field_id', 'one.granularity', 'one.after', 'one.starts_at', 'one.ends_at')} OFFSET 0) AS other`,
};

/**
 * Locks the fields of rows until the end of the transaction. Returns those that are not stored: they may have been removed since the rows
 * were checked. Two imports of observed weather or notes into one field would not see each other's records, so the second waits.
 */
export async function lockFieldsOf(query: Query, rows: readonly ImportRow[]): Promise<Set<string>> {
  const unknown = new Set(storedFieldsOf(rows));
  if (unknown.size === 0) return unknown;
  const mayClash = rows.some(
    ({ resource, row }) => resource === 'observations' || (resource === 'weather' && row.kind === 'observed'),
  );
  const mode = mayClash ? 'NO KEY UPDATE' : 'KEY SHARE';
  const text = `SELECT id FROM field WHERE id = ANY ($1::text[]) ORDER BY id FOR ${mode}`;
  const locked = await query<{ id: string }>({ name: `lock fields for ${mode}`, text }, [[...unknown]]);
  for (const { id } of locked.rows) unknown.delete(id);
  return unknown;
}

/** Writes rows of weather, with the same result as one after the other. Their fields must be locked. */
export const writeWeather: Write<WeatherRow> = async (query, placed, outcome) => {
  const rows = placed.map(({ row }) => row);
  const observed = rows.filter(({ kind }) => kind === 'observed');
  const keys = await keysOfOverlaps(query, observed);
  // The order decides which of them stays, so they are written one by one. No other row overlaps them, or has their key.
  for (const { index, row } of placed) {
    if (!keys.has(keyOf(row))) continue;
    const [other] = (await query<{ startsAt: number }>(findOverlap, overlapValues(row))).rows;
    if (other) outcome.clashes.push({ index, reason: refusals.overlap(other.startsAt) });
    else await write(query, [row], outcome);
  }
  const others = rows.filter((row) => !keys.has(keyOf(row)));
  await write(query, others, outcome);
};

async function write(query: Query, rows: readonly WeatherRow[], outcome: Outcome): Promise<void> {
  for (const group of inStatements(rows, keyOf))
    await runCounted(query, writeWeatherRows, group.map(upserts.weather.valuesOf), outcome);
}

async function runCounted(
  query: Query,
  { list, ...upsert }: Statement & { list: Resource },
  values: readonly (readonly unknown[])[],
  outcome: Outcome,
): Promise<void> {
  const { rows } = await query<{ added: number; replaced: number; fieldIds: string[] }>(upsert, columns(values));
  const [{ added, replaced, fieldIds } = { added: 0, replaced: 0, fieldIds: [] }] = rows;
  outcome.added += added;
  outcome.replaced += replaced;
  for (const fieldId of fieldIds) outcome.changed.push([fieldId, list]);
}

type Key = Pick<WeatherRow, 'fieldId' | 'granularity' | 'startsAt' | 'kind'>;

function keyOf({ fieldId, granularity, startsAt, kind }: Key): string {
  return `${fieldId} ${granularity} ${startsAt} ${kind}`;
}

/** The keys of observed records that overlap each other or stored ones, and of these. Overlapping records differ in their start. */
async function keysOfOverlaps(query: Query, rows: readonly WeatherRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const keys = new Set((await query<Key>(findOverlaps, columns(rows.map(overlapValues)))).rows.map(keyOf));
  for (const [, list] of Map.groupBy(rows, ({ fieldId, granularity }) => `${fieldId} ${granularity}`)) {
    let last: WeatherRow | undefined;
    // If several start at the same time, the longest comes first.
    for (const row of list.toSorted((one, other) => one.startsAt - other.startsAt || other.endsAt - one.endsAt)) {
      if (last && row.startsAt < last.endsAt && row.startsAt !== last.startsAt) keys.add(keyOf(last)).add(keyOf(row));
      if (!last || row.endsAt > last.endsAt) last = row;
    }
  }
  return keys;
}

/** Writes earth observations inside a transaction. They cannot contradict stored ones. */
export const writeScenes: Write<EarthObservationRow> = async (query, placed, outcome) => {
  const rows = placed.map(({ row }) => row);
  for (const group of inStatements(rows, ({ fieldId, id }) => `${fieldId} ${id}`))
    await runCounted(query, writeSceneRows, group.map(upserts.scene.valuesOf), outcome);
};
