/**
 * A bulkhead an endpoint: at most so many of its calls on the wire and so many waiting for it. A slow service fills a short queue,
 * not the memory, and an endpoint that hangs holds no place that another needs. Whoever waits leaves the queue at its deadline or
 * when its caller goes away, and costs the service nothing.
 */
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts';
import type { Endpoint, Layer } from '../call.ts';

export interface Concurrency {
  layer: Layer;
  /** The bulkhead of an endpoint, always the same. */
  of(endpoint: Endpoint): Bulkhead;
}

/** Gives each endpoint places, and a queue, of its own. */
export function limitConcurrency(limits: BulkheadLimits): Concurrency {
  const bulkheads = new Map<Endpoint, Bulkhead>();

  function of(endpoint: Endpoint): Bulkhead {
    let bulkhead = bulkheads.get(endpoint);
    if (!bulkhead) {
      bulkhead = new Bulkhead(limits);
      bulkheads.set(endpoint, bulkhead);
    }
    return bulkhead;
  }

  return { layer: (next) => (request) => of(request.endpoint).call(next, request), of };
}
