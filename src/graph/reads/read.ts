/**
 * Declares a read of the service: its path, key, shape and rule. openapi-fetch makes the call; lists are checked, and refusals translated.
 * Loaders, metric labels and breakers follow from the declaration.
 */
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from '../../contract/openapi.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { ByteList, ExpectedMembers } from '../../executor/byte-list.ts';
import { type CallScope, type Fetch, UpstreamRequest, type UpstreamResponse } from '../upstream/call.ts';
import { argumentOf, errorFromResponse } from '../upstream/problems.ts';
import { statedTimezone, type Timezone } from './timezones.ts';
import { countRecords, malformed, type Narrowing, readList, type Shape } from './shape.ts';

/** What the contract describes of a list of a field's records. */
interface FieldList {
  get: {
    parameters: { query?: { field_id?: string } };
    responses: { 200: { content: { 'application/json': { data: object[] } } } };
  };
}

/** Paths of the contract that list records of a field. */
export type ListPath = { [Path in keyof paths]: paths[Path] extends FieldList ? Path : never }[keyof paths];

/** The query of a list of one field. That several may go in one call is for the way to the service to know. */
export type QueryOf<Path extends ListPath> = { field_id: string } & Omit<
  NonNullable<paths[Path]['get']['parameters']['query']>,
  'field_id' | 'field_ids'
>;

/** A list as the contract promises it. */
export type ListOf<Path extends ListPath> = paths[Path]['get']['responses'][200]['content']['application/json'];

/** A record of a list. */
export type RecordOf<Path extends ListPath> = ListOf<Path>['data'][number];

/** What a call is made with. */
export interface CallOptions {
  rest: Rest;
  scope: CallScope;
  now: () => Date;
  /** The timezone of a field, as far as the operation knows it. */
  timezoneOf?: ((fieldId: string) => Timezone | undefined) | undefined;
  /** Called when a list has arrived or failed. */
  onList?: (() => void) | undefined;
}

/** What a list says beside its records. */
interface ListFacts {
  /** The timezone of the field; undefined if the list states none. */
  timezone: string | undefined;
  /** Moment (wall clock, milliseconds) until which any caller may get the list; 0 if none may. */
  freshUntil: number;
}

/** The value of a read, and what its lists said. */
export interface Loaded<Value> extends ListFacts {
  value: Value;
}

/** A list of the service before its records are checked. */
export interface Listed<Path extends ListPath> extends ListFacts {
  /** The members beside `data`, in the contract's types. */
  beside: Omit<ListOf<Path>, 'data'>;
  /** The records, checked when they are looked at, without those that do not state what was asked for. Throws UPSTREAM_ERROR. */
  records(narrowing?: Narrowing<RecordOf<Path>>): ByteList<RecordOf<Path>>;
}

interface Definition<Path extends ListPath, Value> {
  /** Label of its metrics, of its breaker and of its places on the wire. */
  name: string;
  /** Every parameter of the contract. */
  key: Record<keyof QueryOf<Path>, true>;
  /** What every record is. */
  record: Shape<RecordOf<Path>>;
  /** About how many bytes the answer to a query has. */
  expectedBytes?(query: QueryOf<Path>): number;
  /** What every record must state that answers a query. */
  given(query: QueryOf<Path>): ExpectedMembers;
  /** What the contract makes of the answer to a query. `again` asks the same path another one; `timezone` is the field's, if known. */
  value(
    listed: Listed<Path>,
    query: QueryOf<Path>,
    asking: {
      now: () => Date;
      timezone: () => string | null;
      again: (query: QueryOf<Path>) => Promise<Listed<Path>>;
    },
  ): Value | Promise<Value>;
}

/** One read of the service. */
export interface Read<Query extends object, Value> {
  readonly name: string;
  /** What every record of it is. */
  readonly record: Shape<unknown>;
  /** Equal for equal queries alone. */
  readonly keyOf: (query: Query) => string;
  /** Makes the call. Rejects with a GatewayError alone. */
  readonly load: (query: Query, options: CallOptions) => Promise<Loaded<Value>>;
}

/** The read of a path of the contract. A path that lists no records of a field, or a parameter that is not named, is a type error. */
export function read<Path extends ListPath, Value>(
  path: Path,
  { name, key, record, expectedBytes, given, value: rule }: Definition<Path, Value>,
): Read<QueryOf<Path>, Value> {
  async function list(query: QueryOf<Path>, { rest, scope, timezoneOf, onList }: CallOptions): Promise<Listed<Path>> {
    const search = serializeQuery(query);
    const expected = { expectedBytes: expectedBytes?.(query) };
    const options = { params: { query }, querySerializer: () => search, endpoint: name, scope, ...expected };
    let answer: Settled<object>;
    try {
      answer = await settle(rest.lists.GET(path, options));
    } finally {
      onList?.();
    }
    const { data, response } = answer;
    const records: Listed<Path>['records'] = (more) =>
      readList(data, { record, given: given(query), ...more }, scope.work);
    if (!isRecord(data)) throw malformed();
    scope.takeRecords?.(countRecords(data.data));
    const meta: unknown = data.meta;
    // An empty list has no record that states its field.
    if (isRecord(meta) && (meta.field_id ?? query.field_id) !== query.field_id) throw malformed();
    return {
      // Unchecked: each use of a member checks it.
      beside: data as object as ListOf<Path>,
      records,
      timezone: statedTimezone(meta, timezoneOf?.(query.field_id)),
      freshUntil: response.freshUntil ?? 0,
    };
  }
  return {
    name,
    record,
    keyOf: keyOf(key),
    async load(query, options) {
      const first = await list(query, options);
      let { freshUntil } = first;
      const again = async (other: QueryOf<Path>) => {
        const listed = await list(other, options);
        freshUntil = Math.min(freshUntil, listed.freshUntil);
        return listed;
      };
      const timezone = () => first.timezone ?? options.timezoneOf?.(query.field_id) ?? null;
      const value = await rule(first, query, { now: options.now, timezone, again });
      return { value, timezone: first.timezone, freshUntil };
    },
  };
}

/** The key of a query has all its parameters, as the compiler requires. Each value stands behind its length, so that keys are unique. */
function keyOf<Query extends object>(parameters: Record<keyof Query, true>): (query: Query) => string {
  const names = Object.keys(parameters) as (keyof Query)[];
  return (query) => {
    let key = '';
    for (const name of names) {
      const value = query[name];
      if (value !== undefined && value !== null) {
        const text = String(value);
        key += `${text.length}:${text}`;
      }
      key += ',';
    }
    return key;
  };
}

/** The query of an address. Throws BAD_USER_INPUT for what is no text. */
function serializeQuery(query: Record<string, unknown>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    const plain = plainText(value);
    if (!plain.isWellFormed()) throw halfPair(name);
    text += `${text === '' ? '' : '&'}${name}=${encodeURIComponent(plain)}`;
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

/** Two views of one client: any list, and the operations of the contract one by one. */
export interface Rest {
  lists: Client<Record<string, { get: AnyList }>>;
  operations: Client<paths>;
}

interface AnyList {
  parameters: { query: object };
  responses: { 200: { content: { 'application/json': object } } };
}

/** The client of the service at `baseUrl`. */
export function createRest(baseUrl: string, fetch: Fetch): Rest {
  const options: ClientOptions = {
    baseUrl,
    // openapi-fetch reads of both only what the seam has; its types ask for the whole of WHATWG's.
    fetch: fetch as unknown as (request: Request) => Promise<Response>,
    Request: UpstreamRequest as unknown as typeof Request,
    querySerializer: serializeQuery,
  };
  return { lists: createClient(options), operations: createClient(options) };
}

/**
 * What rides on a request beside the contract: openapi-fetch copies unknown options onto it. The operation's headers ride
 * with its scope: as `headers` they would be copied and checked for each call.
 */
export function call(endpoint: string, scope: CallScope): object {
  return { endpoint, scope };
}

interface RestAnswer<Data> {
  data?: Data;
  error?: unknown;
  /** As openapi-fetch types it, without what its own type of response does not have. */
  response: Pick<UpstreamResponse, 'ok' | 'status' | 'headers'> & Partial<Pick<UpstreamResponse, 'freshUntil'>>;
}

interface Settled<Data> extends RestAnswer<Data> {
  data: Data;
}

/** The 2xx answer, its shape unknown, or a GatewayError: for a refusal its translation, for anything unreadable UPSTREAM_ERROR. */
export function settle<Data>(pending: Promise<RestAnswer<Data>>): Promise<Settled<Data>> {
  return pending.then(accept<Data>, unreadable);
}

function accept<Data>(answer: RestAnswer<Data>): Settled<Data> {
  const { ok, status, headers } = answer.response;
  // Without a body, as a 204 is, there is no data; with `null` there is some, and nothing in it.
  if (ok && isRecord(answer.data)) return answer as Settled<Data>;
  if (ok) throw malformed();
  throw errorFromResponse({
    status,
    body: answer.error,
    requestId: headers.get('x-request-id'),
    retryAfter: headers.get('retry-after'),
    wwwAuthenticate: headers.get('www-authenticate'),
  });
}

function unreadable(cause: unknown): never {
  throw cause instanceof GatewayError ? cause : new GatewayError('UPSTREAM_ERROR', { cause });
}
