/** The types of a read: its declaration, and a response before the rule of the read. They do not exist at run time. */
import type { Client } from 'openapi-fetch';
import type { paths } from '../../contract/openapi.ts';
import type { ByteList, ExpectedMembers } from '../../executor/byte-list.ts';
import type { CallScope } from '../upstream/call.ts';
import type { Narrowing, Shape } from './shape.ts';
import type { StatedField, Timezones } from './timezones.ts';
import type { DefaultDays } from './window.ts';

/** The contract's description of a list of a field's records. */
interface FieldList {
  get: {
    parameters: { query: { field_id: string } };
    responses: { 200: { content: { 'application/json': { data: object[] } } } };
  };
}

/** Paths of the contract that list records of a field. */
export type ListPath = { [Path in keyof paths]: paths[Path] extends FieldList ? Path : never }[keyof paths];

export type QueryOf<Path extends ListPath> = paths[Path]['get']['parameters']['query'];

type ListOf<Path extends ListPath> = paths[Path]['get']['responses'][200]['content']['application/json'];

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

/** The parts of an operation that its reads use. */
export interface ReadingOperation {
  scope: CallScope;
  now: () => Date;
  timezones: Timezones;
  /** Notified of its reads. `freshUntil` is the moment (wall clock, milliseconds) until which any caller may get one; 0 for never. */
  freshness: { requested: number; onList(freshUntil: number): void };
  /** Called when a list has arrived or failed. */
  onList?: (() => void) | undefined;
}

/** A response, not yet checked. */
export interface Listed<Path extends ListPath> extends StatedField {
  /** Moment (wall clock, milliseconds) until which any caller may get the list; 0 if none may. */
  freshUntil: number;
  /** The members besides `data`, unchecked. */
  members: Omit<ListOf<Path>, 'data'>;
  /** The records as they were sent, unchecked. */
  sent: unknown;
  /** The requested records, checked when they are read. Throws UPSTREAM_ERROR. */
  records(narrowing?: Narrowing<RecordOf<Path>>): ByteList<RecordOf<Path>>;
}

/** The declaration of a read. */
export interface Definition<Path extends ListPath, Value> {
  /** Name of its metrics, its breaker and its slots. */
  name: string;
  /** Every parameter of the contract. */
  key: Record<keyof QueryOf<Path>, true>;
  record: Shape<RecordOf<Path>>;
  /** Estimated bytes of a record. */
  recordBytes: number;
  /** Estimated records of the response to a query at a moment. */
  expectedRecords(query: QueryOf<Path>, now: () => Date): number;
  /** The window of a query without bounds; undefined if it is not bounded. */
  defaultDays?: DefaultDays;
  /** The members that every requested record must have. */
  expected(query: QueryOf<Path>): ExpectedMembers;
  /** Makes the value by the contract. If the service ignored filters or the cursor, request the longest list by `again`. */
  value(listed: Listed<Path>, query: QueryOf<Path>, reading: Reading<Path>): Value | Promise<Value>;
}

/** Input of the rule of a read, besides the list. It has no functions of its own, because most values need none. */
export interface Reading<Path extends ListPath> {
  readonly listed: Listed<Path>;
  readonly operation: ReadingOperation;
  readonly rest: Rest;
  /** Sends another query to the same path. */
  readonly load: (
    query: QueryOf<Path>,
    rest: Rest,
    operation: ReadingOperation,
    use: (listed: Listed<Path>) => Listed<Path>,
  ) => Promise<Listed<Path>>;
  /** Until when all lists are fresh that the value was made of. */
  freshUntil: number;
}

/** One read of the service. */
export interface Read<Query extends object, Value> {
  readonly name: string;
  readonly record: Shape<unknown>;
  /** Estimated records of the response to a query at a moment. */
  readonly expectedRecords: (query: Query, now: () => Date) => number;
  readonly defaultDays: DefaultDays | undefined;
  /** Equal only for equal queries. */
  readonly keyOf: (query: Query) => string;
  /** Makes the call, and the value by the rule of the read, and notes in the operation what the list states. Rejects only with a GatewayError. */
  readonly load: (query: Query, rest: Rest, operation: ReadingOperation) => Promise<Value>;
}
