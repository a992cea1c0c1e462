/**
 * The layers of a call to the service, in order. The cache comes before the breaker, so that an open breaker stops no fresh answer; batching
 * comes before both breaker and retry, so that a batch is one call to them. Each try acquires its own slot: a pause between tries holds none.
 * Breakers and slots are per endpoint.
 */
import type { Tracer } from '@opentelemetry/api';
import type { ErrorCode } from '../errors/codes.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type BreakerState, createBreakers, refusal } from './layers/breaker.ts';
import { cacheReads, type CacheUse, type Holding } from './layers/cache.ts';
import { dateReads } from './layers/freshness.ts';
import { limitConcurrency, type Load, paceOperations, probesMax } from './layers/concurrency.ts';
import { batchReads } from './layers/batch.ts';
import type { Endpoint, Endpoints, Fetch, Layer, Transport } from './call.ts';
import { retryCalls } from './layers/retry.ts';
import { traceSends } from './layers/trace.ts';

/** What happens on the way, for metrics. Nothing in it names a caller, a key or a field. */
export interface UpstreamObserver {
  /** One send to the service ended: with a status, or with a code where there was no answer. */
  sent?(endpoint: Endpoint, outcome: number | ErrorCode, milliseconds: number): void;
  retried?(endpoint: Endpoint): void;
  /** A read was looked up among the kept answers, where answers are kept. */
  cached?(endpoint: Endpoint, use: CacheUse): void;
  /** So many fields went in one call. */
  grouped?(endpoint: Endpoint, fields: number): void;
  /** The answer to so many of them was of no use: they are asked for alone. */
  ungrouped?(endpoint: Endpoint, fields: number): void;
  breakerChanged?(endpoint: Endpoint, state: BreakerState): void;
}

export interface UpstreamOptions {
  /** What operations call. */
  endpoints: Endpoints;
  /** Makes what carries a call in the end: `createTransport` over a socket with so many connections an endpoint, `callInProcess` without. */
  transport(connectionsMax: number): Transport;
  /** Calls of one endpoint on the wire, and waiting for it: what is made for an endpoint is sized by these. */
  concurrencyMax: number;
  queueMax: number;
  /** How long one operation may take: a call that is on the wire for half of it is slow. */
  deadlineMs?: number;
  /** What kept answers may cost to hold, in bytes; 0 keeps none. */
  cacheBytesMax: number;
  /** Of an OpenTelemetry SDK, where there is one. */
  tracer?: Tracer | undefined;
  observer?: UpstreamObserver;
  /** A call failed by the service's fault, or hangs. */
  onFailure?: (() => void) | undefined;
}

export interface Upstream {
  /** What operations call, reads first. */
  endpoints: readonly Endpoint[];
  fetch: Fetch;
  /** The service says that reads of these addresses (URLs without a query) may be of several fields: from now on they are. */
  batchReads(addresses: Iterable<string>): void;
  /** Of one endpoint, for readiness details. */
  breakerState(endpoint: Endpoint): BreakerState;
  load(endpoint: Endpoint): Load;
  /** What the kept answers cost. */
  holding(): Holding;
  /** Whether at least one endpoint that is read would be called now. */
  isCalling(): boolean;
  /** Lets the calls in flight finish. */
  close(): Promise<void>;
}

const deadlineMsDefault = 10_000;
const slowRatio = 0.5;

/** The whole chain over one transport. Its fetch rejects with a GatewayError alone. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { endpoints, concurrencyMax, queueMax, cacheBytesMax, observer = {}, tracer } = options;
  const transport = options.transport(concurrencyMax + probesMax);
  const cache = cacheReads({
    bytesMax: cacheBytesMax,
    changing: endpoints.changing,
    onUse: ({ endpoint }, use) => observer.cached?.(endpoint, use),
  });
  const groups = batchReads({
    onGrouped: (endpoint, fields) => observer.grouped?.(endpoint, fields),
    onUngrouped: (endpoint, fields) => observer.ungrouped?.(endpoint, fields),
  });
  const slowMs = (options.deadlineMs ?? deadlineMsDefault) * slowRatio;
  const concurrency = limitConcurrency({ concurrencyMax, queueMax, slowMs });
  const breakers = createBreakers({
    probeMsMax: slowMs,
    isSlow: (endpoint) => concurrency.of(endpoint).isSlow,
    onFailure: options.onFailure,
    onChange(endpoint, state) {
      if (state === 'open') concurrency.of(endpoint).refuseWaiting(refusal());
      if (state === 'closed') makeRoom(endpoint);
      observer.breakerChanged?.(endpoint, state);
    },
  });

  /** What hangs since before the endpoint was well again keeps places from those who come now. Reads that are cut are sent again. */
  function makeRoom(endpoint: Endpoint): void {
    const calls = concurrency.of(endpoint);
    if (endpoints.reads.includes(endpoint) && calls.isSlow) transport.cut?.(endpoint);
    calls.forgive();
  }

  const layers: (Layer | false)[] = [
    countCalls,
    cacheBytesMax > 0 ? cache.layer : dateReads(endpoints.changing),
    groups.layer,
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
    batchReads: groups.allow,
    breakerState: breakers.state,
    load: (endpoint) => concurrency.of(endpoint).load,
    holding: cache.holding,
    isCalling: () => endpoints.reads.some((endpoint) => !breakers.isRefusing(endpoint)),
    close: transport.close,
  };
}

const countCalls: Layer = (next) => (request) => {
  request.scope.counts.calls += 1;
  return next(request);
};

function observeSends(sent: NonNullable<UpstreamObserver['sent']>): Layer {
  return (next) => (request) => {
    const startedAt = performance.now();
    const answer = next(request);
    answer.then(
      ({ status }) => sent(request.endpoint, status, performance.now() - startedAt),
      ({ code }: GatewayError) => sent(request.endpoint, code, performance.now() - startedAt),
    );
    return answer;
  };
}
