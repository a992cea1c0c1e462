/** The envelopes of lists, put together from records that are JSON text already. */
import { formatInstant } from '../../platform/instant.ts';
import type { Field, ObservationPage, RecordText } from '../store/store.ts';
import type { Bounds } from '../records/window.ts';

/** The list of one field. */
export interface FieldList {
  /** JSON. */
  body: string;
  /** Headers of a read of this field alone. */
  headers?: Record<string, string>;
}

function renderMeta({ id, timezone }: Field, { from, to }: Bounds): string {
  const bound = (ms: number | undefined) => (ms === undefined ? null : formatInstant(ms));
  return JSON.stringify({ field_id: id, timezone, from: bound(from), to: bound(to) });
}

/** A list that is the whole window. */
export function renderWindowList(field: Field, bounds: Bounds, records: readonly RecordText[]): string {
  return `{"data":[${records.join(',')}],"meta":${renderMeta(field, bounds)}}`;
}

/** A list that is one page. */
export function renderPage(
  field: Field,
  bounds: Bounds,
  { records, nextCursor }: ObservationPage,
  limit: number,
): string {
  const page = JSON.stringify({ limit, has_more: nextCursor !== null, next_cursor: nextCursor });
  return `{"data":[${records.join(',')}],"page":${page},"meta":${renderMeta(field, bounds)}}`;
}
