/**
 * One stream of events, as graphql-sse has them in its distinct connections mode, with ids. An event is made when its reader has taken the
 * one before, so a stream retains one event at most.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { byteLengthOf, bytesIn } from '../../../platform/server/http-reply.ts';
import type { Semaphore } from '../../../platform/sync/semaphore.ts';
import { render } from '../../http/render.ts';
import type { ServerOptions } from '../../http/server.ts';
import type { SubscriptionOperation } from '../../operation/pipeline.ts';
import type { Change, Changes } from './changes.ts';

export interface StreamOptions extends Pick<ServerOptions, 'callerLimit' | 'watch' | 'mask' | 'unsent'> {
  /** Bounds the events that are made at once. */
  slots: Semaphore;
  ageMsMax: number;
  /** Time between two comments: proxies cut streams that are silent for 10 to 60 seconds. */
  commentMs: number;
  onEvent(): void;
  onEnd(reason: EndReason, events: number): void;
}

/** Why a stream ended: its reader left, or read too slowly (BufferedBytes), its age, the end of the process, or a refusal of the service. */
export type EndReason = 'ABANDONED' | 'UNREAD' | 'AGE' | 'SHUTDOWN' | 'REFUSED';

/** An event whose errors may pass is made again so often, after a time that doubles. Then it is sent with them. */
const failuresMax = 5;
const failureMs = 500;
/** Clients that have no time of their own wait so long before they reconnect. */
const retryMsMin = 1_000;
const retryMsSpread = 4_000;
const comment = Buffer.from(':\n\n');
const complete = Buffer.from('event: complete\ndata:\n\n');

export class Stream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #changes: Changes;
  readonly #of: SubscriptionOperation;
  readonly #options: StreamOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #comments: NodeJS.Timeout;
  readonly #age: NodeJS.Timeout;
  /** Ends the count of the bytes that wait for the reader. */
  #endCount: (() => void) | undefined;
  #events = 1;
  /** Results in a row with an error that may pass. */
  #failures = 0;
  readonly #closing = new AbortController();
  /** Set once it is to end with an event. */
  #ending: EndReason | undefined;
  #hasEnded = false;

  /** `first` is the result of the first event. */
  constructor(changes: Changes, first: ExecutionResult, of: SubscriptionOperation, options: StreamOptions) {
    this.#changes = changes;
    this.#of = of;
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
      // The socket has an event in memory until the next one is requested.
      { highWaterMark: 0 },
    );
    this.#comments = setInterval(() => this.#comment(), options.commentMs).unref();
    this.#age = setTimeout(() => this.end('AGE'), options.ageMsMax).unref();
  }

  /** Ends it when its reader goes away. */
  begin(): void {
    const { signal } = this.#of.request;
    if (signal.aborted) this.#abandon();
    else signal.addEventListener('abort', this.#abandon);
  }

  /** Ends it with an event that states its cursor. */
  end(reason: EndReason): void {
    this.#ending ??= reason;
    this.#changes.close();
    this.#closing.abort();
  }

  readonly #abandon = (): void => this.#end('ABANDONED');

  /** Makes the next event, once there is one. Resolves when it is sent, or the stream has ended. */
  async #next(): Promise<void> {
    this.#count(0);
    try {
      for (;;) {
        await this.#changes.ready();
        if (this.#hasEnded) return;
        if (this.#ending) return await this.#last(this.#ending);
        await this.#permit();
        if (this.#hasEnded || this.#ending) continue;
        const change = this.#changes.take();
        if (change === undefined) continue;
        const result = await this.#run(change);
        if (this.#failures < failuresMax && mayPass(result)) {
          this.#changes.putBack();
          await this.#pause(failureMs * 2 ** this.#failures);
          this.#failures += 1;
          continue;
        }
        this.#failures = 0;
        this.#send(eventOf(result, change));
        return;
      }
    } catch (error) {
      this.#send([...eventOf({ errors: [this.#options.mask(error)] }), complete]);
      this.#end('REFUSED');
    }
  }

  /** Counts one operation of the caller, and waits where it has none left. */
  async #permit(): Promise<void> {
    const { incoming } = this.#of;
    for (;;) {
      const { error } = (await this.#options.callerLimit?.take(incoming.caller, incoming.operation.address)) ?? {};
      if (error === undefined || this.#hasEnded || this.#ending) return;
      await this.#pause((error.extensions.retryAfterSeconds ?? 1) * 1_000);
    }
  }

  /** Resolves after so long, or when the stream is to end. */
  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }

  /** The result of an event, which has a context, a log line and a request id of its own. */
  #run(change: Change): Promise<ExecutionResult> {
    const { request, incoming } = this.#of;
    const { caller, operation: opening } = incoming;
    const requestId = `${opening.requestId.slice(0, 52)}.${this.#events}`;
    this.#events += 1;
    this.#options.onEvent();
    return this.#options.slots.run(async () => {
      const event = { headers: request.headers, signal: request.signal, startedAt: performance.now() };
      return this.#options.watch(event, requestId, opening.address, async (operation) => {
        const result = await this.#of.run({ ...change }, { caller, operation });
        operation.result = result;
        return result;
      });
    });
  }

  async #last(reason: EndReason): Promise<void> {
    const change = this.#changes.present;
    const result = await this.#run(change);
    this.#send(eventOf({ ...result, extensions: { ...result.extensions, resume: { reason } } }, change));
    this.#end(reason);
  }

  /** None while an event or comment is not read yet: connections.ts cuts a client that reads nothing. */
  #comment(): void {
    if (this.#endCount !== undefined || this.#controller?.desiredSize !== 0) return;
    this.#controller.enqueue(comment);
    this.#changes.checkPeriods();
  }

  #send(parts: readonly Uint8Array[]): void {
    if (this.#hasEnded) return;
    this.#count(byteLengthOf(parts));
    this.#controller?.enqueue(Buffer.concat(parts));
  }

  /** So many bytes wait for the reader. */
  #count(bytes: number): void {
    this.#endCount?.();
    this.#endCount = bytes > 0 ? this.#options.unsent.add(bytes, () => this.#cut()) : undefined;
  }

  #cut(): void {
    this.#end('UNREAD');
    this.#of.incoming.cut?.();
  }

  #end(reason: EndReason): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#comments);
    clearTimeout(this.#age);
    this.#of.request.signal.removeEventListener('abort', this.#abandon);
    this.#changes.close();
    this.#closing.abort();
    this.#count(0);
    try {
      this.#controller?.close();
    } catch {
      // Its reader has cancelled it.
    }
    this.#options.onEnd(reason, this.#events);
  }
}

/** Whether the result has an error that a later one may not have. */
const mayPass = ({ errors = [] }: ExecutionResult): boolean => errors.some(({ extensions }) => extensions.retryable);

/** The bytes of an event. */
function eventOf(result: ExecutionResult, change?: Change): Uint8Array[] {
  const id = change === undefined ? '' : `id: ${change.cursor}\n`;
  const json = bytesIn(render(result, 'application/json').body);
  return [Buffer.from(`event: next\n${id}data: `), ...json, Buffer.from('\n\n')];
}
