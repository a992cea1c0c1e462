/** Records in bulk: batches that may be written any number of times, and the whole table as lines. */
import { formatInstant } from '../../../platform/time/instant.ts';
import type { ImportRow, ObservationRow, Resource, Transfers } from '../store.ts';
import type { Database } from './database.ts';
import { intervalMsMax, prepareInsertNote } from './records.ts';

/** Transfers in and out of an open database. */
export function createTransfers({ connection, run, transact, allOrNothing }: Database): Transfers {
  const upsertWeather = connection.prepare(`
    INSERT INTO weather (field_id, granularity, starts_at, kind, ends_at, issued_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET ends_at = excluded.ends_at, issued_at = excluded.issued_at, record = excluded.record
    WHERE excluded.issued_at >= weather.issued_at AND excluded.record <> weather.record`);
  // An id names a scene of one field for good: a row of another field does not take it over.
  const upsertScene = connection.prepare(`
    INSERT INTO earth_observation (field_id, acquired_at, id, cloud_cover, processed_at, record) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET acquired_at = excluded.acquired_at, cloud_cover = excluded.cloud_cover,
      processed_at = excluded.processed_at, record = excluded.record
    WHERE excluded.field_id = earth_observation.field_id AND excluded.processed_at >= earth_observation.processed_at
      AND excluded.record <> earth_observation.record`);
  const insertNote = prepareInsertNote(connection);
  const saveProgress = connection.prepare(
    'INSERT INTO import_progress (file, entries) VALUES (?, ?) ON CONFLICT DO UPDATE SET entries = excluded.entries',
  );
  const forgetProgress = connection.prepare('DELETE FROM import_progress WHERE file = ?');
  const selectProgress = connection.prepare('SELECT entries FROM import_progress WHERE file = ?');

  const selectOverlapping = connection.prepare(`
    SELECT starts_at AS startsAt FROM weather
    WHERE field_id = ? AND granularity = 'daily' AND kind = 'observed'
      AND starts_at > ? - ${intervalMsMax} AND starts_at < ? AND ends_at > ? AND starts_at <> ?`);
  const selectScene = connection.prepare('SELECT field_id AS fieldId FROM earth_observation WHERE id = ?');
  const selectNote = connection.prepare(
    'SELECT 1 FROM observation WHERE id = ? AND account IS ? AND record = ? AND idempotency_key IS ? AND fingerprint IS ?',
  );

  /** Whether a row changed anything; or the reason why it cannot be there beside what is. */
  function write({ resource, row }: ImportRow): boolean | string {
    switch (resource) {
      case 'weather': {
        const { fieldId, granularity, startsAt, kind, endsAt, issuedAt, record } = row;
        if (granularity === 'daily' && kind === 'observed') {
          const other = selectOverlapping.get(fieldId, startsAt, endsAt, startsAt, startsAt);
          if (other) return `overlaps the observed day that begins at ${formatInstant(Number(other.startsAt))}`;
        }
        return upsertWeather.run(fieldId, granularity, startsAt, kind, endsAt, issuedAt, record).changes > 0;
      }
      case 'earth_observations': {
        const { fieldId, acquiredAt, id, cloudCover, processedAt, record } = row;
        if (upsertScene.run(fieldId, acquiredAt, id, cloudCover, processedAt, record).changes > 0) return true;
        return selectScene.get(id)?.fieldId === fieldId ? false : `the id ${id} is taken by a scene of another field`;
      }
      case 'observations': {
        if (insertNote(row)) return true;
        const { id, account, record, idempotency } = row;
        const isSame = selectNote.get(id, account, record, idempotency?.key ?? null, idempotency?.fingerprint ?? null);
        return isSame ? false : `the id ${id}, or its account's idempotency key, is taken by another note`;
      }
    }
  }

  return {
    allOrNothing,
    writeBatch: (rows, progress) =>
      transact(() => {
        const outcomes = rows.map(write);
        const clashes = outcomes.flatMap((reason, index) => (typeof reason === 'string' ? { index, reason } : []));
        if (progress?.entries === null) forgetProgress.run(progress.file);
        else if (progress && clashes.length === 0) saveProgress.run(progress.file, progress.entries);
        const written = outcomes.filter((outcome) => outcome === true).length;
        return { written, unchanged: rows.length - written - clashes.length, clashes };
      }),
    findProgress: (file) => run(() => (selectProgress.get(file) as { entries: number } | undefined)?.entries ?? 0),
    async *exportRows(resource, { fieldId = null, demo = true, startingNotes = false } = {}) {
      const filter = { demo: Number(demo), startingNotes: Number(startingNotes) };
      const rows = connection
        .prepare(exports[resource])
        .iterate({ fieldId, ...(resource === 'observations' ? filter : {}) });
      for (const row of rows) {
        yield { resource, row: resource === 'observations' ? noteOf(row as never) : row } as unknown as ImportRow;
      }
    },
  };
}

type StoredNote = Omit<ObservationRow, 'idempotency'> & { key: string | null; fingerprint: string | null };

function noteOf({ key, fingerprint, ...note }: StoredNote): ObservationRow {
  return { ...note, idempotency: key === null ? null : { key, fingerprint: fingerprint ?? '' } };
}

const isOfField = '(:fieldId IS NULL OR field_id = :fieldId)';
// The demo makes its own weather, scenes and starting notes, which have no account, wherever it is on.
const isOfDemo = "field_id GLOB 'fld_demo_[0-9][0-9]'";

const exports: Record<Resource, string> = {
  weather: `
    SELECT field_id AS fieldId, granularity, kind, starts_at AS startsAt, ends_at AS endsAt, issued_at AS issuedAt, record
    FROM weather WHERE ${isOfField} AND NOT ${isOfDemo} ORDER BY field_id, granularity, starts_at, kind`,
  earth_observations: `
    SELECT id, field_id AS fieldId, acquired_at AS acquiredAt, cloud_cover AS cloudCover, processed_at AS processedAt, record
    FROM earth_observation WHERE ${isOfField} AND NOT ${isOfDemo} ORDER BY field_id, acquired_at, id`,
  observations: `
    SELECT id, field_id AS fieldId, account, mode, category, observed_at AS observedAt, record, idempotency_key AS key, fingerprint
    FROM observation
    WHERE ${isOfField} AND (:startingNotes OR NOT (${isOfDemo} AND (account IS NULL OR NOT :demo)))
    ORDER BY field_id, observed_at, id`,
};
