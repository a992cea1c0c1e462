/** The typed REST client that loaders and the mutation call: openapi-fetch over the upstream chain, answers checked, refusals translated. */
import createClient from 'openapi-fetch';
import type { paths } from '../../contract/openapi.ts';
import { argumentOf, errorFromAnswer, GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/is-record.ts';
import { type CallScope, type Endpoint, type Fetch, UpstreamRequest, type UpstreamResponse } from '../upstream/call.ts';
import {
  type NotesPage,
  notesByContract,
  notesDefault,
  notesMax,
  isAskedPage,
  isAskedScene,
  isStatedPage,
  scenesByContract,
  scenesWindow,
  statedWeather,
  statedWindow,
  weatherByContract,
  weatherWindow,
  type Window,
} from './window.ts';
import { fieldAlone, malformed, readList, readOne } from './payload.ts';
import { ByteList } from '../../executor/byte-list.ts';
import type {
  EarthObservation,
  EarthObservationsQuery,
  Observation,
  ObservationInput,
  ObservationsQuery,
  WeatherQuery,
  WeatherRecord,
} from './records.ts';

export interface WeatherList {
  records: ByteList<WeatherRecord>;
  /** The window asked for: as the service states it, else by the contract's defaults in UTC. */
  window: Window;
  /** Whether the service stated the window, and so that nothing of it is cut. */
  isStated: boolean;
}

export interface WrittenObservation {
  observation: Observation;
  /** Whether this was an earlier write answered again; null where the service does not say. */
  replayed: boolean | null;
}

export interface FieldDataClient {
  weather(query: WeatherQuery, scope: CallScope): Promise<WeatherList>;
  earthObservations(query: EarthObservationsQuery, scope: CallScope): Promise<ByteList<EarthObservation>>;
  observations(query: ObservationsQuery, scope: CallScope): Promise<NotesPage>;
  addObservation(input: ObservationInput, idempotencyKey: string, scope: CallScope): Promise<WrittenObservation>;
}

/** A client of the service at `baseUrl`. Every method rejects with a GatewayError alone. */
export function createFieldDataClient(baseUrl: string, fetch: Fetch, now: () => Date): FieldDataClient {
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
      const { data } = await settle(pending);
      const records = readList<WeatherRecord>(data, 'weather', { stated: statedWeather(query) });
      const stated = statedWindow(data.meta, query);
      const window = stated ?? weatherWindow(query, now().getTime());
      const isWhole = stated !== undefined && !isCut(query);
      return {
        records: isWhole ? records : ByteList.of(weatherByContract(records.items(), query, window)),
        window,
        isStated: stated !== undefined,
      };
    },
    async earthObservations(query, scope) {
      const pending = rest.GET('/api/v1/earth-observations', {
        params: { query },
        ...call('earth-observations', scope),
      });
      const { data } = await settle(pending);
      const scenes = readList<EarthObservation>(data, 'earth-observation', {
        stated: { names: fieldAlone, values: [query.field_id] },
        isAsked: isAskedScene(query),
      });
      const stated = statedWindow(data.meta, query);
      if (stated !== undefined && !isCut(query)) return scenes;
      const window = stated ?? scenesWindow(query, now().getTime());
      return ByteList.of(scenesByContract(scenes.items(), query, window));
    },
    async observations(query, scope) {
      const read = async (asked: ObservationsQuery) => {
        const pending = rest.GET('/api/v1/observations', { params: { query: asked }, ...call('observations', scope) });
        const { data } = await settle(pending);
        const isStated = isStatedPage(data.page, asked);
        const notes = readList<Observation>(data, 'observation', {
          stated: { names: fieldAlone, values: [query.field_id] },
          ...(isStated && { countMax: asked.limit ?? notesDefault }),
        });
        return { notes, page: data.page, isStated };
      };
      const { notes, page, isStated } = await read(query);
      if (page && (isStated || isAskedPage(notes.items(), query)))
        return { observations: notes, hasMore: page.has_more };
      return notesByContract(notes.items(), query, async () =>
        (await read({ field_id: query.field_id, limit: notesMax })).notes.items(),
      );
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

/** Whether a list depends on an order or a limit, which cost nothing to apply again to the few records that come. */
function isCut({ order, limit }: { order?: unknown; limit?: unknown }): boolean {
  return order !== undefined || limit !== undefined;
}

/**
 * What rides on a request beside the contract: openapi-fetch copies unknown options onto it. The operation's headers ride
 * with its scope: as `headers` they would be copied and checked for each call.
 */
function call(endpoint: Endpoint, scope: CallScope): object {
  return { endpoint, scope };
}

interface RestAnswer<Data> {
  data?: Data;
  error?: unknown;
  response: Pick<UpstreamResponse, 'ok' | 'status' | 'headers'>;
}

type Settled<Data> = Required<Omit<RestAnswer<Data>, 'error'>>;

/** The 2xx answer, its shape unknown, or a GatewayError: for a refusal its translation, for anything unreadable UPSTREAM_ERROR. */
function settle<Data>(pending: Promise<RestAnswer<Data>>): Promise<Settled<Data>> {
  return pending.then(accept<Data>, unreadable);
}

function accept<Data>(answer: RestAnswer<Data>): Settled<Data> {
  const { ok, status, headers } = answer.response;
  // Without a body, as a 204 is, there is no data; with `null` there is some, and nothing in it.
  if (ok && isRecord(answer.data)) return answer as Settled<Data>;
  if (ok) throw malformed();
  throw errorFromAnswer({
    status,
    body: answer.error,
    requestId: headers.get('x-request-id'),
    retryAfter: headers.get('retry-after'),
  });
}

function unreadable(cause: unknown): never {
  throw cause instanceof GatewayError ? cause : new GatewayError('UPSTREAM_ERROR', { cause });
}

function serializeQuery(query: Record<string, unknown>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    const given = plainText(value);
    if (!given.isWellFormed()) throw halfPair(name);
    text += `${text === '' ? '' : '&'}${name}=${encodeURIComponent(given)}`;
  }
  return text;
}

/** JSON can write half of a surrogate pair (`"\\ud800"`); an address, which is UTF-8, cannot. */
function halfPair(parameter: string): GatewayError {
  const path = [argumentOf(parameter)];
  const message = `${path[0]} holds half of a surrogate pair, which is no text.`;
  return new GatewayError('BAD_USER_INPUT', { message, faults: [{ path, code: 'not_unicode', message }] });
}

const decimalsMax = 20;

/** A number in plain decimals: a service need not know `1e-7`. */
function plainText(value: unknown): string {
  const text = String(value);
  return typeof value === 'number' && text.includes('e-') ? value.toFixed(decimalsMax) : text;
}
