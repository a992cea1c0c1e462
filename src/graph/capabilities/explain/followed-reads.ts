/** Follows the reads of one operation through the layers of their calls, and notes what happens to each. */
import { GatewayError } from '../../errors/gateway-error.ts';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Context } from '../../operation/context.ts';
import { addObservation } from '../../reads/add-observation.ts';
import { allReads, type Loaders } from '../../reads/client.ts';
import type { Loader } from '../../reads/loader.ts';
import { serializeQuery } from '../../reads/read.ts';
import type { CallEvent, CallEvents, Endpoint, Fetch, UpstreamRequest } from '../../upstream/call.ts';
import type { UpstreamResponse } from '../../upstream/response.ts';
import { CallAbandoned } from '../../upstream/lifetime.ts';
import { errorFromResponse } from '../../upstream/problems.ts';
import type { ReadOutcome, ReadVia } from './receipt.ts';

/** Follows the calls of an operation. One read is one entry, however many calls it makes. */
export class FollowedReads {
  readonly startedAt = performance.now();
  /** Wall clock, milliseconds. */
  readonly startedAtMs = Date.now();
  readonly reads: FollowedRead[] = [];
  /** Requests sent to the service. */
  made = 0;
  /** Queries in flight, and those that were requested again while in flight. */
  readonly #inFlight = new Set<string>();
  readonly #coalesced = new Set<string>();
  /** Errors of reads whose response was not usable. */
  readonly #errors = new Map<string, unknown>();

  /** Follows the operation of a context from now on. */
  watch(context: Context): void {
    context.scope.follower = this;
    const followed = followCalls(context, (endpoint, query, call) => {
      const value = call();
      if (endpoint === addObservation.name) {
        value.catch((error) => {
          const write = this.reads.findLast((read) => read.endpoint === endpoint);
          if (write?.outcome === 'ANSWERED') write.fail(error);
        });
        return value;
      }
      const key = `${endpoint} ${serializeQuery(query)}`;
      if (this.#inFlight.has(key)) {
        this.#coalesced.add(key);
        return value;
      }
      this.#inFlight.add(key);
      const settle = () => this.#inFlight.delete(key);
      value.then(settle, (error) => {
        settle();
        this.#errors.set(key, error);
      });
      return value;
    });
    Object.assign(context, followed);
  }

  follow(request: UpstreamRequest, next: Fetch): Promise<UpstreamResponse> {
    const read = new FollowedRead(this, request);
    this.reads.push(read);
    request.events = read;
    const response = next(request);
    read.settled = response.then(
      (settled) => read.end(settled),
      (error) => read.fail(error),
    );
    return response;
  }

  /** Waits until the operation makes no more reads: equal queries may go on with one whose caller left. */
  async settle(): Promise<void> {
    do {
      await Promise.all(this.reads.map(({ settled }) => settled));
      await immediate();
    } while (this.reads.some(({ outcome }) => outcome === undefined));
  }

  /** Returns the reads that have ended. Call it once, after the operation. */
  end(): FollowedRead[] {
    for (const read of this.reads) {
      read.readRefusal();
      if (this.#coalesced.has(read.key)) read.via.add('COALESCED');
      const error = this.#errors.get(read.key);
      // The response may be unusable, by itself or together with all others.
      if (error !== undefined && read.outcome === 'ANSWERED') read.fail(error);
    }
    return this.reads.filter(({ outcome }) => outcome !== undefined);
  }
}

/** One read of one field, or a write. */
export class FollowedRead implements CallEvents {
  readonly endpoint: Endpoint;
  /** Undefined for a write. */
  readonly fieldId: string | undefined;
  /** The query without its field. */
  readonly filters: string;
  /** Made of the endpoint and the whole query. */
  readonly key: string;
  readonly via = new Set<ReadVia>();
  readonly startedAt = performance.now();
  sentAt: number | undefined;
  endedAt = 0;
  /** Milliseconds between a failed send and the next, which the gateway waits. */
  pausedMs = 0;
  /** When the pause began that has not ended. */
  #pausedAt: number | undefined;
  /** How often it was sent, in a batch or by itself. */
  attempts = 0;
  /** Undefined until it ends. */
  outcome: ReadOutcome | undefined;
  code: string | undefined;
  response: UpstreamResponse | undefined;
  /** Resolves when it has ended. */
  settled: Promise<void> | undefined;
  readonly #reads: FollowedReads;
  readonly #isRead: boolean;

  constructor(reads: FollowedReads, { endpoint, url, isRead }: UpstreamRequest) {
    const [, query = ''] = url.split('?', 2);
    const [, fieldId, filters = ''] = /^field_id=([^&]*)&?(.*)$/.exec(query) ?? [];
    this.#reads = reads;
    this.#isRead = isRead;
    this.endpoint = endpoint;
    this.fieldId = isRead && fieldId !== undefined ? decodeURIComponent(fieldId) : undefined;
    this.filters = filters;
    this.key = `${endpoint} ${query}`;
  }

  on(event: CallEvent): void {
    if (event === 'SENT') this.#reads.made += 1;
    this.record(event);
  }

  ofBatch(calls: readonly (CallEvents | undefined)[]): CallEvents {
    const members = calls.filter((each) => each instanceof FollowedRead);
    return {
      on: (event) => {
        if (event === 'SENT') this.#reads.made += 1;
        for (const member of members) member.record(event);
      },
      ofBatch: () => this,
    };
  }

  /** Like `on`, for a call that is counted elsewhere. */
  record(event: CallEvent): void {
    if (event === 'SENT') {
      this.sentAt ??= performance.now();
      this.attempts += 1;
      this.#endPause();
    } else this.via.add(event);
    if (event === 'RETRIED') this.#pausedAt = performance.now();
  }

  #endPause(): void {
    if (this.#pausedAt !== undefined) this.pausedMs += performance.now() - this.#pausedAt;
    this.#pausedAt = undefined;
  }

  end(response: UpstreamResponse): void {
    this.endedAt = performance.now();
    this.response = response;
    this.outcome = response.ok ? 'ANSWERED' : 'FAILED';
  }

  /** Finds the code of a refusal, which its body may state. */
  readRefusal(): void {
    const { response } = this;
    if (response === undefined || response.ok) return;
    this.fail(errorFromResponse(response, response.tryJson(), !this.#isRead));
  }

  fail(error: unknown): void {
    if (this.outcome === undefined) this.endedAt = performance.now();
    this.#endPause();
    if (error instanceof CallAbandoned) {
      this.outcome = 'ABANDONED';
      return;
    }
    this.code = error instanceof GatewayError ? error.code : 'INTERNAL_SERVER_ERROR';
    // A 504 of the service has the same code.
    if (this.code === 'UPSTREAM_TIMEOUT' && this.response === undefined) this.outcome = 'TIMED_OUT';
    else this.outcome = this.sentAt === undefined && this.outcome === undefined ? 'REFUSED' : 'FAILED';
  }
}

type ReadQuery = Readonly<Record<string, unknown>>;
type OnCall = <Value>(endpoint: Endpoint, query: ReadQuery, call: () => Promise<Value>) => Promise<Value>;

/** The same loaders and client, but each load and write is a call of `onCall`, which calls `call` and returns its result. */
export function followCalls({ loaders, client }: Pick<Context, 'loaders' | 'client'>, onCall: OnCall) {
  const followed = allReads.map(([name, { name: endpoint }]) => {
    const loader = loaders[name] as Loader<never, unknown>;
    const load = (query: ReadQuery) => onCall(endpoint, query, () => loader.load(query as never));
    return [name, { load, clearAll: () => loader.clearAll() }];
  });
  const add: typeof client.addObservation = (...sent) =>
    onCall(addObservation.name, { field_id: sent[0].field_id }, () => client.addObservation(...sent));
  return { loaders: Object.fromEntries(followed) as Loaders, client: { ...client, addObservation: add } };
}
