/** A service of canned responses that records every call, for tests that count calls; it needs no network. */
import type { components } from '../../src/contract/openapi.ts';
import type { UpstreamRequest } from '../../src/graph/upstream/call.ts';
import { answer } from './scripted-fetch.ts';

type Schemas = components['schemas'];

export type RecordedCall = ReturnType<typeof record>;

export type Reply = { status?: number; body: unknown; headers?: Record<string, string> };

/** A service that responds to each call with the result of `reply`, or with one canned record. */
export function recordedService(reply: (call: RecordedCall) => Reply | undefined = () => undefined) {
  const calls: RecordedCall[] = [];
  return {
    calls,
    fetch: async (request: UpstreamRequest) => {
      const call = record(request);
      calls.push(call);
      const { status = 200, body, headers } = reply(call) ?? canned(call);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return answer(status, { 'x-request-id': 'req_service', ...headers }, text);
    },
  };
}

function record({ method, url, sentHeaders, body }: UpstreamRequest) {
  const { pathname, searchParams } = new URL(url);
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams) as Record<string, string>,
    headers: sentHeaders,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
}

/** One record, or as many observations as the call requests; for a write, the observation that was sent. */
export function canned({ method, path, query, body }: RecordedCall): Reply {
  const fieldId = query.field_id ?? '';
  if (method === 'POST') return { status: 201, body: { data: { ...note(fieldId), ...(body as object) } } };
  if (path.endsWith('/weather')) return { body: { data: [weatherDay(fieldId)], meta: meta(fieldId) } };
  if (path.endsWith('/earth-observations')) return { body: { data: [scene(fieldId)], meta: meta(fieldId) } };
  const limit = Number(query.limit);
  return {
    body: {
      data: Array.from({ length: limit }, (_, index) => note(fieldId, `obs_${index}`)),
      page: { limit, has_more: false, next_cursor: null },
    },
  };
}

/** A number of a response as it is written: 1e400 is JSON, and too large for JavaScript. TypeScript does not know `rawJSON`. */
export const asWritten = (text: string): never => (JSON as unknown as { rawJSON(text: string): never }).rawJSON(text);

/** The `meta` of a service that supports every parameter. */
export function meta(fieldId: string): Schemas['ListMeta'] {
  return {
    field_id: fieldId,
    timezone: 'UTC',
    from: '2026-05-01T00:00:00Z',
    to: '2026-05-15T00:00:00Z',
    field: {
      name: `Field ${fieldId}`,
      crop: { name: 'maize', eppo_code: 'ZEAMX' },
      location: { type: 'Point', coordinates: [13.4, 52.5] },
      area: { value: 10, unit: 'hectare' },
    },
  };
}

const source: Schemas['DataSource'] = { name: 'Test', provenance: 'measured', derived: [] };

/** A daily record with a few measures. */
export function weatherDay(fieldId: string, more: Partial<Schemas['WeatherRecord']> = {}): Schemas['WeatherRecord'] {
  return {
    field_id: fieldId,
    kind: 'observed',
    granularity: 'daily',
    starts_at: '2026-05-01T07:00:00Z',
    ends_at: '2026-05-02T07:00:00Z',
    date: '2026-05-01',
    temperature_max: { value: 12.8, unit: 'celsius' },
    precipitation: null,
    source,
    ...more,
  };
}

/** A scene with one index. */
export function scene(fieldId: string): Schemas['EarthObservation'] {
  return {
    id: 'eo_1',
    field_id: fieldId,
    scene_id: 'SCENE-1',
    acquired_at: '2026-05-01T18:57:00Z',
    cloud_cover: { value: 3, unit: 'percent' },
    indices: [{ name: 'ndvi', mean: 0.71 }],
    source,
  };
}

/** An observation. */
export function note(fieldId: string, id = 'obs_1'): Schemas['Observation'] {
  return {
    id,
    field_id: fieldId,
    text: 'Rust on the flag leaves.',
    category: 'disease',
    observed_at: '2026-05-01T08:00:00Z',
    created_at: '2026-05-01T08:00:01Z',
    live_mode: false,
  };
}
