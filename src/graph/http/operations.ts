/**
 * What every operation meets, whatever it came as: its caller is read, once, and counted, it is watched to its end, and its reply carries
 * what browsers, callers and caches are told. A plain request is run and rendered here; the rest is Yoga's.
 */
import type { Cors } from '../../platform/cors.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import type { OperationContext, OperationRequest, Pipeline } from '../operation/pipeline.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type Caller, readCaller } from '../request/caller.ts';
import { Freshness } from '../request/freshness.ts';
import type { watchOperations } from '../telemetry/watch.ts';
import type { Arrival, NodeArrival } from './arrival.ts';
import { isForEverybody, publish, resultHeaders, unkeptHeaders } from './caching.ts';
import { type ReadOptions, readPost, readQueryString } from './operation-request.ts';
import type { CallerLimit, Taken } from './rate-limit/caller-limit.ts';
import { type Reply, refuse, render } from './reply.ts';

export interface OperationsOptions extends ReadOptions {
  callerLimit: CallerLimit;
  watch: ReturnType<typeof watchOperations>;
  cors: Cors;
  pipeline: Pipeline;
  yoga(request: Request, context: OperationContext): Promise<Reply>;
  /** The wall clock. */
  now: () => Date;
}

/** The reply to an operation that came from this address, at once where nothing waits. Throws or rejects for faults of ours alone. */
export type Operate = (arrival: Arrival, requestId: string, address: string) => MaybePromise<Reply>;

/** The way of operations of one server. */
export function createOperations(options: OperationsOptions): Operate {
  const { callerLimit, watch, cors, bodyBytesMax, textOfHash, pipeline, yoga, now } = options;
  const reading = { bodyBytesMax, textOfHash };

  function respond(arrival: Arrival, context: OperationContext): MaybePromise<Reply> {
    const { mediaType } = arrival;
    if (mediaType === undefined) return yoga(asGet(arrival.request), context);
    return andThen(
      pipeline(() => read(arrival), arrival, context),
      (result) => {
        context.operation.settle(result);
        return render(result, mediaType);
      },
    );
  }

  function read(arrival: NodeArrival): OperationRequest {
    return arrival.method === 'POST'
      ? readPost(arrival, reading)
      : readQueryString(new URLSearchParams(arrival.search), reading);
  }

  /** The same for a request whose reply may be for others too. */
  function respondToAll(arrival: Arrival, context: OperationContext): MaybePromise<Reply> {
    const freshness = new Freshness();
    return andThen(respond(arrival, { ...context, freshness }), (reply) => {
      const seconds = context.operation.outcome(false) === 'ok' ? freshness.secondsLeft(now().getTime()) : 0;
      return seconds > 0 ? publish(reply, seconds, arrival.headers) : reply;
    });
  }

  function watched(arrival: Arrival, requestId: string, caller: Caller, error: GatewayError | undefined) {
    const { headers, startedAt } = arrival;
    return watch({ headers, requestId, startedAt, isGone: () => arrival.isGone }, (operation): MaybePromise<Reply> => {
      if (error === undefined) {
        const context = { requestId, caller, operation };
        return isForEverybody(arrival) ? respondToAll(arrival, context) : respond(arrival, context);
      }
      operation.settle({ errors: [error] });
      return refuse(error, headers.get('accept'));
    });
  }

  return (arrival, requestId, address) => {
    const authorization = arrival.headers.get('authorization');
    const caller = readCaller(authorization);
    return andThen(callerLimit.take(caller, address), ({ error, headers: quota }: Taken) =>
      andThen(watched(arrival, requestId, caller, error), (reply) => {
        const { headers, isPublic } = reply;
        if (isPublic) headers.push(...resultHeaders);
        else headers.push(...unkeptHeaders(authorization), ...quota);
        headers.push(...cors.expose(arrival));
        return reply;
      }),
    );
  };
}

/** A HEAD as the GET that it is: its reply goes out without its body all the same. */
function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request.url, { headers: [...request.headers] }) : request;
}
