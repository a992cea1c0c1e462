/** What every format is read into: records of the contract, not yet checked, each with the place it came from. */
import type { Resource } from '../store/store.ts';

/** A JSON object, before anything is known of it. */
export type JsonObject = Record<string, unknown>;

/** One record of a file, or why there is none at that place. */
export type Candidate = { place: string } & (RecordCandidate | { fault: string });

export interface RecordCandidate {
  resource: Resource;
  record: JsonObject;
  /** Its interval is a day of the file's timezone, which must then be the field's. */
  isLocalDay?: boolean;
}

/** What a file does not say of its records, and the operator does. */
export interface ReadOptions {
  /** The field of records that name none. */
  fieldId?: string | undefined;
  /** Whether weather that does not say so is observed (the default) or forecast. */
  kind?: 'observed' | 'forecast' | undefined;
  /** When the forecast was issued. */
  issuedAt?: string | undefined;
  /** Names the source of records that name none. */
  sourceName?: string | undefined;
}

/** A file that cannot be read at all, in one sentence. */
export class ImportError extends Error {
  override name = 'ImportError';
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
