/** Live changes: adds the subscription to a gateway, opens and bounds its streams. Without this folder the graph has no subscription. */
import { createSourceEventStream, type ExecutionResult, validateSubscriptionArgs } from 'graphql';
import type { AbortSignalLike } from '../../../platform/sync/abort-signal.ts';
import type { WatchChanges } from '../../../platform/sync/change-hints.ts';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import { refusal } from '../../errors/gateway-error.ts';
import { namesType } from '../../http/negotiation.ts';
import type { ServerOptions } from '../../http/server.ts';
import type { PipelineOptions, SubscriptionOperation, Subscriptions } from '../../operation/declarations.ts';
import { buildSchema } from '../../schema/schema.ts';
import { CallAbandoned } from '../../upstream/lifetime.ts';
import { type Change, Changes } from './changes.ts';
import { countLists, readCursor } from './cursor.ts';
import { Stream } from './stream.ts';
import { createStreamAdmission, type StreamBounds } from './stream-admission.ts';
import './subscription.ts';
import type { StreamContext } from './subscription.ts';
import { Watchers, type WatchersOptions } from './watchers.ts';

export interface LiveOptions extends WatchersOptions, StreamBounds {
  /** Watches the change hints of the embedded service, if it sends any. */
  watchChanges: WatchChanges | undefined;
  ageMsMax: number;
  commentMs?: number;
}

/** The gateway's own parts. */
interface LiveParts extends Pick<ServerOptions, 'callerLimit' | 'watch' | 'log'> {
  pipelineOptions: PipelineOptions;
}

/** Maximum events that run at the same time: other operations run between them. */
const eventsMax = 16;
/** The part of them that one caller may have. */
const eventsShare = 1 / 2;
/** At a shutdown, streams end this far apart on average, and within this part of its time. */
const endMs = 20;
const endRatioMax = 0.5;

/** The graph with the subscription, which importing `subscription.ts` has declared. */
export const extended = buildSchema();

/** The parts that live changes add to a gateway. */
export function createLive({ watchChanges, ageMsMax, commentMs = 12_000, ...options }: LiveOptions) {
  const watchers = new Watchers(options);
  const streams = new Set<Stream>();
  const slots = new Semaphore(eventsMax, undefined, eventsShare);
  const counts = { opened: 0, events: 0, unread: 0 };
  let isStopping = false;
  const admission = createStreamAdmission({
    ...options,
    watches: (credential) => watchers.watches(credential),
    isStopping: () => isStopping,
    watchHints: () => watchChanges?.(watchers.onHints),
  });

  return {
    attach({ pipelineOptions, callerLimit, watch, log }: LiveParts) {
      const { calendar, capacity, deadlineMs, limits, mask } = pipelineOptions;
      const ofAllStreams = { callerLimit, watch, slots, mask, unsent: capacity.unsent, ageMsMax, commentMs };

      /** Calls `begin` with the subject of the subscription, unless its arguments are refused. */
      async function subscribe(args: SubscriptionOperation['args'], begin: StreamContext['begin']) {
        const contextValue: StreamContext = { ...args.contextValue, idsMax: limits.idsMax, begin };
        const valid = validateSubscriptionArgs({ ...args, contextValue });
        return 'schema' in valid ? createSourceEventStream(valid) : { errors: valid };
      }

      /** A change of all watched lists of the first field. */
      async function sample(args: SubscriptionOperation['args']): ReturnType<Subscriptions['sample']> {
        let event: Change | undefined;
        const source = await subscribe(args, (subject, after) => {
          if (after !== undefined) readCursor(subject, after);
          event = { cursor: '', lists: subject.lists, fieldId: subject.fieldIds[0] };
        });
        return event === undefined || 'errors' in source ? (source as ExecutionResult) : { event };
      }

      async function open(subscription: SubscriptionOperation): ReturnType<Subscriptions['open']> {
        const { args, request, arrived } = subscription;
        assertReadable(request);
        const { takeLists, accept, release } = admission.acquire(subscription);
        let changes: Changes | undefined;
        try {
          const { caller, operation } = arrived;
          const source = await subscribe(args, (subject, sent, path) => {
            // EventSource sends this header when it reconnects, to a URL that still has the first cursor.
            const after = request.headers.get('last-event-id') || sent;
            changes = new Changes({
              subject,
              after,
              caller,
              refusal: { requestId: operation.requestId, path, coordinate: 'Subscription.fieldsChanged' },
              groupOf: (...list) => watchers.group(...list),
              admit: (periods) => takeLists(countLists(subject), watchers.countUnwatched(caller, subject, periods)),
              onAccept: accept,
              calendar,
              deadlineMs,
            });
          });
          if (changes === undefined || 'errors' in source) {
            release();
            return source as ExecutionResult;
          }
          await whileThere(changes.start(), request.signal);
          const first = await subscription.run({ ...changes.present }, arrived);
          const stream: Stream = new Stream(changes, first, subscription, {
            ...ofAllStreams,
            onEvent: () => {
              counts.events += 1;
            },
            onEnd(reason, events) {
              streams.delete(stream);
              release();
              if (reason === 'UNREAD') counts.unread += 1;
              log.info({ requestId: operation.requestId, reason, events }, 'stream ended');
            },
          });
          counts.opened += 1;
          streams.add(stream);
          stream.begin();
          // The process began to stop while the stream was opened.
          if (isStopping) stream.end('SHUTDOWN');
          return { ...first, events: stream.body };
        } catch (error) {
          changes?.close();
          release();
          throw error;
        }
      }

      return { subscriptions: { open, sample } };
    },
    /** Ends all streams one after the other, so that clients do not reconnect at the same time. */
    onStop(drainMs: number): void {
      isStopping = true;
      const spreadMs = Math.min(drainMs * endRatioMax, streams.size * endMs);
      for (const stream of streams) setTimeout(() => stream.end('SHUTDOWN'), Math.random() * spreadMs);
    },
    live: () => ({ streams: streams.size, ...counts, ...admission.load(), ...watchers.load }),
  };
}

/** Settles as the promise does, but rejects as soon as the caller disconnects. */
async function whileThere(promise: Promise<void>, signal: AbortSignalLike): Promise<void> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const abandon = () => reject(new CallAbandoned());
  if (signal.aborted) abandon();
  signal.addEventListener('abort', abandon);
  await Promise.race([promise, left]).finally(() => signal.removeEventListener('abort', abandon));
}

/** Throws unless the client can read a stream of events. */
function assertReadable({ headers }: SubscriptionOperation['request']): void {
  if (!namesType(headers.get('accept'), 'text/event-stream'))
    throw unreadable(406, 'A subscription is a stream of Server-Sent Events: send Accept: text/event-stream.');
  // Any page may send such a request to any origin. The browser hides the events from it, and the stream would stay open.
  if (headers.get('sec-fetch-mode') === 'no-cors')
    throw unreadable(400, 'A page cannot read a stream that it opens in mode no-cors: use mode cors.');
}

const unreadable = (status: number, message: string) => refusal('BAD_USER_INPUT', status, message);
