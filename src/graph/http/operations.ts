/**
 * What every operation meets, whatever it came as: its caller is read, once, and counted, it is watched to its end, and its reply carries
 * what browsers and callers are told. A plain POST is run and rendered here; the rest is Yoga's.
 */
import type { Cors } from '../../platform/cors.ts';
import type { OperationContext, Pipeline } from '../operation/pipeline.ts';
import { readCaller } from '../request/caller.ts';
import type { watchOperations } from '../telemetry/watch.ts';
import type { Arrival } from './arrival.ts';
import { type ReadOptions, readPost } from './operation-request.ts';
import type { CallerLimit } from './rate-limit/caller-limit.ts';
import { type Reply, refuse, render, resultHeaders, vary } from './reply.ts';

export interface OperationsOptions extends ReadOptions {
  callerLimit: CallerLimit;
  watch: ReturnType<typeof watchOperations>;
  cors: Cors;
  pipeline: Pipeline;
  yoga(request: Request, context: OperationContext): Promise<Reply>;
}

/** The reply to an operation that came from this address. Rejects for faults of ours alone. */
export type Operate = (arrival: Arrival, requestId: string, address: string) => Promise<Reply>;

/** The way of operations of one server. */
export function createOperations(options: OperationsOptions): Operate {
  const { callerLimit, watch, cors, bodyBytesMax, textOfHash, pipeline, yoga } = options;
  const reading = { bodyBytesMax, textOfHash };

  async function respond(arrival: Arrival, context: OperationContext): Promise<Reply> {
    if (arrival.mediaType === undefined) return yoga(arrival.request, context);
    const result = await pipeline(readPost(arrival, reading), arrival, context);
    context.operation.settle(result);
    return render(result, arrival.mediaType);
  }

  return async (arrival, requestId, address) => {
    const { headers } = arrival;
    const caller = readCaller(headers.get('authorization'));
    const taken = callerLimit.take(caller, address);
    const { error, headers: quota } = taken instanceof Promise ? await taken : taken;
    const reply = await watch({ headers, requestId, isGone: () => arrival.isGone }, (operation) => {
      if (error === undefined) return respond(arrival, { requestId, caller, operation });
      operation.settle({ errors: [error] });
      return refuse(error, headers.get('accept'));
    });
    reply.headers.push(...resultHeaders, ...quota, ...cors.expose(arrival));
    vary(reply.headers, 'Origin');
    return reply;
  };
}
