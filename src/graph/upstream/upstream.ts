/**
 * The layers of a call to the service, in order. An open breaker stops no cached response, a batch is one call to breaker and retry, and a
 * pause between tries uses no slot.
 */
import type { Tracer } from '@opentelemetry/api';
import type { ErrorCode } from '../errors/codes.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type BreakerState, createBreakers } from './layers/breaker.ts';
import { cacheReads, type CacheSize, type CacheUse } from './layers/cache.ts';
import { dateReads } from './layers/freshness.ts';
import { limitConcurrency, type Load, paceOperations, probesMax } from './layers/concurrency.ts';
import { batchReads } from './layers/batch.ts';
import type { Endpoint, Endpoints, Fetch, Layer, Transport } from './call.ts';
import { retryCalls } from './layers/retry.ts';
import { traceSends } from './layers/trace.ts';

/** What happens on the way, for metrics. Nothing in it names a caller, a key or a field. */
export interface UpstreamObserver {
  /** One send to the service ended: with a status, or with a code if there was no response. */
  sent?(endpoint: Endpoint, outcome: number | ErrorCode, milliseconds: number): void;
  retried?(endpoint: Endpoint): void;
  /** A read was looked up in the cache. */
  cached?(endpoint: Endpoint, use: CacheUse): void;
  /** So many fields went in one call. */
  batched?(endpoint: Endpoint, fields: number): void;
  /** So many of them fell back to single-field calls. */
  fellBack?(endpoint: Endpoint, fields: number): void;
  breakerChanged?(endpoint: Endpoint, state: BreakerState): void;
}

export interface UpstreamOptions {
  /** What operations call. */
  endpoints: Endpoints;
  /** Makes the transport: `createTransport` with so many connections an endpoint, or `callInProcess`. */
  transport(connectionsMax: number): Transport;
  /** Calls of one endpoint on the wire, and waiting for it. */
  concurrencyMax: number;
  queueMax: number;
  /** How long one operation may take. A call that is on the wire for half of it is slow. */
  deadlineMs?: number;
  /** Memory limit of the response cache, in bytes; 0 disables it. */
  cacheBytesMax: number;
  tracer?: Tracer | undefined;
  observer?: UpstreamObserver;
  /** The service failed a call, or a call hangs. */
  onFailure?: (() => void) | undefined;
}

export interface Upstream {
  /** What operations call, reads first. */
  endpoints: readonly Endpoint[];
  fetch: Fetch;
  /** From now on, batches the reads of each address at the address of its batch read. All are URLs without a query. */
  batchReads(addresses: ReadonlyMap<string, string>): void;
  /** The addresses of `batchReads` so far. */
  batchAddresses: ReadonlyMap<string, string>;
  /** For how long the service lets caches keep a keyless response of a read, by the last one; undefined before the first. */
  grantedMs(endpoint: Endpoint): number | undefined;
  /** Revalidates cached lists of these fields before they are used again. */
  expire(fieldIds: ReadonlySet<string>): void;
  breakerState(endpoint: Endpoint): BreakerState;
  load(endpoint: Endpoint): Load;
  cacheSize(): CacheSize;
  /** Whether a read of at least one endpoint would be sent now. */
  isCalling(): boolean;
  /** Lets the calls in flight finish. */
  close(): Promise<void>;
}

const deadlineMsDefault = 10_000;
const slowRatio = 0.5;

/** The whole chain over one transport. Its fetch rejects only with a GatewayError. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { endpoints, concurrencyMax, queueMax, cacheBytesMax, observer = {}, tracer } = options;
  const transport = options.transport(concurrencyMax + probesMax);
  const granted = new Map<Endpoint, number>();
  const cache = cacheReads({
    bytesMax: cacheBytesMax,
    changing: endpoints.changing,
    granted,
    onUse: observer.cached?.bind(observer),
  });
  const batches = batchReads({
    onBatch: observer.batched?.bind(observer),
    onFallback: observer.fellBack?.bind(observer),
  });
  const slowMs = (options.deadlineMs ?? deadlineMsDefault) * slowRatio;
  const concurrency = limitConcurrency({ concurrencyMax, queueMax, slowMs });
  const breakers = createBreakers({
    probeMsMax: slowMs,
    callsOf: concurrency.of,
    onFailure: options.onFailure,
    onChange(endpoint, state) {
      // Only reads are cut: they are sent again.
      const cut = () => endpoints.reads.includes(endpoint) && transport.cut?.(endpoint);
      concurrency.of(endpoint).onBreakerChange(state, cut);
      observer.breakerChanged?.(endpoint, state);
    },
  });

  const layers: (Layer | false)[] = [
    countCalls,
    cacheBytesMax > 0 ? cache.layer : dateReads(endpoints.changing, Date.now, granted),
    batches.layer,
    paceOperations(concurrencyMax),
    breakers.layer,
    retryCalls({ onRetry: ({ endpoint }) => observer.retried?.(endpoint) }),
    concurrency.layer,
    observer.sent !== undefined && observeSends(observer.sent.bind(observer)),
    tracer !== undefined && traceSends(tracer),
  ];
  return {
    endpoints: [...endpoints.reads, ...endpoints.writes],
    fetch: layers.reduceRight<Fetch>((next, layer) => (layer ? layer(next) : next), transport.fetch),
    batchReads: batches.allow,
    batchAddresses: batches.allowed,
    grantedMs: (endpoint) => granted.get(endpoint),
    expire: cache.expire,
    breakerState: breakers.state,
    load: (endpoint) => concurrency.of(endpoint).load,
    cacheSize: cache.size,
    isCalling: () => endpoints.reads.some((endpoint) => !breakers.isRefusing(endpoint)),
    close: transport.close,
  };
}

const countCalls: Layer = (next) => (request) => {
  const { counts, follower } = request.scope;
  counts.calls += 1;
  return follower === undefined ? next(request) : follower.follow(request, next);
};

function observeSends(sent: NonNullable<UpstreamObserver['sent']>): Layer {
  return (next) => (request) => {
    const startedAt = performance.now();
    const response = next(request);
    response.then(
      ({ status }) => sent(request.endpoint, status, performance.now() - startedAt),
      ({ code }: GatewayError) => sent(request.endpoint, code, performance.now() - startedAt),
    );
    return response;
  };
}
