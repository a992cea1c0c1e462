/** Records of the demo as JSON text without their field, so that all fields around a station share one rendering. */

import type { components } from '../../contract/openapi.ts';
import type { WeatherKind } from '../store/store.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];

/** A rendered record that lacks its opening brace and field id. */
export interface Piece {
  startsAt: number;
  kind: WeatherKind;
  text: string;
}

/** Renders a record for any field. */
export function createPiece(startsAt: number, record: Omit<WeatherRecord, 'field_id'>): Piece {
  return { startsAt, kind: record.kind, text: JSON.stringify(record).slice(1) };
}

/** The whole record of one field. Ids of the demo need no escape in JSON. */
export function completePiece(fieldId: string, { text }: Piece): string {
  return `{"field_id":"${fieldId}",${text}`;
}
