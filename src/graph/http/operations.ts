/**
 * What every operation meets, whatever it came as: its caller is read, once, and counted, it is watched to its end, and its reply carries
 * what browsers and callers are told. A plain POST is run and rendered here; the rest is Yoga's.
 */
import type { Cors } from '../../platform/cors.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import type { OperationContext, Pipeline } from '../operation/pipeline.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type Caller, readCaller } from '../request/caller.ts';
import type { watchOperations } from '../telemetry/watch.ts';
import type { Arrival } from './arrival.ts';
import { type ReadOptions, readPost } from './operation-request.ts';
import type { CallerLimit, Taken } from './rate-limit/caller-limit.ts';
import { type Reply, refuse, render, resultHeaders, vary } from './reply.ts';

export interface OperationsOptions extends ReadOptions {
  callerLimit: CallerLimit;
  watch: ReturnType<typeof watchOperations>;
  cors: Cors;
  pipeline: Pipeline;
  yoga(request: Request, context: OperationContext): Promise<Reply>;
}

/** The reply to an operation that came from this address, at once where nothing waits. Throws or rejects for faults of ours alone. */
export type Operate = (arrival: Arrival, requestId: string, address: string) => MaybePromise<Reply>;

/** The way of operations of one server. */
export function createOperations(options: OperationsOptions): Operate {
  const { callerLimit, watch, cors, bodyBytesMax, textOfHash, pipeline, yoga } = options;
  const reading = { bodyBytesMax, textOfHash };

  function respond(arrival: Arrival, context: OperationContext): MaybePromise<Reply> {
    const { mediaType } = arrival;
    if (mediaType === undefined) return yoga(arrival.request, context);
    return andThen(
      pipeline(() => readPost(arrival, reading), arrival, context),
      (result) => {
        context.operation.settle(result);
        return render(result, mediaType);
      },
    );
  }

  function watched(arrival: Arrival, requestId: string, caller: Caller, error: GatewayError | undefined) {
    const { headers, startedAt } = arrival;
    return watch({ headers, requestId, startedAt, isGone: () => arrival.isGone }, (operation): MaybePromise<Reply> => {
      if (error === undefined) return respond(arrival, { requestId, caller, operation });
      operation.settle({ errors: [error] });
      return refuse(error, headers.get('accept'));
    });
  }

  return (arrival, requestId, address) => {
    const caller = readCaller(arrival.headers.get('authorization'));
    return andThen(callerLimit.take(caller, address), ({ error, headers: quota }: Taken) =>
      andThen(watched(arrival, requestId, caller, error), (reply) => {
        reply.headers.push(...resultHeaders, ...quota, ...cors.expose(arrival));
        vary(reply.headers, 'Origin');
        return reply;
      }),
    );
  };
}
