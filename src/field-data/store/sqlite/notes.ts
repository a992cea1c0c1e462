/** Notes in SQLite: each read is one prepared statement that gives rendered records. */
import type { DatabaseSync } from 'node:sqlite';
import { fieldNotFound } from '../../records/errors.ts';
import type { Mode } from '../../records/keys.ts';
import type { NoteChange } from '../hint-batches.ts';
import { noteValues, pageOf, pageValues } from '../sql.ts';
import type { ObservationRow } from '../rows.ts';
import type { Caller, Field, Records, Store, WrittenObservation } from '../store.ts';
import { type Database, prepare } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

/** The notes of an open database. */
export function createNotes(
  database: Database,
  noteChange: NoteChange,
): Omit<Records, 'weather' | 'earthObservations' | 'isWritten'> & Pick<Store, 'changes'> {
  const { connection, run, countWrite } = database;
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
  // The most frequent read: the first page, without a position to compare with.
  const newestNotes = connection.prepare(`
    SELECT id, record FROM observation WHERE field_id = ?1 AND ${visible}
    ORDER BY observed_at DESC, id DESC LIMIT ?5`);
  newestNotes.setReturnArrays(true);
  const position = connection.prepare(
    `SELECT observed_at AS observedAt, id FROM observation WHERE field_id = ?1 AND ${visible} AND id = ?5`,
  );
  const insertNote = prepareInsertNote(connection);
  const selectWritten = prepare(connection, 'written note');

  const view = (field: Field, { account, mode }: Caller) => [field.id, mode, field.account, account] as const;
  // The names of what `visible` gives: every note of the mode, or those of one account.
  const ofMode = (fieldId: string, mode: Mode) => `${mode} ${fieldId}`;
  const ofAccount = (fieldId: string, { account, mode }: Caller) => `${ofMode(fieldId, mode)} ${account}`;
  const countNote = (row: ObservationRow) => countWrite(ofMode(row.fieldId, row.mode), ofAccount(row.fieldId, row));

  const insert = createGroupCommit(
    database,
    (row: ObservationRow): WrittenObservation | Error => {
      const { account, mode, record, idempotency } = row;
      if (insertNote(row)) return { record, fingerprint: idempotency?.fingerprint ?? '', replayed: false };
      const taken = selectWritten.get(account, mode, idempotency?.key ?? null);
      if (!taken) return fieldNotFound();
      return { record: String(taken.record), fingerprint: String(taken.fingerprint), replayed: true };
    },
    countNote,
  );

  return {
    changes: (field, caller) =>
      database.changesOf(field.account === null ? ofAccount(field.id, caller) : ofMode(field.id, caller.mode)),
    observations: (query) =>
      run(() => {
        const { field, caller, category, from, to, limit, after } = query;
        const isFiltered = [category, from, to, after].some((filter) => filter !== undefined);
        const rows = isFiltered
          ? notes.all(...view(field, caller), ...pageValues(query))
          : newestNotes.all(...view(field, caller), limit + 1);
        return pageOf(rows as unknown as [id: string, record: string][], limit);
      }),
    findPosition: (field, caller, id) =>
      run(() => position.get(...view(field, caller), id) as { observedAt: number; id: string } | undefined),
    async addObservation(row) {
      const written = await insert(row);
      if (!written.replayed) noteChange(row.fieldId, 'observations');
      return written;
    },
  };
}

/** Inserts a note; false where its id, or its account's key, is there already, or the field is of another account. */
export function prepareInsertNote(connection: DatabaseSync): (row: ObservationRow) => boolean {
  const insert = prepare(connection, 'insert note');
  return (row) => insert.run(...noteValues(row, row)).changes > 0;
}
