/** Renders the envelopes of lists around records that are already JSON text. */
import { createHash } from 'node:crypto';
import type { components } from '../../contract/openapi.ts';
import type { Complete } from '../../platform/json/complete.ts';
import { etagOf } from '../../platform/server/etag.ts';
import { freeBytes } from '../../platform/server/http-reply.ts';
import { formatInstant } from '../../platform/time/instant.ts';
import type { ServiceResponse } from '../requests/service-request.ts';
import type { RecordText } from '../store/rows.ts';
import type { Field, ObservationPage } from '../store/store.ts';
import type { Bounds } from '../records/window.ts';

/** The list of one field. */
export interface FieldList {
  /** JSON, as text or in UTF-8. */
  body: string | Uint8Array<ArrayBuffer>;
  /** The ETag of the body, if already known. */
  etag?: string;
  /** Memory of the body that nothing else uses. */
  own?: ServiceResponse['own'];
  /** Headers of a read of this field only. */
  headers?: Record<string, string>;
}

function renderMeta(field: Field, { from, to }: Bounds): string {
  const bound = (ms: number | undefined) => (ms === undefined ? null : formatInstant(ms));
  const { id, timezone, latitude, longitude, name = null, crop, eppo = null, hectares } = field;
  return JSON.stringify({
    field_id: id,
    timezone,
    from: bound(from),
    to: bound(to),
    field: {
      name,
      crop: crop ? { name: crop, eppo_code: eppo } : null,
      location: { type: 'Point', coordinates: [longitude, latitude] },
      area: hectares ? { value: hectares, unit: 'hectare' } : null,
    },
  } satisfies Complete<components['schemas']['ListMeta']>);
}

/** A list that is the whole window. */
export function renderWindowList(field: Field, bounds: Bounds, records: readonly RecordText[]): string {
  return `{"data":[${records.join(',')}],"meta":${renderMeta(field, bounds)}}`;
}

/** A list that is one page. */
export function renderPage(field: Field, bounds: Bounds, { records, nextCursor }: ObservationPage, limit: number) {
  const page = JSON.stringify({ limit, has_more: nextCursor !== null, next_cursor: nextCursor });
  return `{"data":[${records.join(',')}],"page":${page},"meta":${renderMeta(field, bounds)}}`;
}

/** Renders a list of a whole window part by part, with its ETag. */
export class LongList {
  readonly #hash = createHash('sha256');
  readonly #parts: Buffer[] = [];
  /** Records so far. */
  count = 0;

  add(records: readonly RecordText[]): void {
    if (records.length === 0) return;
    this.#write(`${this.count === 0 ? '{"data":[' : ','}${records.join(',')}`);
    this.count += records.length;
  }

  end(field: Field, bounds: Bounds): FieldList {
    this.#write(`${this.count === 0 ? '{"data":[' : ''}],"meta":${renderMeta(field, bounds)}}`);
    const body = Buffer.concat(this.#parts);
    return { body, etag: etagOf(this.#hash.digest('base64url')), own: [body] };
  }

  /** Frees the memory of its parts. Call it after its end, and if it does not come to one. */
  free(): void {
    freeBytes(this.#parts);
  }

  #write(text: string): void {
    const part = Buffer.from(text);
    this.#hash.update(part);
    this.#parts.push(part);
  }
}
