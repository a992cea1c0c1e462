/**
 * Renders records of the demo as JSON text with gaps, so that all fields around a station share one rendering. A field fills in its id and
 * the values that depend on its height. Its temperatures are lower than the station's, as in the standard atmosphere.
 */

import type { components } from '../../contract/openapi.ts';
import type { WeatherKind } from '../store/rows.ts';
import type { DemoField } from './fields.ts';
import { round } from './random.ts';

/** A weather record of no field yet. */
export type FieldlessRecord = Omit<components['schemas']['WeatherRecord'], 'field_id'>;

/** A rendered record that lacks its opening brace, its field id and the values of its gaps. */
export interface Piece {
  startsAt: number;
  kind: WeatherKind;
  parts: readonly string[];
  /** The numbers that depend on the height, in the order of their gaps. */
  valuesAt: (colder: number) => number[];
}

/** In a record, a number that differs from field to field. */
export const gap = Number.NaN;

/** In a text of a record, the height of the field above its station. */
export const heightGap = '@';

/** Renders a record for any field. */
export function createPiece(startsAt: number, record: FieldlessRecord, valuesAt: Piece['valuesAt']): Piece {
  const text = JSON.stringify(record).slice(1);
  return { startsAt, kind: record.kind, parts: text.split(/(?<="value":)null|@/), valuesAt };
}

// From the standard atmosphere (ISO 2533), which FAO-56 uses too (equation 7).
const celsiusPerMetre = 0.0065;

/** The whole record of one field. Ids of the demo need no escape in JSON. */
export function completePiece({ id, metresAbove }: DemoField, { parts, valuesAt }: Piece): string {
  const values = [...valuesAt(round(metresAbove * celsiusPerMetre, 1)), metresAbove];
  return parts.reduce(
    (text, part, index) => `${text}${index > 0 ? values[index - 1] : ''}${part}`,
    `{"field_id":"${id}",`,
  );
}
