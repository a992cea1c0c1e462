/**
 * One stream of events, in the distinct connections mode of graphql-sse, with ids. An event is made only when the client has read the one
 * before, so a stream retains at most one event.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { byteLengthOf, partsOf } from '../../../platform/server/http-reply.ts';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import type { Semaphore } from '../../../platform/sync/semaphore.ts';
import { nextTurn } from '../../../platform/sync/turns.ts';
import { render } from '../../http/render.ts';
import type { ServerOptions } from '../../http/server.ts';
import type { SubscriptionOperation } from '../../operation/declarations.ts';
import type { Change, Changes } from './changes.ts';

interface StreamOptions extends Pick<ServerOptions, 'callerLimit' | 'watch' | 'mask' | 'unsent'> {
  /** Bounds the events that run at the same time. */
  slots: Semaphore;
  ageMsMax: number;
  /** Time between two comments: proxies cut streams that are silent for 10 to 60 seconds. */
  commentMs: number;
  onEvent(): void;
  onEnd(reason: EndReason, events: number): void;
}

/** Why a stream ended: the client left, or read too slowly (BufferedBytes), its age, a shutdown, or a refusal of the service. */
type EndReason = 'ABANDONED' | 'UNREAD' | 'AGE' | 'SHUTDOWN' | 'REFUSED';

/** The event of a field with temporary errors is retried this often, with a backoff that doubles. Then it is sent with its errors. */
const failuresMax = 5;
const failureMs = 500;
/** Wait before a reconnect, for clients without one of their own. */
const retryMsMin = 1_000;
const retryMsSpread = 4_000;
const comment = Buffer.from(':\n\n');
const complete = Buffer.from('event: complete\ndata:\n\n');

export class Stream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #changes: Changes;
  readonly #subscription: SubscriptionOperation;
  readonly #options: StreamOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #comments: NodeJS.Timeout;
  readonly #age: NodeJS.Timeout;
  /** Stops counting the bytes that wait for the reader. */
  #endCount: (() => void) | undefined;
  #events = 0;
  /** Operations for events, and attempts at them. */
  #runs = 0;
  /** Consecutive results with a temporary error, by field. */
  readonly #failures = new Map<string | undefined, number>();
  /** Whether the next event to send is counted in the limit of the caller. */
  #isPermitted = false;
  readonly #closing = new AbortController();
  /** Set when the stream must end with a last event. */
  #ending: EndReason | undefined;
  #hasEnded = false;

  /** `first` is the result of the first event. */
  constructor(changes: Changes, first: ExecutionResult, subscription: SubscriptionOperation, options: StreamOptions) {
    this.#changes = changes;
    this.#subscription = subscription;
    this.#options = options;
    const retry = Buffer.from(`retry: ${retryMsMin + Math.floor(Math.random() * retryMsSpread)}\n\n`);
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
          this.#send([retry, ...eventOf(first, changes.present)]);
        },
        pull: () => this.#next(),
        cancel: () => this.#end('ABANDONED'),
      },
      // No buffer here: the socket retains an event until it requests the next one.
      { highWaterMark: 0 },
    );
    this.#comments = setInterval(() => this.#comment(), options.commentMs).unref();
    this.#age = setTimeout(() => this.end('AGE'), options.ageMsMax).unref();
  }

  /** From now on, the stream ends when its client disconnects. */
  begin(): void {
    const { signal } = this.#subscription.request;
    if (signal.aborted) this.#abandon();
    else signal.addEventListener('abort', this.#abandon);
  }

  /** Ends the stream with an event that states its cursor. */
  end(reason: EndReason): void {
    this.#ending ??= reason;
    this.#changes.close();
    this.#closing.abort();
  }

  readonly #abandon = (): void => this.#end('ABANDONED');

  /** Waits for a change and sends its event. Resolves when it is sent, or when the stream has ended. */
  async #next(): Promise<void> {
    this.#count(0);
    try {
      for (;;) {
        await this.#changes.ready();
        if (this.#hasEnded) return;
        if (this.#ending) return await this.#last(this.#ending);
        // Attempts that fail are not counted.
        if (!this.#isPermitted) await this.#permit();
        this.#isPermitted = true;
        if (this.#hasEnded || this.#ending) continue;
        const change = this.#changes.take();
        if (change === undefined) continue;
        const failures = this.#failures.get(change.fieldId) ?? 0;
        const result = await this.#run(change);
        if (failures < failuresMax && mayPass(result)) {
          this.#failures.set(change.fieldId, failures + 1);
          this.#changes.putBack(failureMs * 2 ** failures);
          continue;
        }
        this.#failures.delete(change.fieldId);
        this.#isPermitted = false;
        this.#send(eventOf(result, change));
        return;
      }
    } catch (error) {
      this.#send([
        ...eventOf({ errors: [this.#options.mask(error, this.#subscription.arrived.operation.requestId)] }),
        complete,
      ]);
      this.#end('REFUSED');
    }
  }

  /** Counts one operation for the caller, and waits while the caller is over its limit. */
  async #permit(): Promise<void> {
    const { arrived } = this.#subscription;
    for (;;) {
      const { error } = (await this.#options.callerLimit?.take(arrived.caller, arrived.operation.address)) ?? {};
      if (error === undefined || this.#hasEnded || this.#ending) return;
      const waitMs = (error.extensions.retryAfterSeconds ?? 1) * 1_000;
      // The signal ends the wait when the stream must end.
      await wait(waitMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
    }
  }

  /** Runs an event, with a context, a log line and a request id of its own. */
  #run(change: Change): Promise<ExecutionResult> {
    const { request, arrived } = this.#subscription;
    const { caller, operation: opening } = arrived;
    this.#runs += 1;
    const requestId = `${opening.requestId.slice(0, 52)}.${this.#runs}`;
    const run = async (): Promise<ExecutionResult> => {
      // Over cached lists, the events of a change for all streams would run one after another without a turn of the event loop.
      await nextTurn();
      const event = { headers: request.headers, signal: request.signal, startedAt: performance.now() };
      return this.#options.watch(event, requestId, opening.address, async (operation) => {
        const result = await this.#subscription.run({ ...change }, { caller, operation });
        operation.result = result;
        return result;
      });
    };
    return this.#options.slots.run(run, undefined, caller.credential || addressGroup(opening.address));
  }

  async #last(reason: EndReason): Promise<void> {
    const change = this.#changes.present;
    const result = await this.#run(change);
    this.#send(eventOf({ ...result, extensions: { ...result.extensions, resume: { reason } } }, change));
    this.#end(reason);
  }

  /** Sends no comment while an event or comment is unread: connections.ts disconnects a client that reads nothing. */
  #comment(): void {
    if (this.#endCount !== undefined || this.#controller?.desiredSize !== 0) return;
    this.#controller.enqueue(comment);
    this.#changes.checkPeriods();
  }

  #send(parts: readonly Uint8Array[]): void {
    if (this.#hasEnded) return;
    this.#events += 1;
    this.#options.onEvent();
    this.#count(byteLengthOf(parts));
    this.#controller?.enqueue(Buffer.concat(parts));
  }

  /** Replaces the counted bytes that wait for the reader. */
  #count(bytes: number): void {
    this.#endCount?.();
    this.#endCount = bytes > 0 ? this.#options.unsent.add(bytes, () => this.#cut()) : undefined;
  }

  #cut(): void {
    this.#end('UNREAD');
    const { arrived, request } = this.#subscription;
    if (arrived.cut) arrived.cut();
    else request.cut?.();
  }

  #end(reason: EndReason): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#comments);
    clearTimeout(this.#age);
    this.#subscription.request.signal.removeEventListener('abort', this.#abandon);
    this.#changes.close();
    this.#closing.abort();
    this.#count(0);
    try {
      this.#controller?.close();
    } catch {
      // The reader has cancelled the stream.
    }
    this.#options.onEnd(reason, this.#events);
  }
}

/** Whether the result has a temporary error. */
const mayPass = ({ errors = [] }: ExecutionResult): boolean => errors.some(({ extensions }) => extensions.retryable);

/** The bytes of an event. */
function eventOf(result: ExecutionResult, change?: Change): Uint8Array[] {
  const id = change === undefined ? '' : `id: ${change.cursor}\n`;
  const json = partsOf(render(result, 'application/json').body);
  return [Buffer.from(`event: next\n${id}data: `), ...json, Buffer.from('\n\n')];
}
