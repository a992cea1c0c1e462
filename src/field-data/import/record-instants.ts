/** Reads the instants of an imported record, and formats them as the service does. */
import { formatInstant, parseInstant, parseMoment } from '../../platform/time/instant.ts';
import type { Field } from '../store/store.ts';
import { excerpt, type JsonObject } from './candidate.ts';
import { RecordError } from './record-reader.ts';

const example = '2026-05-02T06:00:00Z';

/** The instant of a property, in milliseconds; a bare date is midnight in the timezone of `field`. Throws RecordError for anything else. */
export function instant(record: JsonObject, name: string, field?: Field): number {
  const text = record[name];
  const read = (text: string) => (field ? parseMoment(text, field.timezone) : parseInstant(text));
  const ms = typeof text === 'string' ? read(text) : undefined;
  if (ms === undefined) {
    const shown = typeof text === 'string' ? `, not ${excerpt(text)}` : '';
    throw new RecordError(`${name} must be a date-time with an offset that exists, such as ${example}${shown}`);
  }
  return ms;
}

/** The same, undefined where the property is absent or null. */
export function optionalInstant(record: JsonObject, name: string): number | undefined {
  return record[name] === undefined || record[name] === null ? undefined : instant(record, name);
}

/** An instant as text, null where there is none. */
export const formatted = (ms: number | undefined): string | null => (ms === undefined ? null : formatInstant(ms));
