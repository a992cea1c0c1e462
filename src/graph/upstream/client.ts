/** The typed REST client that loaders and the mutation call: openapi-fetch over the upstream chain, answers checked, refusals translated. */
import createClient from 'openapi-fetch';
import type { components, operations, paths } from '../../contract/openapi.ts';
import { errorFromAnswer, GatewayError } from '../errors.ts';
import { type CallScope, type Endpoint, type Fetch, UpstreamRequest, type UpstreamResponse } from './fetch.ts';
import { readList, readOne } from './payload.ts';

type Schemas = components['schemas'];
export type WeatherRecord = Schemas['WeatherRecord'];
export type EarthObservation = Schemas['EarthObservation'];
export type Observation = Schemas['Observation'];
export type ObservationInput = Schemas['ObservationInput'];
export type WeatherQuery = operations['getWeather']['parameters']['query'];
export type EarthObservationsQuery = operations['getEarthObservations']['parameters']['query'];
export type ObservationsQuery = operations['listObservations']['parameters']['query'];

export interface ObservationPage {
  observations: Observation[];
  /** Whether the service says more follow; undefined where it does not say. */
  hasMore: boolean | undefined;
}

export interface WrittenObservation {
  observation: Observation;
  /** Whether this was an earlier write answered again; null where the service does not say. */
  replayed: boolean | null;
}

export interface FieldDataClient {
  weather(query: WeatherQuery, scope: CallScope): Promise<WeatherRecord[]>;
  earthObservations(query: EarthObservationsQuery, scope: CallScope): Promise<EarthObservation[]>;
  observations(query: ObservationsQuery, scope: CallScope): Promise<ObservationPage>;
  addObservation(input: ObservationInput, idempotencyKey: string, scope: CallScope): Promise<WrittenObservation>;
}

/** A client of the service at `baseUrl`. Every method rejects with a GatewayError alone. */
export function createFieldDataClient(baseUrl: string, fetch: Fetch): FieldDataClient {
  const rest = createClient<paths>({
    baseUrl,
    // openapi-fetch reads of both only what the seam has; its types ask for the whole of WHATWG's.
    fetch: fetch as unknown as (request: Request) => Promise<Response>,
    Request: UpstreamRequest as unknown as typeof Request,
    querySerializer: serializeQuery,
  });

  return {
    async weather(query, scope) {
      const pending = rest.GET('/api/v1/weather', { params: { query }, ...call('weather', scope) });
      return readList<WeatherRecord>((await settle(pending)).data, 'weather', query.field_id);
    },
    async earthObservations(query, scope) {
      const pending = rest.GET('/api/v1/earth-observations', {
        params: { query },
        ...call('earth-observations', scope),
      });
      return readList<EarthObservation>((await settle(pending)).data, 'earth-observation', query.field_id);
    },
    async observations(query, scope) {
      const pending = rest.GET('/api/v1/observations', { params: { query }, ...call('observations', scope) });
      const { data } = await settle(pending);
      const observations = readList<Observation>(data, 'observation', query.field_id);
      return { observations, hasMore: data.page?.has_more };
    },
    async addObservation(body, idempotencyKey, scope) {
      const header = { 'Idempotency-Key': idempotencyKey } as never;
      const pending = rest.POST('/api/v1/observations', {
        params: { header },
        body,
        ...call('add-observation', scope),
      });
      const { data, response } = await settle(pending);
      const observation = readOne<Observation>(data, 'observation', body.field_id);
      const replayed = response.headers.get('idempotent-replayed');
      return { observation, replayed: replayed === null ? null : replayed === 'true' };
    },
  };
}

/** What rides on a request beside the contract: openapi-fetch copies unknown options onto it. */
function call(endpoint: Endpoint, scope: CallScope): { headers: Record<string, string> } {
  return { headers: scope.headers, endpoint, scope } as { headers: Record<string, string> };
}

interface RestAnswer<Data> {
  data?: Data;
  error?: unknown;
  response: Pick<UpstreamResponse, 'ok' | 'status' | 'headers'>;
}

type Settled<Data> = Required<Omit<RestAnswer<Data>, 'error'>>;

/** The 2xx answer, its shape unknown, or a GatewayError: for a refusal its translation, for anything unreadable UPSTREAM_ERROR. */
async function settle<Data>(pending: Promise<RestAnswer<Data>>): Promise<Settled<Data>> {
  const { data, error, response } = await pending.catch((cause: unknown) => {
    throw cause instanceof GatewayError ? cause : new GatewayError('UPSTREAM_ERROR', { cause });
  });
  const { ok, status, headers } = response;
  if (!ok) {
    throw errorFromAnswer({
      status,
      body: error,
      requestId: headers.get('x-request-id'),
      retryAfter: headers.get('retry-after'),
    });
  }
  return { data: data as Data, response };
}

function serializeQuery(query: Record<string, unknown>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    text += `${text === '' ? '' : '&'}${name}=${encodeURIComponent(String(value))}`;
  }
  return text;
}
