/**
 * The record of one operation for its log line, metrics and span: filled in on its way through the gateway, reported once its answer is
 * made. It never contains a key, a document, a variable or a message.
 */
import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import { holdsData } from '../errors/lost-data.ts';
import type { CallCounts } from '../upstream/call.ts';
import type { TraceHeaders } from '../../platform/log/trace-headers.ts';
import { memoize } from '../../platform/sync/memoize.ts';

/** `refused`: no data. `partial`: data with errors. `failed`: internal error, cut by a stop, or only ids. `abandoned`: the caller left. */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused' | 'abandoned';

/** No document has a longer name (limits/parse-within.ts). */
const nameForm = /^[_A-Za-z]\w{0,127}$/;

const noCalls: Readonly<CallCounts> = { calls: 0, retries: 0, fieldId: undefined };

/** What the log line, the span and the metrics state of one operation. */
export class OperationRecord {
  readonly requestId: string;
  /** Address of the caller; empty if there is none. */
  readonly address: string;
  /** Trace context of its own span. Undefined without a span: its calls then carry the caller's context. */
  traceHeaders: TraceHeaders | undefined;
  /** Name in the document; undefined for an anonymous operation, or if the document could not be read. */
  name: string | undefined;
  type: 'query' | 'mutation' | 'subscription' | undefined;
  /** Hash of its document: `sha256:` and 64 hexadecimal digits. Undefined if it was neither read nor named by its hash. */
  document: { readonly hash: string } | undefined;
  /** The client, as its request names it. */
  readonly client: Client | undefined;
  counts = noCalls;
  /** Request id of the equal query in flight whose answer it shares, if any. */
  coalescedWith: string | undefined;
  /** The receipt in its answer; absent unless requested. */
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

  /** Sets the name that the caller sent, until the document is read. */
  announce(name: unknown): void {
    if (typeof name === 'string' && name !== this.name && nameForm.test(name)) this.name = name;
  }

  /** Takes name and type from the document, if it has such an operation. */
  identify(document: { readonly hash: string }, operation: OperationDefinitionNode | undefined): void {
    this.document = document;
    if (!operation) return;
    this.type = operation.operation;
    this.announce(operation.name?.value);
  }

  /** Records that it shares the answer of an equal query. The calls count for both, the retries only for that query. */
  join({ requestId, counts }: OperationRecord): void {
    this.coalescedWith = requestId;
    this.counts = { ...counts, retries: 0 };
  }

  /** `isGone`: the caller is disconnected. `isCut`: by this process, which ends. */
  outcome(isGone: boolean, isCut?: () => boolean): Outcome {
    if (isGone) return isCut?.() ? 'failed' : 'abandoned';
    const { data, errors = [] } = this.result ?? {};
    if (data === undefined) return this.codes.includes('INTERNAL_SERVER_ERROR') ? 'failed' : 'refused';
    if (errors.length === 0) return 'ok';
    return holdsData(data) ? 'partial' : 'failed';
  }

  /** The distinct codes of its errors, except those that only report that its caller disconnected. */
  get codes(): string[] {
    const errors = this.result?.errors;
    if (errors === undefined) return [];
    const codes = errors.flatMap(({ extensions }) => (extensions.isAbandoned ? [] : String(extensions.code)));
    return codes.length === 1 ? codes : [...new Set(codes)];
  }

  /** How and where a response of the service breaks its contract, if one did: a sentence of ours. */
  get breach(): string | undefined {
    const error = this.result?.errors?.find(({ extensions }) => extensions.code === 'UPSTREAM_ERROR');
    return error?.path === undefined ? error?.message : `${error.message} Path: ${error.path.join('.')}`;
  }

  /** Why it was refused: the limit's name, else the code. */
  get reason(): string {
    const { limit, code } = (this.result?.errors?.[0]?.extensions ?? {}) as { limit?: { name: string }; code?: string };
    return limit?.name ?? code ?? 'unknown';
  }
}

export interface Client {
  /** At most 64 characters: letters, digits and `@ / . _ : + -`, spaces between them. */
  name: string;
  /** The same, at most 32 characters; undefined if none was sent. */
  version: string | undefined;
}

/** Characters to remove, so that nothing needs escaping in JSON and in labels. */
const forbidden = /[^\w@/.:+ -]+/g;
const lengthMax = { name: 64, version: 32 };

/** The text without forbidden characters; undefined if nothing remains. */
const clean = (text: string, length: number): string | undefined =>
  text.slice(0, length).replace(forbidden, '').trim() || undefined;

const cleanName = memoize((text) => clean(text, lengthMax.name));
const cleanVersion = memoize((text) => clean(text, lengthMax.version));

/** The client that a request names. Undefined for most, which name none, and for a client that names its own key. */
export function readClient(headers: Pick<Headers, 'get'>): Client | undefined {
  const sent = headers.get('graphql-client-name') ?? headers.get('apollographql-client-name');
  const name = sent === null ? undefined : cleanName(sent);
  if (name === undefined) return undefined;
  const version = headers.get('graphql-client-version') ?? headers.get('apollographql-client-version');
  const key = headers.get('authorization')?.split(/ +/)[1];
  if (key && `${sent} ${version}`.includes(key)) return undefined;
  return { name, version: version === null ? undefined : cleanVersion(version) };
}
