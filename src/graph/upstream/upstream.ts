/**
 * The layers of a call to the service, in order. An open breaker does not stop cached responses, a batch is one call for breaker and retry,
 * and a pause between tries uses no slot.
 */
import type { Tracer } from '@opentelemetry/api';
import { GatewayError } from '../errors/gateway-error.ts';
import { createBreakers } from './layers/breaker.ts';
import { cacheReads } from './layers/cache.ts';
import { dateReads } from './layers/freshness.ts';
import { limitConcurrency, paceOperations, probesMax } from './layers/concurrency.ts';
import { batchReads } from './layers/batch.ts';
import type { Endpoint, Endpoints, Fetch, Layer, Transport, UpstreamObserver } from './call.ts';
import type { WaitingOperations } from './lifetime.ts';
import { retryCalls } from './layers/retry.ts';
import { traceSends } from './layers/trace.ts';

export interface UpstreamOptions {
  /** The endpoints that operations call. */
  endpoints: Endpoints;
  /** Makes the transport: `createTransport` with this many connections per endpoint, or `callInProcess`. */
  transport(connectionsMax: number): Transport;
  /** Maximum calls of one endpoint on the wire, and waiting for a slot. */
  concurrencyMax: number;
  queueMax: number;
  /** How long one operation may take. A call that is on the wire for half of it is slow. */
  deadlineMs: number;
  /** Memory limit of the response cache, in bytes; 0 disables it. */
  cacheBytesMax: number;
  tracer?: Tracer | undefined;
  observer?: UpstreamObserver;
  /** Called when the service fails a call, or a call hangs. */
  onFailure?: (() => void) | undefined;
  /** Called when an endpoint is no longer called, with the reason, and without one when it is called again. */
  onOutage?: ((endpoint: Endpoint, reason?: string) => void) | undefined;
}

export type Upstream = ReturnType<typeof createUpstream>;

const slowRatio = 0.5;

/** The whole chain over one transport. Its fetch rejects only with a GatewayError. */
export function createUpstream(options: UpstreamOptions) {
  const { endpoints, concurrencyMax, queueMax, cacheBytesMax, observer = {}, tracer } = options;
  const transport = options.transport(concurrencyMax + probesMax);
  const granted = new Map<Endpoint, number>();
  const waiting: WaitingOperations = { first: undefined };
  const cache = cacheReads({ bytesMax: cacheBytesMax, changing: endpoints.changing, granted, observer });
  const batches = batchReads(observer);
  const slowMs = options.deadlineMs * slowRatio;
  const concurrency = limitConcurrency({ concurrencyMax, queueMax, slowMs, observer });
  const breakers = createBreakers({
    probeMsMax: slowMs,
    callsOf: concurrency.callsOf,
    callerOf: concurrency.callerOf,
    onFailure: options.onFailure,
    onOutage: options.onOutage,
    onChange(endpoint, state) {
      // Only reads are cut: they are sent again.
      const cut = () => endpoints.reads.includes(endpoint) && transport.cut?.(endpoint);
      concurrency.callsOf(endpoint).onBreakerChange(state, cut);
      observer.breakerChanged?.(endpoint, state);
    },
  });

  const layers: (Layer | false)[] = [
    countCalls(waiting),
    cacheBytesMax > 0 ? cache.layer : dateReads(endpoints.changing, Date.now, granted),
    batches.layer,
    paceOperations(Math.min(concurrencyMax, transport.operationCallsMax ?? concurrencyMax)),
    breakers.layer,
    retryCalls({ observer }),
    concurrency.layer,
    tracer !== undefined && traceSends(tracer, transport),
  ];
  return {
    /** The endpoints that operations call, reads first. */
    endpoints: [...endpoints.reads, ...endpoints.writes] as readonly Endpoint[],
    fetch: layers.reduceRight<Fetch>((next, layer) => (layer ? layer(next) : next), transport.fetch),
    allowBatches: batches.allow,
    batchAddresses: batches.allowed,
    batchSizes: batches.sizes,
    /** How long caches may store a keyless response of a read, by the last response; undefined before the first. */
    grantedMs: (endpoint: Endpoint) => granted.get(endpoint),
    expire: cache.expire,
    breakerState: breakers.state,
    callerOf: concurrency.callerOf,
    load: (endpoint: Endpoint) => concurrency.callsOf(endpoint).load,
    cacheSize: cache.size,
    /** Whether a read of at least one endpoint would be sent now. */
    isCalling: () => endpoints.reads.some((endpoint) => !breakers.isRefusing(endpoint)),
    /** Ends every operation that waits for a call, as its deadline would: its caller gets what has arrived. */
    endWaiting(): void {
      // Each leaves as it ends.
      for (let first = waiting.first; first; first = waiting.first) {
        first.end(new GatewayError('UPSTREAM_TIMEOUT'));
        if (waiting.first === first) return;
      }
    },
    /** Lets the calls in flight finish. */
    close: transport.close,
  };
}

const countCalls =
  (waiting: WaitingOperations): Layer =>
  (next) =>
  (request) => {
    const { scope } = request;
    const { counts, follower } = scope;
    counts.calls += 1;
    scope.waiting = waiting;
    return follower === undefined ? next(request) : follower.follow(request, next);
  };
