/**
 * Services in this process that list records of one or several fields in a call, and count their calls. One fulfils the contract, with a
 * record, window, page and timezone in every list; of the other, a test changes the lists.
 */
import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { endpoints } from '../../src/graph/reads/client.ts';
import type { UpstreamRequest } from '../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../src/graph/upstream/response.ts';
import { createUpstream, type UpstreamOptions } from '../../src/graph/upstream/upstream.ts';
import { boundMs, formatInstant, hourMs } from '../../src/platform/time/instant.ts';
import { note, scene, weatherDay } from './recorded-service.ts';

export const serviceUrl = 'http://service.test';

const batch = '/batch/';

/** The addresses of the batch reads of a service, as its description announces them. */
export const batchesAt = (baseUrl: string) =>
  new Map(endpoints.reads.map((read) => [`${baseUrl}/api/v1/${read}`, `${baseUrl}/api/v1${batch}${read}`]));

/** The upstream of production over a service. `isBatching`: the service is known to list several fields in a call. */
export function upstreamOver(
  transport: UpstreamOptions['transport'],
  { isBatching = true, ...options }: Partial<UpstreamOptions> & { isBatching?: boolean } = {},
) {
  const upstream = createUpstream({
    endpoints,
    transport,
    concurrencyMax: 64,
    queueMax: 4_096,
    deadlineMs: 10_000,
    cacheBytesMax: 1_000_000,
    ...options,
  });
  if (isBatching) upstream.allowBatches(batchesAt(serviceUrl));
  return upstream;
}

/** A list of a field, or the status instead of it. */
interface Listed {
  field_id: string;
  etag?: string | undefined;
  body?: object;
  status?: number;
}

const fieldIdsOf = (query: URLSearchParams) => (query.get('field_ids') ?? query.get('field_id') ?? '').split(',');

/** The response to a read of one field or a batch, with 304 for lists that the caller has. */
function listResponse(
  request: UpstreamRequest,
  lists: readonly Listed[],
  headers: Record<string, string>,
  space?: string,
): UpstreamResponse {
  if (!request.url.includes(batch)) {
    const { etag, body = {} } = lists[0] as Listed;
    const own = etag === undefined ? headers : { ...headers, etag };
    return etag !== undefined && request.ifNoneMatch === etag ? reply(304, {}, own) : reply(200, body, own, space);
  }
  const known = request.headers?.get('known-etags') ?? '';
  const data = lists.map(({ field_id, etag = null, body, status }) => {
    const head = { field_id, etag, cache_control: headers['cache-control'] };
    if (status !== undefined) return { ...head, status, body };
    return etag !== null && known.includes(etag) ? { ...head, status: 304 } : { ...head, status: 200, body };
  });
  return reply(200, { data }, headers, space);
}

function reply(status: number, body: object, headers: Record<string, string> = {}, space?: string): UpstreamResponse {
  const sent = { 'content-type': 'application/json', ...headers };
  return new UpstreamResponse(status, sent, Buffer.from(status === 304 ? '' : JSON.stringify(body, null, space)));
}

export interface WholeServiceOptions {
  now: () => Date;
  zoneOf?: (fieldId: string) => string;
  /** The error status of a read; undefined for a list. */
  refusal?: (request: UpstreamRequest) => number | undefined;
  /** The number of event loop turns before a response. */
  turns?: () => number;
  /** The age of responses in seconds; 0 sends no Age. With `age`, responses have an ETag and are public for five minutes. */
  age?: () => number;
  /** White space in its JSON, as the argument of `JSON.stringify`. */
  space?: string;
}

/** A service that fulfils the contract. */
export function wholeService({ now, zoneOf = () => 'UTC', refusal, turns = () => 2, age, space }: WholeServiceOptions) {
  const service = {
    calls: 0,
    hasRefused: false,
    urls: [] as string[],
    transport: () => ({ fetch: respond, close: async () => {} }),
  };
  return service;

  async function respond(request: UpstreamRequest): Promise<UpstreamResponse> {
    service.calls += 1;
    service.urls.push(request.url);
    const { searchParams, pathname } = new URL(request.url);
    for (let waited = turns(); waited > 0; waited -= 1) await turn();
    const refused = (status: number, body = {}) => {
      service.hasRefused = true;
      return reply(status, body);
    };
    const status = refusal?.(request);
    if (status !== undefined) return refused(status);
    const lists = fieldIdsOf(searchParams).map((id) => ({
      field_id: id,
      etag: age && '"1"',
      body: listOf(pathname, id, searchParams),
    }));
    if (!lists.every((list): list is typeof list & { body: object } => list.body !== undefined))
      return refused(400, { code: 'invalid_parameter' });
    const headers: Record<string, string> = age ? { 'cache-control': 'public, max-age=300' } : {};
    if (age?.()) headers.age = String(age());
    return listResponse(request, lists, headers, space);
  }

  /** The list; undefined for an impossible window. */
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
      // So few clouds pass any filter.
      const clear = { cloud_cover: { value: 0, unit: 'percent' }, acquired_at: at(toMs - hourMs) };
      return { data: [{ ...scene(fieldId), ...clear }], meta };
    }
    const category = (query.get('category') ?? 'disease') as 'disease';
    const data = [{ ...note(fieldId), category, observed_at: at(toMs - hourMs) }];
    return { data, meta, page: { limit: Number(query.get('limit')), has_more: false, next_cursor: null } };
  }
}

const at = formatInstant;

/** A service whose lists a test changes. Only its batches report missing fields. */
export function changingService() {
  const records = new Map<string, { date: string; number: number }[]>();
  let written = 0;
  const service = {
    /** Headers of each response. */
    headers: {} as Record<string, string>,
    /** Fields whose id begins like this do not exist. */
    missing: 'fld_missing',
    /** The end of the text of each observation. */
    textEnd: '',
    /** The error status of all responses; undefined for lists. */
    status: undefined as number | undefined,
    /** The body of responses with that status. */
    body: {} as object,
    /** A field for which batches return no usable item. Responses to single reads of the field wait. */
    fallback: undefined as { fieldId: string; until: Promise<void> } | undefined,
    /** Calls for this field, also with others, get this status, or hang. */
    broken: undefined as { fieldId: string; status: number | undefined } | undefined,
    /** Lists whose window begins on this date are unreadable. */
    unreadableFrom: undefined as string | undefined,
    /** Responses to new requests are computed at once, and sent when this promise resolves. */
    delay: undefined as Promise<void> | undefined,
    /** Reads, one for each field of a batch, like `weather fld_1`. */
    reads: [] as string[],
    /** Calls: a batch counts as one. */
    calls: 0,
    transport: () => ({ fetch: respondLater, close: async () => {} }),
    /** Adds a record to a list of a field, on this date. */
    add(path: string, fieldId: string, date: string) {
      written += 1;
      const key = `${path} ${fieldId}`;
      records.set(key, [...(records.get(key) ?? []), { date, number: written }]);
    },
  };
  return service;

  async function respondLater(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { delay, fallback, broken } = service;
    const response = respond(request);
    await delay;
    const { searchParams } = new URL(request.url);
    if (fallback && searchParams.get('field_id') === fallback.fieldId) await fallback.until;
    if (!broken || !fieldIdsOf(searchParams).includes(broken.fieldId)) return response;
    if (broken.status !== undefined) return reply(broken.status, {});
    return new Promise((_resolve, reject) => request.lifetime.add({ abort: reject }));
  }

  function respond(request: UpstreamRequest): UpstreamResponse {
    service.calls += 1;
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(pathname.lastIndexOf('/') + 1);
    const ids = fieldIdsOf(searchParams);
    service.reads.push(...ids.map((id) => `${path} ${id}`));
    if (service.status !== undefined) return reply(service.status, service.body, service.headers);
    const lists = ids.map((id): Listed => {
      if (id.startsWith(service.missing)) return { field_id: id, status: 404, body: { code: 'field_not_found' } };
      if (service.unreadableFrom && searchParams.get('from') === service.unreadableFrom)
        return { field_id: id, body: {} };
      const list = { field_id: id, ...listOf(path, id, searchParams) };
      return id === service.fallback?.fieldId ? { ...list, status: 503 } : list;
    });
    return listResponse(request, lists, service.headers);
  }

  function listOf(path: string, fieldId: string, query: URLSearchParams) {
    const [from = '', to = '~'] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
    const listed = (records.get(`${path} ${fieldId}`) ?? []).filter(({ date }) => date >= from && date < to);
    const data = listed.map(({ date, number }) => recordOf(path, fieldId, date, number)).reverse();
    const body = { data, meta: { field_id: fieldId, timezone: 'UTC' } };
    return { etag: `"${hash('sha256', JSON.stringify(data)).slice(0, 16)}"`, body };
  }

  function recordOf(path: string, fieldId: string, date: string, number: number): object {
    const starts_at = `${date}T00:00:00Z`;
    if (path === 'weather') return weatherDay(fieldId, { starts_at, condition: number % 2 ? 'clear' : 'rain' });
    if (path === 'earth-observations') return { ...scene(fieldId), id: `eo_${number}`, acquired_at: starts_at };
    return { ...note(fieldId), id: `obs_${number}`, text: `note ${number}${service.textEnd}`, observed_at: starts_at };
  }
}
