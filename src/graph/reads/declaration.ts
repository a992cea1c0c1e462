/** The types of a read: what it declares of its list, and what a loader gets of it. They do not exist at run time. */
import type { Client } from 'openapi-fetch';
import type { paths } from '../../contract/openapi.ts';
import type { ByteList, ExpectedMembers } from '../../executor/byte-list.ts';
import type { CallScope } from '../upstream/call.ts';
import type { Narrowing, Shape } from './shape.ts';
import type { Timezone } from './timezones.ts';
import type { DefaultDays } from './window.ts';

/** What the contract describes of a list of a field's records. */
interface FieldList {
  get: {
    parameters: { query: { field_id: string } };
    responses: { 200: { content: { 'application/json': { data: object[] } } } };
  };
}

/** Paths of the contract that list records of a field. */
export type ListPath = { [Path in keyof paths]: paths[Path] extends FieldList ? Path : never }[keyof paths];

export type QueryOf<Path extends ListPath> = paths[Path]['get']['parameters']['query'];

export type ListOf<Path extends ListPath> = paths[Path]['get']['responses'][200]['content']['application/json'];

export type RecordOf<Path extends ListPath> = ListOf<Path>['data'][number];

/** Two views of one client: any list, and each operation of the contract. */
export interface Rest {
  lists: Client<Record<string, { get: AnyList }>>;
  operations: Client<paths>;
}

interface AnyList {
  parameters: { query: object };
  responses: { 200: { content: { 'application/json': Record<string, unknown> } } };
}

export interface CallOptions {
  rest: Rest;
  scope: CallScope;
  now: () => Date;
  /** The timezone of a field, as far as the operation knows it. */
  timezoneOf?: ((fieldId: string) => Timezone | undefined) | undefined;
  /** Called when a list has arrived or failed. */
  onList?: (() => void) | undefined;
}

interface ListFacts {
  /** The timezone of the field; undefined if the list states none. */
  timezone: string | undefined;
  /** What the list states of its field, unchecked. */
  facts?: unknown;
  /** Moment (wall clock, milliseconds) until which any caller may get the list; 0 if none may. */
  freshUntil: number;
}

/** The value by the rule of the read, and what its list states. */
export interface Loaded<Value> extends ListFacts {
  value: Value;
}

/** A response, not yet checked. */
export interface Listed<Path extends ListPath> extends ListFacts {
  /** The members besides `data`, unchecked. */
  members: Omit<ListOf<Path>, 'data'>;
  /** The records as they were sent, unchecked. */
  sent: unknown;
  /** The requested records, checked when they are read. Throws UPSTREAM_ERROR. */
  records(narrowing?: Narrowing<RecordOf<Path>>): ByteList<RecordOf<Path>>;
}

/** What a read declares. */
export interface Definition<Path extends ListPath, Value> {
  /** Name of its metrics, its breaker and its slots. */
  name: string;
  /** Every parameter of the contract. */
  key: Record<keyof QueryOf<Path>, true>;
  record: Shape<RecordOf<Path>>;
  /** Estimated bytes of a record. */
  recordBytes: number;
  /** Estimated records of the response to a query at a moment. */
  recordsOf(query: QueryOf<Path>, now: () => Date): number;
  /** The window of a query without bounds; undefined where it is not bounded. */
  defaultDays?: DefaultDays;
  /** What every requested record states. */
  expected(query: QueryOf<Path>): ExpectedMembers;
  /**
   * The value by the contract. `again` sends another query to the same path: reads get the longest list by it, if the service
   * ignored filters or the cursor. `timezone` is the field's, if known.
   */
  value(
    listed: Listed<Path>,
    query: QueryOf<Path>,
    context: {
      now: () => Date;
      timezone: () => string | null;
      again: (query: QueryOf<Path>) => Promise<Listed<Path>>;
    },
  ): Value | Promise<Value>;
}

/** One read of the service. */
export interface Read<Query extends object, Value> {
  readonly name: string;
  readonly record: Shape<unknown>;
  /** Estimated records of the response to a query at a moment. */
  readonly recordsOf: (query: Query, now: () => Date) => number;
  readonly defaultDays: DefaultDays | undefined;
  /** Equal only for equal queries. */
  readonly keyOf: (query: Query) => string;
  /** Makes the call. Rejects only with a GatewayError. */
  readonly load: (query: Query, options: CallOptions) => Promise<Loaded<Value>>;
}
