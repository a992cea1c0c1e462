/** Observations in SQLite: each read is one prepared statement that returns rendered records. */
import type { DatabaseSync } from 'node:sqlite';
import { fieldNotFound } from '../../records/errors.ts';
import type { Mode } from '../../records/keys.ts';
import type { ReportChange } from '../hint-batches.ts';
import { observationValues, pageOf, pageValues } from '../sql.ts';
import type { ObservationRow, RequestedRow } from '../rows.ts';
import type { Caller, Field, ObservationRecords, Store, WrittenObservation } from '../store.ts';
import { type Database, prepare } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

// On an account's field, the account is the field's. On a public field it is the caller's, which is null without a key.
const isForAll = 'account IS NULL';
const isOfAccount = 'account = ?2 AND mode = ?3';
const newestFirst = 'ORDER BY observed_at DESC, id DESC';
// One branch for everyone's observations, one for those of the account: each reads only its range of the index. The index has all that
// a page is chosen by: a million observations that do not match take 0.1 s, and would take 4 s with their records.
const page = (branches: string[], limit: string, filters = '') => `
  SELECT id, record FROM (${branches
    .map((whose) => `SELECT id, observed_at FROM observation WHERE field_id = ?1 AND ${whose} ${filters}`)
    .join(' UNION ALL ')} ${newestFirst} LIMIT ${limit}) AS chosen
  JOIN observation USING (id) ${newestFirst.replace('observed_at', 'chosen.observed_at')}`;

/** The reads of observations. Their parameters are numbered, because binding named ones costs as much as the rows of a page. */
export const observationReads = {
  filtered: page(
    [isForAll, isOfAccount],
    '?8',
    'AND (?4 IS NULL OR category = ?4) AND observed_at >= ?5 AND (observed_at, id) < (?6, ?7)',
  ),
  /** The most frequent read: the first page, without a position to compare with. */
  newest: page([isForAll, isOfAccount], '?4'),
  /** The same without an account. */
  newestForAll: page([isForAll], '?4'),
  position: `SELECT observed_at AS observedAt, id FROM observation
    WHERE id = ?4 AND field_id = ?1 AND (${isForAll} OR ${isOfAccount})`,
};

type OwnRecords = ObservationRecords & Pick<Store, 'changes'>;

/** The observations of an open database. */
export function createObservations(database: Database, reportChange: ReportChange): OwnRecords {
  const { connection, run, countWrite } = database;
  const filtered = connection.prepare(observationReads.filtered);
  const newestForAccount = connection.prepare(observationReads.newest);
  const newestForAll = connection.prepare(observationReads.newestForAll);
  // Arrays save an object for each row.
  for (const statement of [filtered, newestForAccount, newestForAll]) statement.setReturnArrays(true);
  const position = connection.prepare(observationReads.position);
  const insertObservation = prepareInsertObservation(connection);
  const selectWritten = prepare(connection, 'written observation');

  const view = (field: Field, { account, mode }: Caller) => [field.id, field.account ?? account, mode] as const;
  // Names of views for the write counts: all observations of a mode, or only those of one account.
  const ofMode = (fieldId: string, mode: Mode) => `${mode} ${fieldId}`;
  const ofAccount = (fieldId: string, { account, mode }: Caller) => `${ofMode(fieldId, mode)} ${account}`;

  const insert = createGroupCommit(
    database,
    (row: RequestedRow): WrittenObservation | Error => {
      const { account, mode, record, idempotency } = row;
      if (insertObservation(row)) return { record, fingerprint: idempotency.fingerprint, replayed: false };
      const taken = selectWritten.get(account, mode, idempotency.key);
      if (!taken) return fieldNotFound();
      return { record: String(taken.record), fingerprint: String(taken.fingerprint), replayed: true };
    },
    (row) => countWrite(ofMode(row.fieldId, row.mode), ofAccount(row.fieldId, row)),
  );

  return {
    changes: (field, caller) =>
      database.changesOf(field.account === null ? ofAccount(field.id, caller) : ofMode(field.id, caller.mode)),
    observations: (query) =>
      run(() => {
        const { field, caller, category, from, to, limit, after } = query;
        const isFiltered = [category, from, to, after].some((filter) => filter !== undefined);
        const viewed = view(field, caller);
        const newest = viewed[1] === null ? newestForAll : newestForAccount;
        const rows = isFiltered ? filtered.all(...viewed, ...pageValues(query)) : newest.all(...viewed, limit + 1);
        return pageOf(rows as unknown as [id: string, record: string][], limit);
      }),
    findPosition: (field, caller, id) =>
      run(() => position.get(...view(field, caller), id) as { observedAt: number; id: string } | undefined),
    async addObservation(row) {
      const written = await insert(row);
      if (!written.replayed) reportChange(row.fieldId, 'observations');
      return written;
    },
  };
}

/** Prepares an insert. It returns false if the id or the key of the account is taken, or the field is missing or belongs to another account. */
export function prepareInsertObservation(connection: DatabaseSync): (row: ObservationRow) => boolean {
  const insert = prepare(connection, 'insert observation');
  return (row) => insert.run(...observationValues(row)).changes > 0;
}
