/** Stands in for the service while an operation is planned: nothing is sent, and each list has at most one record. */
import { setImmediate as turn } from 'node:timers/promises';
import { boundMs, formatInstant, hourMs } from '../../../platform/time/instant.ts';
import type { Endpoint, Fetch, UpstreamRequest } from '../../upstream/call.ts';
import { UpstreamResponse } from '../../upstream/response.ts';

/** One call as it would be sent. */
export interface PlannedCall {
  endpoint: Endpoint;
  fieldIds: readonly string[];
  /** The query without its fields. */
  filters: string;
}

interface StandInOptions {
  now: () => Date;
  /** Called for each call. Returns a function for the timezone of a field, undefined if it is not known. */
  onCall(request: UpstreamRequest, call: PlannedCall): (fieldId: string) => string | undefined;
  /** The Cache-Control of responses of an endpoint. */
  cacheControlOf(endpoint: Endpoint): string;
}

/** Time of the one note before the end of its window, so that it is on the last day. In a shorter window, it is at the start. */
const beforeEndMs = hourMs;

export function createStandIn({ now, onCall, cacheControlOf }: StandInOptions): Fetch {
  return async (request) => {
    const { endpoint, url, body } = request;
    const written = body === undefined ? undefined : JSON.parse(body);
    const [, names = '', filters = ''] = /\?field_ids?=([^&]*)&?(.*)$/.exec(url) ?? [];
    const fieldIds = written ? [written.field_id] : names.split(',').map(decodeURIComponent);
    const timezoneOf = onCall(request, { endpoint, fieldIds, filters });
    // Respond as a service does: after everything that the operation requests at once.
    await turn();
    await turn();
    if (written) return respond(201, { data: noteOf(written, now().getTime()) });
    const query = new URLSearchParams(filters);
    const listOf = (field_id: string) => {
      const timezone = timezoneOf(field_id) ?? 'UTC';
      const to = query.get('to');
      const endMs = to === null ? Number.NaN : boundMs(to, timezone) - beforeEndMs;
      const from = query.get('from');
      const fromMs = from === null ? Number.NEGATIVE_INFINITY : boundMs(from, timezone);
      const atMs = Math.max(fromMs, Number.isNaN(endMs) ? now().getTime() : endMs);
      const limit = Number(query.get('limit'));
      return {
        // Only these records have a field, of which more may be selected.
        data: endpoint === 'observations' ? [noteOf({ field_id, category: query.get('category') }, atMs)] : [],
        meta: { field_id, timezone },
        page: { limit, has_more: false, next_cursor: null },
      };
    };
    const cache_control = cacheControlOf(endpoint);
    if (!url.includes('?field_ids=')) return respond(200, listOf(fieldIds[0] ?? ''), cache_control);
    const data = fieldIds.map((field_id) => ({ field_id, status: 200, cache_control, body: listOf(field_id) }));
    return respond(200, { data });
  };
}

function respond(status: number, body: object, cacheControl = 'no-store'): UpstreamResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': cacheControl };
  return new UpstreamResponse(status, headers, Buffer.from(JSON.stringify(body)));
}

function noteOf(stated: Readonly<Record<string, unknown>>, atMs: number) {
  const at = formatInstant(atMs);
  const note = { id: 'obs_planned', text: '', observed_at: at, created_at: at, live_mode: false, ...stated };
  return { ...note, category: stated.category ?? 'general' };
}
