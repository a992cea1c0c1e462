/** The part of a store that every engine has alike: fields, keys, weather, scenes, the progress of imports, and exports. */
import type { Mode, Scope } from '../records/keys.ts';
import type { ReportChange } from './hint-batches.ts';
import { fieldColumns, type StatementName } from './sql.ts';
import { demoFieldForm, type ImportRow, type ObservationRow, type Resource } from './rows.ts';
import type { Field, KeyRecord, Records, Registry, SortOrder, Transfers } from './store.ts';

/** How an engine runs these statements. */
export interface Engine {
  /** A read. It may be retried. */
  read<Row>(name: StatementName, ...values: readonly unknown[]): Promise<Row[]>;
  /** A write. Returns the number of changed rows. */
  write(name: StatementName, ...values: readonly unknown[]): Promise<number>;
  /** A read of many rows, with only a few of them in memory. */
  stream<Row>(name: StatementName, ...values: readonly unknown[]): AsyncIterable<Row>;
  /** Locks a field against imports and changes by others until the end of the transaction. Absent if every transaction locks all fields. */
  lockField?(id: string): Promise<unknown>;
  /** Locks notes against writes by others, as `lockField` does. */
  lockObservations?(): Promise<unknown>;
  reportChange: ReportChange;
}

type EngineStore = Registry &
  Pick<Records, 'weather' | 'earthObservations' | 'isWritten'> &
  Pick<Transfers, 'findProgress' | 'clearProgress' | 'exportRows'>;

// LIMIT NULL means no limit in PostgreSQL, and is an error in SQLite.
const noLimit = Number.MAX_SAFE_INTEGER;

/** Creates this part over an engine. */
export function createEngineStore(engine: Engine): EngineStore {
  const { read, write, stream, reportChange } = engine;
  const records = async (name: `${'weather' | 'scenes'} ${SortOrder}`, ...values: unknown[]) =>
    (await read<{ record: string }>(name, ...values)).map(({ record }) => record);
  // Progress does not name the fields of its entries: a resumed import would omit removed records. Call it last: imports wait for it.
  const clearProgress = () => write('clear progress');
  const removeRecords = async (fieldId: string, beforeObservations?: Engine['lockObservations']) => {
    const weather = await write('remove weather', fieldId, -noLimit, noLimit, null, null);
    const scenes = await write('remove scenes', fieldId);
    await beforeObservations?.();
    return { weather, earth_observations: scenes, observations: await write('remove observations', fieldId) };
  };

  return {
    findField: async (id) => (await read<FieldRow>('field', id)).map(fieldOf)[0],
    async findFields(ids) {
      const keys = JSON.stringify(Object.fromEntries(ids.map((id) => [id, 0])));
      return (await read<FieldRow>('fields by id', keys)).map(fieldOf);
    },
    listFields: async () => (await read<FieldRow>('fields')).map(fieldOf),
    async addField(field) {
      const count = await write('add field', ...fieldColumns.map((name) => field[name] ?? null));
      // Earlier versions could write records while a field of this id was removed. They may belong to another account.
      if (count > 0) {
        const left = await removeRecords(field.id);
        if (Object.values(left).some((records) => records > 0)) await clearProgress();
      }
      return count > 0;
    },
    async lockField(id, withObservations) {
      await engine.lockField?.(id);
      if (withObservations) await engine.lockObservations?.();
    },
    async setField(field) {
      await write('set field', ...fieldColumns.map((name) => field[name] ?? null));
      // A new account has its own notes, and a new timezone has other days.
      reportChange(field.id);
    },
    async removeField(id) {
      // The lock comes first, so that imports wait, and then find no field.
      await engine.lockField?.(id);
      await write('remove field', id);
      const counts = await removeRecords(id, engine.lockObservations);
      await clearProgress();
      reportChange(id);
      return counts;
    },
    async countRecords(fieldId) {
      const [counts] = await read<Record<Resource, number>>('counts', fieldId);
      return { ...(counts as Record<Resource, number>) };
    },
    async countWeather(fieldId, from, before, { kind = null, granularity = null } = {}) {
      const [row] = await read<{ weather: number }>('count weather', fieldId, from, before, kind, granularity);
      return row?.weather ?? 0;
    },
    async removeWeather(fieldId, from, before, { kind = null, granularity = null } = {}) {
      await engine.lockField?.(fieldId);
      const count = await write('remove weather', fieldId, from, before, kind, granularity);
      await clearProgress();
      if (count > 0) reportChange(fieldId, 'weather');
      return count;
    },
    findKey: async (hash) => (await read<KeyRow>('key', hash)).map(keyOf)[0],
    listKeys: async () => (await read<KeyRow>('keys')).map(keyOf),
    async addKey({ hash, account, name, mode, scopes, mask, createdAt, revokedAt }) {
      await write('add key', hash, account, name, mode, scopes.join(' '), mask, createdAt, revokedAt);
    },
    revokeKey: async (hash, revokedAt) => (await write('revoke key', revokedAt, hash)) > 0,
    weather: ({ field, granularity, kind = null, from, to, order, limit = noLimit }) =>
      records(`weather ${order}`, field.id, granularity, from, to, kind, limit),
    earthObservations: ({ field, cloudCoverMax = null, from, to, order, limit = noLimit }) =>
      records(`scenes ${order}`, field.id, from, to, cloudCoverMax, limit),
    isWritten: async ({ account, mode }, key) => (await read('written observation', account, mode, key)).length > 0,
    clearProgress: async () => void (await clearProgress()),
    findProgress: async (file) => (await read<{ entries: number }>('progress', file))[0]?.entries ?? 0,
    async *exportRows(resource, { fieldId = null, demo = true, startingNotes = false } = {}) {
      for await (const row of stream<ImportRow['row'] & StoredObservation>(`export ${resource}`, fieldId)) {
        const entry = { resource, row: resource === 'observations' ? observationOf(row) : row } as ImportRow;
        // The demo always makes its weather, scenes and starting notes itself. Only starting notes have no account.
        const isOfDemo = demoFieldForm.test(row.fieldId);
        const isWritten = entry.resource === 'observations' && (startingNotes || (demo && entry.row.account !== null));
        if (!isOfDemo || isWritten) yield entry;
      }
    },
  };
}

type FieldRow = Omit<Field, 'demo'>;
type KeyRow = Omit<KeyRecord, 'scopes'> & { scopes: string };
type StoredObservation = Omit<ObservationRow, 'idempotency'> & { key: string | null; fingerprint: string | null };

const fieldOf = (row: FieldRow): Field => ({ ...row, demo: false });
const keyOf = (row: KeyRow): KeyRecord => ({ ...row, scopes: row.scopes.split(' ') as Scope[] });

/** In PostgreSQL, a starting note has the account '', and its mode is only in its record. */
function observationOf({ key, fingerprint, ...note }: StoredObservation): ObservationRow {
  const idempotency = key === null ? null : { key, fingerprint: fingerprint ?? '' };
  if (note.account) return { ...note, idempotency };
  const mode: Mode = JSON.parse(note.record).live_mode ? 'live' : 'test';
  return { ...note, account: null, mode, idempotency };
}
