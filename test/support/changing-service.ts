/** A service whose lists a test changes, with ETags and batch reads. It counts what is read of it, and by whom. */
import { hash } from 'node:crypto';
import type { Transport, UpstreamRequest } from '../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../src/graph/upstream/response.ts';
import { note, scene, weatherDay } from './recorded-service.ts';

const batch = '/batch/';

export function changingService() {
  const records = new Map<string, { date: string; number: number }[]>();
  let written = 0;
  const service = {
    /** Headers of each response. */
    headers: {} as Record<string, string>,
    /** The end of each observation's text. */
    textEnd: '',
    /** The status of all responses; undefined for the lists. */
    status: undefined as number | undefined,
    /** The body of responses with that status. */
    body: {} as object,
    /** A field that batches have no usable item of. Responses to reads of it alone wait. */
    fallback: undefined as { fieldId: string; until: Promise<void> } | undefined,
    /** What responses to requests from now on wait for, once they are made. */
    holding: undefined as Promise<void> | undefined,
    /** Reads of fields, one for each field of a batch, as `weather fld_1`. */
    reads: [] as string[],
    /** Calls, one for each batch. */
    calls: 0,
    transport: (): Transport => ({ fetch: respondLater, close: async () => {} }),
    /** Adds a record to a list of a field, on this date. */
    add(path: string, fieldId: string, date: string) {
      written += 1;
      const key = `${path} ${fieldId}`;
      records.set(key, [...(records.get(key) ?? []), { date, number: written }]);
    },
  };
  return service;

  async function respondLater(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { holding, fallback } = service;
    const response = respond(request);
    await holding;
    if (fallback && new URL(request.url).searchParams.get('field_id') === fallback.fieldId) await fallback.until;
    return response;
  }

  function respond(request: UpstreamRequest): UpstreamResponse {
    service.calls += 1;
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(pathname.lastIndexOf('/') + 1);
    const ids = (searchParams.get('field_ids') ?? searchParams.get('field_id') ?? '').split(',');
    service.reads.push(...ids.map((id) => `${path} ${id}`));
    if (service.status !== undefined) return reply(service.status, service.body, service.headers);
    const lists = ids.map((id) => ({ field_id: id, ...listOf(path, id, searchParams) }));
    if (!pathname.includes(batch)) {
      const { etag, body } = lists[0] as (typeof lists)[number];
      const headers = { ...service.headers, etag };
      return request.ifNoneMatch === etag ? reply(304, {}, headers) : reply(200, body, headers);
    }
    const known = request.headers.get('known-etags') ?? '';
    const cacheControl = service.headers['cache-control'];
    const data = lists.map(({ body, ...item }) => {
      const head = { ...item, cache_control: cacheControl };
      if (item.field_id === service.fallback?.fieldId) return { ...head, status: 503 };
      return known.includes(item.etag) ? { ...head, status: 304 } : { ...head, status: 200, body };
    });
    return reply(200, { data }, service.headers);
  }

  function listOf(path: string, fieldId: string, query: URLSearchParams) {
    const [from = '', to = '~'] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
    const listed = (records.get(`${path} ${fieldId}`) ?? []).filter(({ date }) => date >= from && date < to);
    const data = listed.map(({ date, number }) => recordOf(path, fieldId, date, number)).reverse();
    const body = { data, meta: { field_id: fieldId, timezone: 'UTC' } };
    return { etag: `"${hash('sha256', JSON.stringify(data)).slice(0, 16)}"`, body };
  }

  function recordOf(path: string, fieldId: string, date: string, number: number): object {
    const at = `${date}T00:00:00Z`;
    if (path === 'weather') return weatherDay(fieldId, { starts_at: at, condition: number % 2 ? 'clear' : 'rain' });
    if (path === 'earth-observations') return { ...scene(fieldId), id: `eo_${number}`, acquired_at: at };
    return { ...note(fieldId), id: `obs_${number}`, text: `note ${number}${service.textEnd}`, observed_at: at };
  }
}

function reply(status: number, body: object, headers: Record<string, string>): UpstreamResponse {
  const sent = { 'content-type': 'application/json', ...headers };
  return new UpstreamResponse(status, sent, Buffer.from(status === 304 ? '' : JSON.stringify(body)));
}
