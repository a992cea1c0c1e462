/** The steps of every operation, however it was sent: read and count its caller, watch it, and add the common headers to its reply. */
import type { ExecutionResult } from 'graphql';
import type { Cors } from '../../platform/server/cors.ts';
import { headerOf, type Reply } from '../../platform/server/http-reply.ts';
import { FetchRequest } from '../../platform/server/fetch-request.ts';
import type { NodeRequest } from '../../platform/server/http-request.ts';
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ArrivedOperation } from '../operation/context.ts';
import type { Pipeline, StreamedResult } from '../operation/declarations.ts';
import { readCaller } from '../operation/caller.ts';
import type { OperationRecord } from '../telemetry/record.ts';
import type { watchOperations } from '../telemetry/watch.ts';
import { isForEverybody, publish, resultHeaders, uncacheableHeaders } from './caching.ts';
import { acceptFault, acceptForYoga, readPlainAccept } from './negotiation.ts';
import { type ReadOptions, readPlainOperation } from './operation-request.ts';
import type { CallerLimit, Taken } from './rate-limit/caller-limit.ts';
import { refuse, render, streamHeaders } from './render.ts';

export interface OperationsOptions {
  reading: ReadOptions;
  callerLimit: CallerLimit | undefined;
  watch: ReturnType<typeof watchOperations>;
  cors: Cors;
  pipeline: Pipeline;
  yoga(request: Request, arrived: ArrivedOperation): Promise<Reply>;
  /** The wall clock. */
  now: () => Date;
}

const unlimited: Taken = { headers: [] };

/** Handles the operations of one server. */
export function createOperations(options: OperationsOptions) {
  const { reading, callerLimit, watch, cors, pipeline, yoga, now } = options;

  function respond(request: NodeRequest | FetchRequest, arrived: ArrivedOperation): MaybePromise<Reply> {
    if (request instanceof FetchRequest)
      return (
        refuseUnacceptable(request.request, arrived) ?? yoga(forYoga(request.request), { ...arrived, cut: request.cut })
      );
    return andThen(
      pipeline(() => readPlainOperation(request, reading), request, arrived),
      (settled: ExecutionResult & Partial<StreamedResult>) => {
        arrived.operation.result = settled;
        const { events } = settled;
        if (events) return { status: 200, headers: Object.entries(streamHeaders).flat(), body: events };
        return render(settled, readPlainAccept(request.headers.get('accept') ?? '*/*') ?? 'application/json');
      },
    );
  }

  /** Refuses a request that accepts no result. Yoga refuses methods that are not allowed. */
  function refuseUnacceptable({ method, headers }: Request, { operation }: ArrivedOperation): Reply | undefined {
    const error = ['GET', 'HEAD', 'POST'].includes(method) ? acceptFault(headers.get('accept')) : undefined;
    if (error === undefined) return undefined;
    operation.result = { errors: [error] };
    return refuse(error, null);
  }

  /** Replies to an operation from this address. Throws or rejects only for internal errors. */
  return (request: NodeRequest | FetchRequest, requestId: string, address: string): MaybePromise<Reply> => {
    const { headers } = request;
    const authorization = headers.get('authorization');
    const caller = readCaller(authorization);
    return andThen(callerLimit?.take(caller, address) ?? unlimited, ({ error, headers: quota }: Taken) => {
      let watched: OperationRecord | undefined;
      const answer = watch<Reply>(request, requestId, address, (operation) => {
        watched = operation;
        if (error !== undefined) {
          operation.result = { errors: [error] };
          return refuse(error, headers.get('accept'));
        }
        if (!isForEverybody(request)) return respond(request, { caller, operation });
        let freshUntil = 0;
        const begunAt = now().getTime();
        const onFreshUntil = (moment: number) => (freshUntil = moment);
        return andThen(respond(request, { caller, operation, onFreshUntil }), (reply) => {
          // A clock that is set back meanwhile must not lengthen it.
          const seconds = Math.floor((freshUntil - Math.max(begunAt, now().getTime())) / 1_000);
          return operation.outcome(false) === 'ok' ? publish(reply, seconds, headers) : reply;
        });
      });
      return andThen(answer, (reply) => {
        if (reply.isPublic) reply.headers.push(...resultHeaders);
        else {
          const isOwn = authorization !== null || watched?.receipt !== undefined;
          reply.headers.push(...uncacheableHeaders(isOwn));
          reply.headers.push(...quota);
        }
        // Proxies that compress would buffer events.
        if (reply.body instanceof ReadableStream && headerOf(reply.headers, 'x-accel-buffering') === 'no')
          reply.headers.push('cache-control', 'private, no-store, no-transform');
        if (headers.get('origin') !== null) reply.headers.push(...cors.expose(request));
        return reply;
      });
    });
  };
}

/** Turns a HEAD into a GET; the reply is still sent without its body. */
function forYoga(request: Request): Request {
  const accept = request.headers.get('accept');
  if (accept) request.headers.set('accept', acceptForYoga(accept));
  if (request.method !== 'HEAD') return request;
  return new Request(request.url, { headers: [...request.headers], signal: request.signal });
}
