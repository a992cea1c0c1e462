/**
 * Declares a read of the service: its path, key, shape and rule. openapi-fetch makes the call; lists are checked, and refusals translated.
 * Loaders, metric labels and breakers follow from the declaration.
 */
import createClient, { type ClientOptions } from 'openapi-fetch';
import { GatewayError, invalidArgument, malformed } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { type CallScope, type Fetch, UpstreamRequest, type UpstreamRequestInit } from '../upstream/call.ts';
import type { UpstreamResponse } from '../upstream/response.ts';
import { argumentOf, errorFromResponse } from '../upstream/problems.ts';
import type { ReadingOperation, Definition, Listed, ListPath, QueryOf, Read, Reading, Rest } from './declaration.ts';
import { statedTimezone } from './timezones.ts';
import { estimateRecords, readList } from './shape.ts';

/** The read of a path. A path that lists no records of a field, or a parameter that `key` omits, is a type error. */
export function read<Path extends ListPath, Value>(
  path: Path,
  { name, key, record, recordBytes, expectedRecords, defaultDays, expected, value: rule }: Definition<Path, Value>,
): Read<QueryOf<Path>, Value> {
  type Use<Result> = (listed: Listed<Path>, query: QueryOf<Path>, rest: Rest, operation: ReadingOperation) => Result;

  /** Settles as `use` does with the list. Without async functions on the way to a call: each would keep its frame while thousands wait. */
  function load<Result = Value>(
    query: QueryOf<Path>,
    rest: Rest,
    operation: ReadingOperation,
    use: Use<Result | Promise<Result>> = conclude as Use<never>,
  ): Promise<Result> {
    const init: OwnInit & { params: { query: object } } = {
      params: { query },
      endpoint: name,
      scope: operation.scope,
      expectedBytes: recordBytes * expectedRecords(query, operation.now),
    };
    const listed = (answer: RestResponse<Record<string, unknown>>): Result | Promise<Result> => {
      const { scope, timezones, onList } = operation;
      onList?.();
      const { data, response } = accept(answer, scope);
      const records: Listed<Path>['records'] = (more) => {
        const requested = { record, expected: more?.expected ?? expected(query), matches: more?.matches };
        return readList(data.data, requested, scope.work);
      };
      const { bytes } = response as object as UpstreamResponse;
      scope.takeList?.(estimateRecords(data.data), data.data, bytes.byteLength);
      const meta: unknown = data.meta;
      // An empty list has no record that states its field, so check `meta`.
      if (isRecord(meta) && (meta.field_id ?? query.field_id) !== query.field_id)
        throw malformed('meta.field_id is not the field of the request');
      const all: Listed<Path> = {
        members: data as object as Listed<Path>['members'],
        sent: data.data,
        records,
        timezone: statedTimezone(meta, timezones.get(query.field_id)),
        facts: isRecord(meta) ? meta.field : undefined,
        isUnconfirmed: response.isUnconfirmed ?? false,
        freshUntil: response.freshUntil ?? 0,
      };
      // Records that break the contract then take no other field along. Without a stated field, only the records show whose list it is.
      if (isRecord(meta) && meta.field_id !== undefined) timezones.set(query.field_id, all);
      return use(all, query, rest, operation);
    };
    return rest.lists.GET(path, init).then(listed, (cause) => {
      operation.onList?.();
      return unreadable(cause, operation.scope);
    });
  }

  function conclude(first: Listed<Path>, query: QueryOf<Path>, rest: Rest, operation: ReadingOperation) {
    const { timezones, freshness } = operation;
    const reading: Reading<Path> = { listed: first, operation, rest, load, freshUntil: first.freshUntil };
    const value = rule(first, query, reading);
    if (!(value instanceof Promise)) {
      freshness.onList(reading.freshUntil);
      timezones.set(query.field_id, first);
      return value;
    }
    return value.then((made) => {
      freshness.onList(reading.freshUntil);
      timezones.set(query.field_id, first);
      return made;
    });
  }

  return { name, record, expectedRecords, defaultDays, keyOf: keyOf(name, key), load };
}

/** The timezone of the field of a query, if known. */
export function timezoneOf<Path extends ListPath>(
  { listed, operation }: Reading<Path>,
  { field_id: fieldId }: { field_id: string },
): string | null {
  return listed.timezone ?? operation.timezones.get(fieldId) ?? null;
}

/** The list of another query to the same path. */
export function again<Path extends ListPath>(reading: Reading<Path>, query: QueryOf<Path>): Promise<Listed<Path>> {
  return reading.load(query, reading.rest, reading.operation, (listed) => {
    reading.freshUntil = Math.min(reading.freshUntil, listed.freshUntil);
    return listed;
  });
}

/** The key of a query, from its read and all its parameters. */
function keyOf<Query extends object>(read: string, parameters: Record<keyof Query, true>): (query: Query) => string {
  const names = Object.keys(parameters) as (keyof Query)[];
  return (query) => {
    const values = Array<unknown>(names.length + 1);
    values[0] = read;
    for (let at = 0; at < names.length; at++) values[at + 1] = query[names[at] as keyof Query];
    return JSON.stringify(values);
  };
}

const decimalsMax = 20;

/** Writes the query string of a URL. Throws BAD_USER_INPUT for a text that is not well-formed. */
export function serializeQuery(query: Record<string, unknown>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    const written = String(value);
    // Some services do not accept `1e-7`.
    const plain = typeof value === 'number' && written.includes('e-') ? value.toFixed(decimalsMax) : written;
    // JSON can write half of a surrogate pair (`"\\ud800"`); an address in UTF-8 cannot.
    if (!plain.isWellFormed()) {
      const path = [argumentOf(name)];
      const message = `${path[0]} contains half of a surrogate pair, which is not valid text.`;
      throw invalidArgument(path, message, 'WRONG_FORMAT');
    }
    text += `${text === '' ? '' : '&'}${name}=${encodeURIComponent(plain)}`;
  }
  return text;
}

/** The client of the service at `baseUrl`. */
export function createRest(baseUrl: string, fetch: Fetch): Rest {
  const options: ClientOptions = {
    baseUrl,
    // openapi-fetch only uses members that these classes have; its types require those of WHATWG.
    fetch: fetch as unknown as (request: Request) => Promise<Response>,
    Request: UpstreamRequest as unknown as typeof Request,
    querySerializer: serializeQuery,
  };
  return { lists: createClient(options), operations: createClient(options) };
}

/** Options that openapi-fetch passes on to the request. Headers are part of the scope: as `headers` they would be copied for each call. */
export type OwnInit = Pick<UpstreamRequestInit, 'endpoint' | 'scope' | 'expectedBytes' | 'ifNoneMatch'>;

interface RestResponse<Data> {
  data?: Data;
  error?: unknown;
  response: Pick<UpstreamResponse, 'ok' | 'status' | 'headers'> &
    Partial<Pick<UpstreamResponse, 'freshUntil' | 'isUnconfirmed'>>;
}

/** Returns a 2xx response, of unknown shape. Throws the graph's error for a refusal. */
export function accept<Data>(answer: RestResponse<Data>, scope?: CallScope, isWrite = false) {
  const { ok } = answer.response;
  if (ok && isRecord(answer.data)) return answer as typeof answer & { data: Data };
  if (ok) throw malformed('the body is no object');
  throw errorFromResponse(answer.response, answer.error, isWrite, scope?.headers);
}

/** Throws the error of a call that failed, or UPSTREAM_ERROR for a response that cannot be read. It has the request id of the scope. */
export function unreadable(cause: unknown, scope?: CallScope): never {
  const error = cause instanceof GatewayError ? cause : new GatewayError('UPSTREAM_ERROR', { cause });
  const { code, message, extensions } = error;
  const requestId = scope?.headers['x-request-id'];
  if (requestId === undefined || extensions.isAbandoned) throw error;
  // A copy, because several operations may share the call.
  throw new GatewayError(code, { ...extensions, requestId, message, cause: error.cause });
}
