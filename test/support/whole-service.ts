/** A transport to a service that keeps the contract, and counts its calls: every list has a record, and states window, page and timezone. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Transport, UpstreamRequest } from '../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../src/graph/upstream/response.ts';
import { formatInstant, hourMs } from '../../src/platform/time/instant.ts';
import { boundMs } from '../../src/graph/reads/window.ts';
import { note, scene, weatherDay } from './recorded-service.ts';

export interface WholeServiceOptions {
  now: () => Date;
  zoneOf?: (fieldId: string) => string;
  /** The status of a read; undefined for the list. */
  refusal?: (request: UpstreamRequest) => number | undefined;
  /** Turns of the event loop until a response. */
  turns?: () => number;
  /** How old its responses are, in seconds; 0 is not stated. Where it is stated they have an ETag, and caches may keep those without a key for five minutes. */
  age?: () => number;
  /** White space between the tokens of its JSON, as `JSON.stringify` takes it. */
  space?: string;
}

const etag = '"1"';
const cacheControl = 'public, max-age=300';

/** What it answers reads of one field by, relative to its address. */
const batch = '/batch/';

export function wholeService({ now, zoneOf = () => 'UTC', refusal, turns = () => 2, age, space }: WholeServiceOptions) {
  const service = { calls: 0, hasRefused: false, transport, urls: [] as string[] };
  return service;

  function transport(): Transport {
    return { fetch: respond, close: async () => {} };
  }

  async function respond(request: UpstreamRequest): Promise<UpstreamResponse> {
    service.calls += 1;
    service.urls.push(request.url);
    const { searchParams, pathname } = new URL(request.url);
    for (let waited = turns(); waited > 0; waited -= 1) await turn();
    const status = refusal?.(request);
    if (status !== undefined) {
      service.hasRefused = true;
      return reply(status, {});
    }
    const ids = (searchParams.get('field_ids') ?? searchParams.get('field_id') ?? '').split(',');
    const lists = ids.map((id) => listOf(pathname, id, searchParams));
    if (lists.includes(undefined)) {
      service.hasRefused = true;
      return reply(400, { code: 'invalid_parameter' });
    }
    const aged: Record<string, string> = age?.() ? { age: String(age()) } : {};
    const headers = age ? { etag, 'cache-control': cacheControl, ...aged } : aged;
    if (!pathname.includes(batch))
      return request.ifNoneMatch === etag ? reply(304, {}, headers) : reply(200, lists[0] ?? {}, headers);
    const head = age ? { etag, cache_control: cacheControl } : { etag: null };
    const isKnown = request.headers.get('known-etags')?.includes(etag);
    const data = lists.map((body, at) => {
      const item = { field_id: ids[at], ...head };
      return isKnown ? { ...item, status: 304 } : { ...item, status: 200, body };
    });
    return reply(200, { data }, aged);
  }

  /** Undefined for an impossible window. */
  function listOf(pathname: string, fieldId: string, query: URLSearchParams): object | undefined {
    const timezone = zoneOf(fieldId);
    const [from, to] = [query.get('from'), query.get('to')];
    const fromMs = from === null ? Number.NEGATIVE_INFINITY : boundMs(from, timezone);
    const toMs = to === null ? now().getTime() : boundMs(to, timezone);
    if (fromMs >= toMs) return undefined;
    const meta = { field_id: fieldId, timezone, ...(from && to && { from: at(fromMs), to: at(toMs) }) };
    if (pathname.endsWith('/weather')) {
      const { granularity = 'daily', kind = 'observed' } = Object.fromEntries(query) as never;
      const starts = { starts_at: at(toMs - hourMs), ends_at: at(toMs) };
      return { data: [weatherDay(fieldId, { ...starts, granularity, kind })], meta };
    }
    if (pathname.endsWith('/earth-observations')) {
      // Clear enough for any filter.
      const clear = { cloud_cover: { value: 0, unit: 'percent' }, acquired_at: at(toMs - hourMs) };
      return { data: [{ ...scene(fieldId), ...clear }], meta };
    }
    const category = (query.get('category') ?? 'disease') as 'disease';
    const data = [{ ...note(fieldId), category, observed_at: at(toMs - hourMs) }];
    return { data, meta, page: { limit: Number(query.get('limit')), has_more: false, next_cursor: null } };
  }

  function reply(status: number, body: object, more: Record<string, string> = {}): UpstreamResponse {
    const headers = { 'content-type': 'application/json', ...more };
    return new UpstreamResponse(status, headers, Buffer.from(status === 304 ? '' : JSON.stringify(body, null, space)));
  }
}

const at = formatInstant;
