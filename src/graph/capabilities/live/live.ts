/** Live changes: adds the subscription to a gateway, opens its streams, and bounds them. Without this folder the graph has no subscription. */
import { createSourceEventStream, type ExecutionResult, type GraphQLSchema, validateSubscriptionArgs } from 'graphql';
import { countOf } from '../../../platform/json/count-of.ts';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import type { AbortSignalLike } from '../../../platform/sync/abort-signal.ts';
import type { WatchChanges } from '../../../platform/sync/change-hints.ts';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import { GatewayError, retryAfter } from '../../errors/gateway-error.ts';
import { namesType } from '../../http/negotiation.ts';
import type { ServerOptions } from '../../http/server.ts';
import type {
  PipelineOptions,
  StreamedResult,
  SubscriptionOperation,
  Subscriptions,
} from '../../operation/declarations.ts';
import { buildSchema } from '../../schema/schema.ts';
import { CallAbandoned } from '../../upstream/lifetime.ts';
import { type Change, Changes } from './changes.ts';
import { Stream } from './stream.ts';
import './subscription.ts';
import type { StreamContext } from './subscription.ts';
import { Watchers, type WatchersOptions } from './watchers.ts';

export interface LiveOptions extends WatchersOptions {
  /** How the embedded service hints at changes, if it does. */
  watchChanges: WatchChanges | undefined;
  streamsMax: number;
  streamsPerCallerMax: number;
  /** Lists that the process watches, each once for a credential. */
  listsMax: number;
  ageMsMax: number;
  commentMs?: number;
}

interface Share {
  streams: number;
  lists: number;
}

/** The gateway's own parts. */
export interface LiveParts extends Pick<ServerOptions, 'callerLimit' | 'watch' | 'log'> {
  pipelineOptions: PipelineOptions;
}

/** Events that are made at once: other operations run between them. */
const eventsMax = 16;
/** Streams end this far apart at a shutdown, and within this part of its time. */
const endMs = 20;
const endRatioMax = 0.5;

/** The graph with the subscription, which importing `subscription.ts` has declared. */
export const extendSchema = (): GraphQLSchema => buildSchema();

/** The parts that live changes add to a gateway. */
export function createLive({
  watchChanges,
  streamsMax,
  streamsPerCallerMax,
  listsMax,
  ageMsMax,
  commentMs = 12_000,
  ...options
}: LiveOptions) {
  const watchers = new Watchers(options);
  // Any caller can make up ids: without a key it leaves half to the others.
  const listsUnkeyedMax = Math.ceil(listsMax / 2);
  const streams = new Set<Stream>();
  /** What the streams of each caller have, by credential or address. A list counts for each of its streams. */
  const ofCallers = new Map<string, Share>();
  const slots = new Semaphore(eventsMax);
  const counts = { opened: 0, events: 0, unread: 0, refused: 0 };
  let opening = 0;
  let isStopping = false;
  let stopHints: (() => void) | undefined;

  /** Takes one stream of its caller. Throws where there may be no more. */
  function acquire({ incoming: { caller, operation } }: SubscriptionOperation) {
    const group = addressGroup(operation.address);
    // Anyone can make up a credential: until the service has accepted it, the stream counts with all such streams of its address too.
    const address = caller.credential ? `unaccepted ${group}` : group;
    const keys = caller.credential ? [caller.credential, address] : [address];
    const shares = new Map(keys.map((key): [string, Share] => [key, ofCallers.get(key) ?? { streams: 0, lists: 0 }]));
    const error = refusalOf(Math.max(...[...shares.values()].map((share) => share.streams)));
    if (error) throw refused(error);
    opening += 1;
    for (const [key, share] of shares) {
      share.streams += 1;
      ofCallers.set(key, share);
    }
    stopHints ??= watchChanges?.(watchers.onHints);
    let lists = 0;
    function leave(key: string): void {
      const share = shares.get(key);
      if (share === undefined) return;
      shares.delete(key);
      share.streams -= 1;
      share.lists -= lists;
      if (share.streams === 0) ofCallers.delete(key);
    }
    return {
      /** Takes the lists of the stream, of which so many are not watched yet. Throws where there may be no more of them. */
      takeLists(own: number, unwatched: number): void {
        if (watchers.load.watches + unwatched > listsMax) throw refused(tooManyLists());
        if ((shares.get(address)?.lists ?? 0) + own > listsUnkeyedMax)
          throw refused(caller.credential ? tooManyListsUnaccepted() : tooManyListsUnkeyed());
        lists = own;
        for (const share of shares.values()) share.lists += own;
      },
      /** The service has accepted the credential. */
      accept(): void {
        if (caller.credential) leave(address);
      },
      release(): void {
        opening -= 1;
        for (const key of keys) leave(key);
        if (opening > 0) return;
        stopHints?.();
        stopHints = undefined;
      },
    };
  }

  function refused(error: GatewayError): GatewayError {
    counts.refused += 1;
    return error;
  }

  function refusalOf(ofCaller: number): GatewayError | undefined {
    if (isStopping) return overloaded('This process is about to end: open the stream again, at another one.');
    if (opening >= streamsMax)
      return overloaded(`This process has ${countOf(streamsMax, 'stream')} open (LIVE_STREAMS_MAX).`);
    if (watchers.load.watches >= listsMax) return tooManyLists();
    if (ofCaller < streamsPerCallerMax) return undefined;
    const message = `This caller has ${countOf(ofCaller, 'stream')} open (LIVE_STREAMS_PER_CALLER_MAX): watch several fields by one stream.`;
    return rateLimited(message);
  }

  function tooManyListsUnkeyed(): GatewayError {
    return rateLimited(
      `Without an API key, the streams of one address watch at most ${countOf(listsUnkeyedMax, 'list')}, half of LIVE_LISTS_MAX: send a key, or watch fewer.`,
    );
  }

  function tooManyListsUnaccepted(): GatewayError {
    return rateLimited(
      `Until the service accepts their keys, the streams of one address watch at most ${countOf(listsUnkeyedMax, 'list')}, half of LIVE_LISTS_MAX.`,
    );
  }

  function tooManyLists(): GatewayError {
    return overloaded(
      `This process watches at most ${countOf(listsMax, 'list')} (LIVE_LISTS_MAX): watch fewer fields or lists.`,
    );
  }

  return {
    extendSchema,
    attach({ pipelineOptions, callerLimit, watch, log }: LiveParts) {
      const { calendar, capacity, deadlineMs, limits, mask } = pipelineOptions;

      /** Calls `begin` with what the subscription is about, unless its arguments are refused. */
      async function subscribe(args: SubscriptionOperation['args'], begin: StreamContext['begin']) {
        const contextValue: StreamContext = { ...args.contextValue, idsMax: limits.idsMax, begin };
        const valid = validateSubscriptionArgs({ ...args, contextValue });
        return 'schema' in valid ? createSourceEventStream(valid) : { errors: valid };
      }

      /** A change of all watched lists of the first field. */
      async function sample(args: SubscriptionOperation['args']): ReturnType<Subscriptions['sample']> {
        let event: Change | undefined;
        const source = await subscribe(args, ({ fieldIds, lists }) => {
          event = { cursor: '', lists, fieldId: fieldIds[0] };
        });
        return event === undefined || 'errors' in source ? (source as ExecutionResult) : { event };
      }

      async function open(of: SubscriptionOperation): Promise<ExecutionResult> {
        assertReadable(of.request);
        const { takeLists, accept, release } = acquire(of);
        let changes: Changes | undefined;
        try {
          const { caller, requestId } = of.incoming;
          const source = await subscribe(of.args, (subject, sent) => {
            // EventSource sends it when it reconnects, to an address with the cursor of its beginning.
            const after = of.request.headers.get('last-event-id') || sent;
            changes = new Changes({
              subject,
              after,
              caller,
              requestId,
              groupOf: (...of) => watchers.group(...of),
              admit: (subject, periods) =>
                takeLists(
                  subject.fieldIds.length * subject.lists.length,
                  watchers.countUnwatched(caller, subject, periods),
                ),
              onAccept: accept,
              calendar,
              deadlineMs,
            });
          });
          if (changes === undefined || 'errors' in source) {
            release();
            return source as ExecutionResult;
          }
          await whileThere(changes.start(), of.request.signal);
          const first = await of.run({ ...changes.present }, of.incoming);
          const stream: Stream = new Stream(changes, first, of, {
            callerLimit,
            watch,
            slots,
            mask,
            unsent: capacity.unsent,
            ageMsMax,
            commentMs,
            onEvent: () => {
              counts.events += 1;
            },
            onEnd(reason, events) {
              streams.delete(stream);
              release();
              if (reason === 'UNREAD') counts.unread += 1;
              log.info({ requestId: of.incoming.requestId, reason, events }, 'stream ended');
            },
          });
          counts.opened += 1;
          streams.add(stream);
          stream.begin();
          // It was opened while the process began to end.
          if (isStopping) stream.end('SHUTDOWN');
          const streamed: StreamedResult = { ...first, events: stream.body };
          return streamed;
        } catch (error) {
          changes?.close();
          release();
          throw error;
        }
      }

      return { subscriptions: { open, sample } };
    },
    /** Ends all streams one after the other, so that clients do not reconnect at once. */
    onStop(drainMs: number): void {
      isStopping = true;
      const spreadMs = Math.min(drainMs * endRatioMax, streams.size * endMs);
      for (const stream of streams) setTimeout(() => stream.end('SHUTDOWN'), Math.random() * spreadMs);
    },
    live: () => ({ streams: streams.size, ...counts, ...watchers.load }),
  };
}

function rateLimited(message: string): GatewayError {
  return new GatewayError('RATE_LIMITED', { message, ...retryAfter(429, 1) });
}

function overloaded(message: string): GatewayError {
  return new GatewayError('OVERLOADED', { message, ...retryAfter(503, 1) });
}

/** Settles as the promise does, and rejects as soon as the caller leaves. */
async function whileThere(promise: Promise<void>, signal: AbortSignalLike): Promise<void> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = () => reject(new CallAbandoned());
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  await Promise.race([promise, left]).finally(() => signal.removeEventListener('abort', leave));
}

/** Throws unless the client can read a stream of events. */
function assertReadable({ headers }: SubscriptionOperation['request']): void {
  if (!namesType(headers.get('accept'), 'text/event-stream')) {
    const message = 'A subscription is a stream of Server-Sent Events: send Accept: text/event-stream.';
    throw new GatewayError('BAD_USER_INPUT', { message, http: { status: 406 } });
  }
  // Any page may send it, to any origin; its browser withholds the events, and the stream would stay open.
  if (headers.get('sec-fetch-mode') === 'no-cors') {
    const message = 'A page cannot read a stream that it opens in mode no-cors: use mode cors.';
    throw new GatewayError('BAD_USER_INPUT', { message, http: { status: 400 } });
  }
}
