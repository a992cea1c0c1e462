/** The instants of a record that is imported: read from its properties, and written as the service sends them. */
import { formatInstant, parseDate, parseInstant, parsePlainInstant, startOfDay } from '../../platform/time/instant.ts';
import type { Field } from '../store/store.ts';
import type { JsonObject } from './candidate.ts';
import { Fault } from './record-check.ts';

/** The instant of a property, in milliseconds; a bare date is midnight where the field is, if it is given. Throws Fault for anything else. */
export function instant(record: JsonObject, name: string, field?: Field): number {
  const text = record[name];
  const ms =
    typeof text !== 'string'
      ? undefined
      : field && parseDate(text) !== undefined
        ? startOfDay(text, field.timezone)
        : parseInstant(text);
  if (ms === undefined) throw new Fault(`${name} must be a date-time with an offset that exists`);
  return ms;
}

/** The same, undefined where the property is absent or null. */
export function optionalInstant(record: JsonObject, name: string): number | undefined {
  return record[name] === undefined || record[name] === null ? undefined : instant(record, name);
}

/** An instant as text, null where there is none. */
export function formatted(ms: number | undefined): string | null {
  return ms === undefined ? null : formatInstant(ms);
}

/** An instant as the service writes it: most come so. */
export function instantText(given: unknown, ms: number): string {
  return typeof given === 'string' && parsePlainInstant(given) !== undefined ? given : formatInstant(ms);
}
