/**
 * At most so many calls on the wire and so many waiting for it: a slow service fills a short queue, not the memory.
 * Whoever waits leaves the queue at its deadline or when its caller goes away, and costs the service nothing.
 */
import { GatewayError } from '../errors.ts';
import type { Fetch, Layer, UpstreamRequest } from './fetch.ts';
import type { Waiter } from './lifetime.ts';

export interface ConcurrencyLimits {
  concurrencyMax: number;
  queueMax: number;
}

/** How busy the way to the service is. */
export interface Load {
  inFlight: number;
  waiting: number;
}

export interface Concurrency {
  layer: Layer;
  load(): Load;
}

/** Sends at most `concurrencyMax` calls at once, in the order they came; beyond `queueMax` waiting, a call is OVERLOADED at once. */
export function limitConcurrency({ concurrencyMax, queueMax }: ConcurrencyLimits): Concurrency {
  let inFlight = 0;
  const queue = new Set<Turn>();

  function release(): void {
    const [next] = queue;
    if (next) next.take();
    else inFlight -= 1;
  }

  async function turn(request: UpstreamRequest): Promise<void> {
    if (inFlight < concurrencyMax) {
      inFlight += 1;
      return;
    }
    if (queue.size >= queueMax) throw new GatewayError('OVERLOADED');
    const { ended } = request.lifetime;
    if (ended) throw ended;
    await new Promise<void>((resolve, reject) => {
      queue.add(new Turn(request, queue, resolve, reject));
    });
  }

  const layer: Layer = (next: Fetch) => async (request) => {
    await turn(request);
    try {
      return await next(request);
    } finally {
      release();
    }
  };
  return { layer, load: () => ({ inFlight, waiting: queue.size }) };
}

/** A place in the queue. */
class Turn implements Waiter {
  readonly #request: UpstreamRequest;
  readonly #queue: Set<Turn>;
  readonly #resolve: () => void;
  readonly #reject: (reason: GatewayError) => void;

  constructor(request: UpstreamRequest, queue: Set<Turn>, resolve: () => void, reject: (reason: GatewayError) => void) {
    this.#request = request;
    this.#queue = queue;
    this.#resolve = resolve;
    this.#reject = reject;
    request.lifetime.enter(this);
  }

  /** Goes on with the slot of the call that ended. */
  take(): void {
    this.#queue.delete(this);
    this.#request.lifetime.leave(this);
    this.#resolve();
  }

  giveUp(reason: GatewayError): void {
    this.#queue.delete(this);
    this.#reject(reason);
  }
}
