/** The result of reading any format: unchecked records of the contract, each with its place in the file. */
import type { Resource } from '../store/rows.ts';

/** A JSON object, before anything is known of it. */
export type JsonObject = Record<string, unknown>;

/** One record of a file, or its error. Days of Open-Meteo are of the file's timezone, which must be the field's. */
export type Candidate = { place: string } & (
  | { resource: Resource; record: JsonObject; isOpenMeteo?: boolean }
  | { error: string }
);

/** Properties of records that the file leaves to the operator. */
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
