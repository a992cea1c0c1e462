/**
 * One operation as its log line, its metrics and its span report it: filled in on its way through the gateway, reported once when
 * its answer is made. Never a key, a document, a variable or a message.
 */
import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import { holdsData } from '../errors/lost-data.ts';
import type { CallCounts } from '../upstream/call.ts';
import type { TraceHeaders } from '../../platform/log/trace-headers.ts';
import { memoize } from '../../platform/sync/memoize.ts';

/** `refused`: gave no data. `partial`: data with errors. `failed`: ran and gave nothing but ids. `abandoned`: the caller went away. */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused' | 'abandoned';

const nameForm = /^[_A-Za-z]\w{0,99}$/;

export class Operation {
  readonly requestId: string;
  /** Address of the caller; empty where there is none. */
  readonly address: string;
  /** Trace context of its own span; undefined where there is none, and its calls carry the caller's. */
  traceHeaders: TraceHeaders | undefined;
  /** As the document names it; undefined for an anonymous one, or one that could not be read. */
  name: string | undefined;
  type: 'query' | 'mutation' | 'subscription' | undefined;
  /** The document that it is of, by `sha256:` and 64 hexadecimal digits; undefined where it could not be read. */
  document: { readonly hash: string } | undefined;
  /** What its client says that it is. */
  readonly client: Client | undefined;
  counts: Readonly<CallCounts> = { calls: 0, retries: 0, fieldId: undefined };
  /** Request id of the equal one in flight whose answer it shares, if it does. */
  coalescedWith: string | undefined;
  /** What its answer says of its reads; absent unless that was requested. */
  declare receipt?: object;
  /** From its request to its answer. */
  milliseconds = 0;
  /** Undefined while it runs. */
  result: { data?: unknown; errors?: readonly GraphQLError[] | undefined } | undefined;

  constructor(requestId: string, client?: Client, address = '') {
    this.requestId = requestId;
    this.address = address;
    this.client = client;
  }

  /** What the caller says it is called, until the document is read. */
  announce(name: unknown): void {
    if (typeof name === 'string' && name !== this.name && nameForm.test(name)) this.name = name;
  }

  /** Takes name and type from the document, where it has such an operation. */
  identify(document: { readonly hash: string }, operation: OperationDefinitionNode | undefined): void {
    this.document = document;
    if (!operation) return;
    this.type = operation.operation;
    this.announce(operation.name?.value);
  }

  /** It shares the answer of an equal one: the calls are of both, and what was sent again was sent for that one. */
  join({ requestId, counts }: Operation): void {
    this.coalescedWith = requestId;
    this.counts = { ...counts, retries: 0 };
  }

  outcome(isAbandoned: boolean): Outcome {
    if (isAbandoned) return 'abandoned';
    const { data, errors = [] } = this.result ?? {};
    if (data === undefined) return this.codes.includes('INTERNAL_SERVER_ERROR') ? 'failed' : 'refused';
    if (errors.length === 0) return 'ok';
    return holdsData(data) ? 'partial' : 'failed';
  }

  /** The distinct codes of its errors, without those that only say that its caller left. */
  get codes(): string[] {
    const errors = this.result?.errors;
    if (errors === undefined) return [];
    const codes = errors.flatMap(({ extensions }) => (extensions.isAbandoned ? [] : String(extensions.code)));
    return codes.length === 1 ? codes : [...new Set(codes)];
  }

  /** Why it was refused: the limit's name, else the code. */
  get reason(): string {
    const { limit, code } = (this.result?.errors?.[0]?.extensions ?? {}) as {
      limit?: { name: string };
      code?: string;
    };
    return limit?.name ?? code ?? 'unknown';
  }
}

export interface Client {
  /** At most 64 characters: letters, digits and `@ / . _ : + -`, spaces between them. */
  name: string;
  /** The same of at most 32; undefined where none was sent. */
  version: string | undefined;
}

/** What leaves nothing to escape in JSON and in labels. */
const forbidden = /[^\w@/.:+ -]+/g;
const lengthMax = { name: 64, version: 32 };

/** The text without what it must not hold; undefined where nothing is left. */
const clean = (text: string, length: number): string | undefined =>
  text.slice(0, length).replace(forbidden, '').trim() || undefined;

const cleanName = memoize((text) => clean(text, lengthMax.name));
const cleanVersion = memoize((text) => clean(text, lengthMax.version));

/** The client that a request names; undefined for most, which name none, and for one that names its own key. */
export function readClient(headers: Pick<Headers, 'get'>): Client | undefined {
  const sent = headers.get('graphql-client-name') ?? headers.get('apollographql-client-name');
  const name = sent === null ? undefined : cleanName(sent);
  if (name === undefined) return undefined;
  const version = headers.get('graphql-client-version') ?? headers.get('apollographql-client-version');
  const key = headers.get('authorization')?.split(' ')[1];
  if (key && `${sent} ${version}`.includes(key)) return undefined;
  return { name, version: version === null ? undefined : cleanVersion(version) };
}
