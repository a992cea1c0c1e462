/** Weather in bulk: the later of two forecasts stays, and of observed days none overlaps another. */
import { formatInstant } from '../../../platform/time/instant.ts';
import { intervalMsMax } from '../sql.ts';
import type { WeatherRow } from '../store.ts';
import { columns, inStatements } from './batches.ts';
import type { Query } from './connections.ts';

export interface Placed<Row> {
  /** Its place in the batch. */
  index: number;
  row: Row;
}

/** Result of a batch: how many rows changed something, and which contradict stored ones. */
export interface Outcome {
  written: number;
  clashes: { index: number; reason: string }[];
}

const upsert = {
  name: 'upsert weather',
  text: `
    INSERT INTO weather (field_id, granularity, starts_at, kind, ends_at, issued_at, record)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
    ON CONFLICT (field_id, granularity, starts_at, kind) DO UPDATE
    SET ends_at = excluded.ends_at, issued_at = excluded.issued_at, record = excluded.record
    WHERE excluded.issued_at >= weather.issued_at AND excluded.record <> weather.record`,
};

const findOverlap = {
  name: 'overlap',
  text: `
    SELECT other.starts_at AS "startsAt"
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS day (field_id, starts_at, ends_at)
    CROSS JOIN LATERAL (
      SELECT starts_at FROM weather
      WHERE field_id = day.field_id AND granularity = 'daily' AND kind = 'observed'
        AND starts_at > day.starts_at - ${intervalMsMax} AND starts_at < day.ends_at AND ends_at > day.starts_at
        AND starts_at <> day.starts_at
      ORDER BY starts_at
      LIMIT 1) AS other
    LIMIT 1`,
};

/** Two imports into one field would each not see the days of the other: the second waits for the first. */
const lockFields = {
  name: 'lock fields',
  text: 'SELECT FROM field WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE',
};

/** Writes rows of weather inside a transaction, with the outcome that one after the other would have. */
export async function writeWeather(query: Query, placed: readonly Placed<WeatherRow>[]): Promise<Outcome> {
  const outcome: Outcome = { written: 0, clashes: [] };
  const days = placed.filter(({ row }) => row.granularity === 'daily' && row.kind === 'observed');
  const rows = days.map(({ row }) => row);
  if (days.length > 0) {
    await query(lockFields, [[...new Set(rows.map(({ fieldId }) => fieldId))]]);
    if (overlapAmong(rows) || (await overlapOf(query, rows)) !== undefined) {
      // Which of them stays depends on the order: one after the other.
      for (const { index, row } of days) {
        const startsAt = await overlapOf(query, [row]);
        if (startsAt === undefined) outcome.written += await write(query, [row]);
        else
          outcome.clashes.push({
            index,
            reason: `overlaps the observed day that begins at ${formatInstant(startsAt)}`,
          });
      }
      const others = placed.filter((each) => !days.includes(each)).map(({ row }) => row);
      outcome.written += await write(query, others);
      return outcome;
    }
  }
  outcome.written = await write(
    query,
    placed.map(({ row }) => row),
  );
  return outcome;
}

async function write(query: Query, rows: readonly WeatherRow[]): Promise<number> {
  let written = 0;
  for (const group of inStatements(rows, keyOf)) {
    const values = group.map((row) => {
      const { fieldId, granularity, startsAt, kind, endsAt, issuedAt, record } = row;
      return [fieldId, granularity, startsAt, kind, endsAt, issuedAt, record];
    });
    written += (await query(upsert, columns(values))).count;
  }
  return written;
}

function keyOf({ fieldId, granularity, startsAt, kind }: WeatherRow): string {
  return `${fieldId} ${granularity} ${startsAt} ${kind}`;
}

/** Whether days of one field, of another start, overlap. */
function overlapAmong(rows: readonly WeatherRow[]): boolean {
  for (const [, days] of Map.groupBy(rows, ({ fieldId }) => fieldId)) {
    let reached = Number.NEGATIVE_INFINITY;
    let before = Number.NEGATIVE_INFINITY;
    let ends = Number.NEGATIVE_INFINITY;
    for (const { startsAt, endsAt } of days.toSorted((one, other) => one.startsAt - other.startsAt)) {
      if (startsAt !== before) reached = Math.max(reached, ends);
      if (startsAt < reached) return true;
      before = startsAt;
      ends = Math.max(ends, endsAt);
    }
  }
  return false;
}

/** Start of a stored day that overlaps one of these and starts at another moment. */
async function overlapOf(query: Query, rows: readonly WeatherRow[]): Promise<number | undefined> {
  const values = columns(rows.map(({ fieldId, startsAt, endsAt }) => [fieldId, startsAt, endsAt]));
  const { rows: found } = await query<{ startsAt: number }>(findOverlap, values);
  return found[0]?.startsAt;
}
