/** Records of the demo as JSON text without their field, so that all fields around a station share one rendering. */

import type { WeatherKind } from '../store/store.ts';

/** A rendered record that lacks its opening brace and field id. */
export interface Piece {
  startsAt: number;
  kind: WeatherKind;
  text: string;
}

/** Renders a record for any field. */
export function createPiece(startsAt: number, record: { kind: WeatherKind }): Piece {
  return { startsAt, kind: record.kind, text: JSON.stringify(record).slice(1) };
}

/** The whole record of one field. Ids of the demo need no escape in JSON. */
export function completePiece(fieldId: string, { text }: Piece): string {
  return `{"field_id":"${fieldId}",${text}`;
}

/** Remembers what `make` gave, at most `entriesMax` of it: the oldest goes first. */
export function createCache<T>(entriesMax: number): (key: string, make: () => T) => T {
  const entries = new Map<string, T>();
  return (key, make) => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (entries.size >= entriesMax) entries.delete(entries.keys().next().value ?? '');
    entries.set(key, made);
    return made;
  };
}
