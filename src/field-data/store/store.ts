/** The interface of a store. SQLite in a folder and PostgreSQL implement it. */
import type { components } from '../../contract/openapi.ts';
import type { WatchChanges } from '../../platform/sync/change-hints.ts';
import type { Mode, Scope } from '../records/keys.ts';
import type { Bounds, Window } from '../records/window.ts';
import type {
  Granularity,
  ImportRow,
  ObservationCategory,
  ObservationRow,
  RecordText,
  RequestedRow,
  Resource,
  WeatherKind,
} from './rows.ts';
import type { StoreError } from './store-error.ts';

export type SortOrder = components['schemas']['SortOrder'];

/** A field: its location, its owner and the known facts. */
export interface Field {
  id: string;
  /** The account that owns it; null for a public field. */
  account: string | null;
  timezone: string;
  latitude: number;
  longitude: number;
  name?: string | null;
  /** The crop, as people call it. */
  crop?: string | null;
  /** The EPPO code of the crop. */
  eppo?: string | null;
  hectares?: number | null;
  /** Whether the field was made up for the demo. The demo's fields are public, and the only ones that the demo key sees. */
  demo: boolean;
}

/** The caller. Without a key, it has no account and is in test mode. */
export interface Caller {
  account: string | null;
  mode: Mode;
}

/** The stored data of a key, never the key itself. */
export interface KeyRecord {
  /** SHA-256 of the key. */
  hash: Uint8Array;
  account: string;
  name: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** The form for lists: prefix and last four characters. */
  mask: string;
  createdAt: number;
  revokedAt: number | null;
}

/** A query of a whole window, ordered by time. */
interface WindowQuery extends Window {
  field: Field;
  order: SortOrder;
  limit: number | undefined;
}

export interface WeatherQuery extends WindowQuery {
  granularity: Granularity;
  kind: WeatherKind | undefined;
}

export interface EarthObservationQuery extends WindowQuery {
  /** Percent. */
  cloudCoverMax: number | undefined;
}

export interface ObservationQuery extends Bounds {
  field: Field;
  caller: Caller;
  category: ObservationCategory | undefined;
  limit: number;
  /** Continue strictly after this note. */
  after: ObservationPosition | undefined;
}

/** The position of a note in the order newest first. */
export type ObservationPosition = Pick<ObservationRow, 'observedAt' | 'id'>;

export interface ObservationPage {
  records: RecordText[];
  /** The id of the last record if the list continues after it; else null. */
  nextCursor: string | null;
}

/** Result of an insert: written now, or earlier under the same account, mode and key. */
export interface WrittenObservation {
  record: RecordText;
  fingerprint: string;
  replayed: boolean;
}

/** The weather to count or remove: of one kind, of one granularity, or else any. */
export interface WeatherFilter {
  kind?: WeatherKind | undefined;
  granularity?: Granularity | undefined;
}

/** Fields and keys, which operators manage, and the removal of records. */
export interface Registry {
  findField(id: string): Promise<Field | undefined>;
  /** The fields that have one of these ids, in any order. */
  findFields(ids: readonly string[]): Promise<Field[]>;
  listFields(): Promise<Field[]>;
  /**
   * Adds a field. Returns false and changes nothing if the id is taken. Also removes records that an earlier field of this id left and, if
   * there were any, the progress of all imports. Call it inside `transaction`, so that it removes no note that is written meanwhile.
   */
  addField(field: Field): Promise<boolean>;
  /**
   * Locks the field of this id until the end of `transaction`: others can neither change it nor import into it. With `withObservations`, others
   * cannot write notes either.
   */
  lockField(id: string, withObservations: boolean): Promise<void>;
  /** Updates all other members of the field with this id. */
  setField(field: Field): Promise<void>;
  /**
   * Removes a field with all its records, and the progress of all imports. Returns the number of removed records. Call it inside
   * `transaction`, so that nothing is written to the field meanwhile.
   */
  removeField(id: string): Promise<Record<Resource, number>>;
  /** How many records of a field are stored. */
  countRecords(fieldId: string): Promise<Record<Resource, number>>;
  /** How many weather records of a field begin in an interval, without its end. */
  countWeather(fieldId: string, from: number, before: number, filter?: WeatherFilter): Promise<number>;
  /** Removes a field's weather that begins in an interval, and the progress of all imports. Returns the number of removed records. */
  removeWeather(fieldId: string, from: number, before: number, filter?: WeatherFilter): Promise<number>;
  findKey(hash: Uint8Array): Promise<KeyRecord | undefined>;
  listKeys(): Promise<KeyRecord[]>;
  addKey(key: KeyRecord): Promise<void>;
  /** Revokes the key of this hash from the next request on. Returns false if there is none, or it is already revoked. */
  revokeKey(hash: Uint8Array, revokedAt: number): Promise<boolean>;
}

/** The records of fields. */
export interface Records {
  /** At most one record for each interval, ordered by start. Observed wins over forecast, and a later forecast over an earlier one. */
  weather(query: WeatherQuery): Promise<RecordText[]>;
  earthObservations(query: EarthObservationQuery): Promise<RecordText[]>;
  /** The caller's view of a field's notes, newest first. */
  observations(query: ObservationQuery): Promise<ObservationPage>;
  /** Position of an observation in the list, if the caller may see it. */
  findPosition(field: Field, caller: Caller, id: string): Promise<ObservationPosition | undefined>;
  /** One insert of record, key and fingerprint. Returns the existing row if the key was used before. */
  addObservation(row: RequestedRow): Promise<WrittenObservation>;
  /** Whether an observation of the caller was stored under the key. */
  isWritten(caller: Caller, key: string): Promise<boolean>;
}

/** The reads and writes of observations, which each engine has of its own. */
export type ObservationRecords = Omit<Records, 'weather' | 'earthObservations' | 'isWritten'>;

/** Result of a batch. A row that is already stored, or older than the stored one, changes nothing. */
export interface BatchResult {
  added: number;
  /** Rows that replaced a whole stored record with the same key. */
  replaced: number;
  /** Rows that are already stored, or older than the stored ones. */
  unchanged: number;
  /** Rows that contradict stored ones, by their index in the batch. They are not written. */
  clashes: { index: number; reason: string }[];
}

/** How far the import of a file has come. */
export interface ImportProgress {
  /** Identifies the file and how it is read: its path, size, time of change and options. */
  file: string;
  /** Number of entries, counted from the first, that are all committed. Null deletes the progress of the file, at its end. */
  entries: number | null;
  /** Whether nothing is committed yet. Later progress is saved only if the earlier one was not deleted meanwhile. */
  isFirst: boolean;
}

/** The records that an export contains. */
interface ExportFilter {
  /** One field instead of all. */
  fieldId?: string | undefined;
  /** Whether the store that imports it has the demo's fields. Defaults to true. */
  demo?: boolean;
  /** Whether to include the starting notes, which the demo makes again wherever it is on. Defaults to false. */
  startingNotes?: boolean;
}

/** Bulk writes and reads of records. */
export interface Transfers {
  /**
   * Writes a batch and its progress in one transaction. If rows clash, progress is not saved, but `null` still deletes it. Repeating the
   * batch changes nothing.
   */
  writeBatch(rows: readonly ImportRow[], progress?: ImportProgress): Promise<BatchResult>;
  /**
   * Commits the writes of `work` unless it rejects, and returns its result. The transaction has the write lock and includes all other writes
   * through this store meanwhile. Use it only with a store that does nothing else.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Number of entries of a file that earlier, interrupted imports committed. */
  findProgress(file: string): Promise<number>;
  /** Deletes the progress of all imports. */
  clearProgress(): Promise<void>;
  /** Every stored row of a resource, in a stable order. For demo fields, only the notes that callers wrote. */
  exportRows(resource: Resource, filter?: ExportFilter): AsyncIterable<ImportRow>;
}

/**
 * Connections of this process to its database. `listening` is 1 while it receives notifications of changes, 0 while it cannot, and
 * undefined while nothing watches.
 */
export interface ConnectionLoad {
  inUse: number;
  /** Calls that wait for a free connection. */
  waiting: number;
  max: number;
  listening: 0 | 1 | undefined;
}

/** The whole store. Any call may reject with StoreBusyError or StoreError. */
export interface Store extends Registry, Records, Transfers {
  /** Absent where the store has no connections to share. */
  connections?(): ConnectionLoad;
  /**
   * A version of the caller's view of a field's lists. It changes with each write, by any process, that could change the view: equal
   * versions mean equal reads. Call it before the read. Absent if it would cost as much as a read.
   */
  changes?(field: Field, caller: Caller): Promise<string>;
  /** Hints of every write of records, and change of a field, by this store and, over PostgreSQL, by any other. Closing the store ends them. */
  watchChanges: WatchChanges;
  /** Checks whether the store can read and write. Resolves to the reason if it cannot; never rejects. */
  findFault(): Promise<StoreError | undefined>;
  close(): Promise<void>;
}
