/** Writes records in batches. Repeating a batch changes nothing. */
import type { SQLInputValue } from 'node:sqlite';
import type { ReportChange } from '../hint-batches.ts';
import { refusals } from '../refusals.ts';
import { observationValues, overlapping, overlapValues, upserts } from '../sql.ts';
import { type ImportRow, storedFieldsOf } from '../rows.ts';
import type { Transfers } from '../store.ts';
import { type Database, prepare } from './database.ts';
import { prepareInsertObservation } from './observations.ts';

type Effect = 'added' | 'replaced' | 'unchanged';

/** Makes the writer of batches into an open database. */
export function createBatchWriter(database: Database, reportChange: ReportChange): Transfers['writeBatch'] {
  const { connection, transact } = database;
  /** Inserts a row, or updates the stored row with its key. One statement for both would not report which of them it did. */
  function prepareUpsert(insert: string, onConflict: string): (...values: SQLInputValue[]) => Effect {
    const add = connection.prepare(`${insert} ON CONFLICT DO NOTHING`);
    const replace = connection.prepare(`${insert} ON CONFLICT ${onConflict}`);
    return (...values) => {
      if (add.run(...values).changes > 0) return 'added';
      return replace.run(...values).changes > 0 ? 'replaced' : 'unchanged';
    };
  }

  const { weather, scene } = upserts;
  const upsertWeather = prepareUpsert(
    `${weather.insert} VALUES (?, ?, ?, ?, ?, ?, ?)`,
    `(field_id, granularity, starts_at, kind) ${weather.update}`,
  );
  const upsertScene = prepareUpsert(`${scene.insert} VALUES (?, ?, ?, ?, ?, ?)`, `(id) ${scene.update}`);
  const insertObservation = prepareInsertObservation(connection);
  const saveProgress = prepare(connection, 'save progress');
  const updateProgress = prepare(connection, 'update progress');
  const deleteProgress = prepare(connection, 'delete progress');
  const deleteOthers = prepare(connection, 'delete other progress');
  const selectFields = connection.prepare('SELECT id FROM field WHERE id IN (SELECT value FROM json_each(?))');

  const selectOverlapping = connection.prepare(overlapping('?1', '?2', '?3', '?4', '?5'));
  const selectScene = connection.prepare('SELECT field_id AS fieldId FROM earth_observation WHERE id = ?');
  // The parameters are `observationValues`.
  const selectSame = connection.prepare(
    `SELECT 1 FROM observation WHERE id = ?1 AND account IS ?3 AND record = ?7
      AND (account IS NULL OR idempotency_key IS ?8 AND fingerprint IS ?9)`,
  );
  // The field may have moved to another account since the row was checked.
  const selectOtherAccount = connection.prepare('SELECT 1 FROM field WHERE id = ? AND account <> ?');

  /** The fields of rows that are not stored: they may have been removed since the rows were checked. */
  function unknownFieldsOf(rows: readonly ImportRow[]): Set<unknown> {
    const unknown = new Set<unknown>(storedFieldsOf(rows));
    for (const { id } of selectFields.all(JSON.stringify([...unknown]))) unknown.delete(id);
    return unknown;
  }

  function write({ resource, row }: ImportRow): Effect | { reason: string } {
    switch (resource) {
      case 'weather': {
        const other = row.kind === 'observed' ? selectOverlapping.get(...overlapValues(row)) : undefined;
        if (other) return { reason: refusals.overlap(Number(other.startsAt)) };
        return upsertWeather(...weather.valuesOf(row));
      }
      case 'earth_observations': {
        const effect = upsertScene(...scene.valuesOf(row));
        if (effect !== 'unchanged' || selectScene.get(row.id)?.fieldId === row.fieldId) return effect;
        return { reason: refusals.takenScene(row.id) };
      }
      case 'observations': {
        if (insertObservation(row)) return 'added';
        if (selectSame.get(...observationValues(row))) return 'unchanged';
        const isOther = selectOtherAccount.get(row.fieldId, row.account) !== undefined;
        return { reason: isOther ? refusals.otherAccount(row.fieldId) : refusals.takenObservation(row) };
      }
    }
  }

  return async (rows, progress) => {
    const { outcomes, clashes } = await transact(() => {
      const unknown = unknownFieldsOf(rows);
      const outcomes = rows.map((entry) => {
        const { fieldId } = entry.row;
        return unknown.has(fieldId) ? { reason: refusals.unknownField(fieldId) } : write(entry);
      });
      const clashes = outcomes.flatMap((outcome, index) => (typeof outcome === 'object' ? { index, ...outcome } : []));
      // A resumed import would not write what was replaced.
      if (progress && outcomes.includes('replaced')) deleteOthers.run(progress.file);
      if (progress?.entries === null) deleteProgress.run(progress.file);
      else if (progress && clashes.length === 0)
        (progress.isFirst ? saveProgress : updateProgress).run(progress.file, progress.entries);
      return { outcomes, clashes };
    });
    for (const [index, { resource, row }] of rows.entries()) {
      if (outcomes[index] === 'added' || outcomes[index] === 'replaced') reportChange(row.fieldId, resource);
    }
    const count = (effect: Effect) => outcomes.filter((outcome) => outcome === effect).length;
    return { added: count('added'), replaced: count('replaced'), unchanged: count('unchanged'), clashes };
  };
}
