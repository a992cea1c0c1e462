/** The result of reading any format: unchecked records of the contract, each with its place in the file. */
import type { Resource } from '../store/rows.ts';

/** An unchecked JSON object. */
export type JsonObject = Record<string, unknown>;

/** One record of a file, or its error. Days of Open-Meteo are days of the file's timezone, which must be the field's. */
export type Candidate = { place: string } & (
  | { resource: Resource; record: JsonObject; isOpenMeteo?: boolean }
  | { error: string }
);

/** Properties that the operator states for the records of a file. */
export interface FormatOptions {
  /** The field of records that name none. */
  fieldId?: string | undefined;
  /** The kind of weather that does not state it. Defaults to observed. */
  kind?: 'observed' | 'forecast' | undefined;
  /** When the forecast was issued. */
  issuedAt?: string | undefined;
  /** The source name of records without one. */
  sourceName?: string | undefined;
  /** Called with a variable that no record has a property for. */
  onLeftOut?: (variable: string) => void;
  /** Called for each row without a value. It is no record: as an observed one, it would hide its forecast. */
  onEmpty?: () => void;
}

/** The beginning of a text, as much of it as an error shows. */
export const excerpt = (text: string): string => text.slice(0, 40);

/** A file that cannot be read at all. The message is one sentence. */
export class ImportError extends Error {}
