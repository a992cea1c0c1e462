/** What the service needs of a store, whichever engine it has: SQLite in a folder, or PostgreSQL. */
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
  Resource,
  WeatherKind,
} from './rows.ts';
import type { StoreError } from './store-error.ts';

export type SortOrder = components['schemas']['SortOrder'];

/** A field: where it is, whose, and what is known of it. */
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
  /** Made up for the demo: public, and all that the demo key sees. */
  demo: boolean;
}

/** The caller. No key is no account in test mode. */
export interface Caller {
  account: string | null;
  mode: Mode;
}

/** A key as it is stored: never the key itself. */
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

/** A query of a whole window, in the order of time. */
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
  /** Go on strictly after this note. */
  after: ObservationPosition | undefined;
}

/** A note's place in the order newest first. */
export type ObservationPosition = Pick<ObservationRow, 'observedAt' | 'id'>;

export interface ObservationPage {
  records: RecordText[];
  /** The id of the last record, where the list goes on after it. */
  nextCursor: string | null;
}

/** Result of an insert: written now, or there before under the same account, mode and key. */
export interface WrittenObservation {
  record: RecordText;
  fingerprint: string;
  replayed: boolean;
}

/** What an operator manages: fields, keys, and what is removed. */
export interface Registry {
  findField(id: string): Promise<Field | undefined>;
  listFields(): Promise<Field[]>;
  /**
   * False where the id is taken; nothing changes then. Else no record of an earlier field of this id is left, and where there were some, no
   * progress of imports. Call it inside `allOrNothing`, so that a note that is written meanwhile is not removed with them.
   */
  addField(field: Field): Promise<boolean>;
  /** Until the end of `allOrNothing`, nobody else changes the field of this id or imports into it; with `withNotes`, nor writes a note. */
  lockField(id: string, withNotes: boolean): Promise<void>;
  /** Changes the field of this id in every other member. */
  setField(field: Field): Promise<void>;
  /**
   * Removes a field with all its records, and the progress of all imports. Returns how many records that were. Call it inside
   * `allOrNothing`, so that nothing is written to the field meanwhile.
   */
  removeField(id: string): Promise<Record<Resource, number>>;
  /** How many records of a field are stored. */
  countRecords(fieldId: string): Promise<Record<Resource, number>>;
  /** How many weather records of a field begin before an instant. */
  countWeather(fieldId: string, before: number): Promise<number>;
  /** Removes the weather of a field that begins before an instant, and the progress of all imports. Returns how many records that were. */
  removeWeather(fieldId: string, before: number): Promise<number>;
  findKey(hash: Uint8Array): Promise<KeyRecord | undefined>;
  listKeys(): Promise<KeyRecord[]>;
  addKey(key: KeyRecord): Promise<void>;
  /** Revokes the key of this hash, refused from the next request on. False where there is none, or it is revoked already. */
  revokeKey(hash: Uint8Array, revokedAt: number): Promise<boolean>;
}

/** The records of fields. */
export interface Records {
  /** One record an interval (observed wins over forecast, a later forecast over an earlier one), ordered by start. */
  weather(query: WeatherQuery): Promise<RecordText[]>;
  earthObservations(query: EarthObservationQuery): Promise<RecordText[]>;
  /** The caller's view of a field's notes, newest first. */
  observations(query: ObservationQuery): Promise<ObservationPage>;
  /** Position of an observation in the list, if the caller may see it. */
  findPosition(field: Field, caller: Caller, id: string): Promise<ObservationPosition | undefined>;
  /** One insert of record, key and fingerprint. Returns the existing row if the key was used before. */
  addObservation(row: ObservationRow): Promise<WrittenObservation>;
  /** Whether an observation of the caller was stored under the key. */
  isWritten(caller: Caller, key: string): Promise<boolean>;
}

/** Result of a batch. A row that is there already, or older than the stored one, changes nothing. */
export interface BatchResult {
  added: number;
  /** Took the place of a stored record with the same key, as a whole. */
  replaced: number;
  /** Already there, or older than what is there. */
  unchanged: number;
  /** Rows that contradict what is there, by their place in the batch: not written. */
  clashes: { index: number; reason: string }[];
}

/** How far the import of a file has come. */
export interface ImportProgress {
  /** Names the very file and how it is read: its path, size, time of change and options. */
  file: string;
  /** Entries from the first that are all committed; null forgets the file, once it is all in. */
  entries: number | null;
  /** Whether nothing is committed yet. Later progress is saved only where nobody has forgotten the file since. */
  isFirst: boolean;
}

/** The records that an export contains. */
export interface ExportFilter {
  /** One field instead of all. */
  fieldId?: string | undefined;
  /** Whether the demo's fields are known where it is imported; true where left out. */
  demo?: boolean;
  /** Also the notes that the demo made, which it makes again wherever it is on; false where left out. */
  startingNotes?: boolean;
}

/** Records in bulk, in and out. */
export interface Transfers {
  /** Writes a batch and, unless rows of it clash, the progress it makes, in one transaction. Doing it again changes nothing. */
  writeBatch(rows: readonly ImportRow[], progress?: ImportProgress): Promise<BatchResult>;
  /**
   * Keeps what `work` writes only if it resolves to true. It holds the write lock all the while, and everything else written
   * through this store meanwhile shares its fate: only for a store that does nothing else.
   */
  allOrNothing(work: () => Promise<boolean>): Promise<void>;
  /** Entries of a file that earlier, broken-off imports have committed. */
  findProgress(file: string): Promise<number>;
  /** Every stored row of a resource, in an order that stays the same; of a demo field, what callers wrote. */
  exportRows(resource: Resource, filter?: ExportFilter): AsyncIterable<ImportRow>;
}

/** Connections of this process to its database. `listening` is 1 while it is notified of changes; undefined while nothing watches. */
export interface ConnectionLoad {
  inUse: number;
  /** Calls that wait for one to get free. */
  waiting: number;
  max: number;
  listening: 0 | 1 | undefined;
}

/** Everything the service needs of a store. Any call may reject with StoreBusyError or StoreError. */
export interface Store extends Registry, Records, Transfers {
  /** Absent where the store has no connections to share. */
  connections?(): ConnectionLoad;
  /**
   * A text that differs after each write that the caller's view of a field's notes could show, by any process. Under the same text, a read
   * of them gives the same again. Call it before the read. Absent where it would cost what a read does.
   */
  changes?(field: Field, caller: Caller): Promise<string>;
  /** Hints of every write of records through this store, and, over PostgreSQL, of those through any other. Closing the store ends it. */
  watchChanges: WatchChanges;
  /** Checks whether the store can read and write. Resolves to the reason if it cannot; never rejects. */
  findFault(): Promise<StoreError | undefined>;
  close(): Promise<void>;
}
