/**
 * What every operation meets, whatever it came as: its caller is read, once, and counted, it is watched to its end, and its reply carries
 * what browsers and callers are told. A plain POST is run and rendered here; the rest is Yoga's.
 */
import type { Cors } from '../../platform/cors.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import type { OperationContext, Pipeline } from '../operation/pipeline.ts';
import { readCaller } from '../request/caller.ts';
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

  return (arrival, requestId, address) => {
    const { headers } = arrival;
    const caller = readCaller(headers.get('authorization'));
    return andThen(callerLimit.take(caller, address), ({ error, headers: quota }: Taken) => {
      const answer = watch<Reply>(arrival, requestId, (operation) => {
        if (error !== undefined) {
          operation.settle({ errors: [error] });
          return refuse(error, headers.get('accept'));
        }
        const context = { requestId, caller, operation };
        const { mediaType } = arrival;
        if (mediaType === undefined) return yoga(arrival.request, context);
        const result = pipeline(() => readPost(arrival, reading), arrival, context);
        return andThen(result, (settled) => {
          operation.settle(settled);
          return render(settled, mediaType);
        });
      });
      return andThen(answer, (reply) => {
        reply.headers.push(...resultHeaders, ...quota, ...cors.expose(arrival));
        vary(reply.headers, 'Origin');
        return reply;
      });
    });
  };
}
