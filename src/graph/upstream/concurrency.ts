/**
 * At most so many calls on the wire and so many waiting for it: a slow service fills a short queue, not the memory.
 * Whoever waits leaves the queue at its deadline or when its caller goes away, and costs the service nothing.
 */
import { GatewayError } from '../errors.ts';
import type { Fetch, Layer, UpstreamRequest, UpstreamResponse } from './fetch.ts';
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
  // Goes along the queue once: from the front anew it would pass the places of all that have left.
  let turns = queue.values();

  function first(): Turn | undefined {
    if (queue.size === 0) return undefined;
    const { value } = turns.next();
    if (value !== undefined) return value;
    // It had reached the end before these came.
    turns = queue.values();
    return turns.next().value;
  }

  function release(): void {
    const next = first();
    if (next) next.take();
    else inFlight -= 1;
  }

  /** Sends with a slot that was taken, and gives it back before the caller goes on. */
  function send(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const answer = next(request);
    answer.then(release, release);
    return answer;
  }

  const layer: Layer = (next: Fetch) => (request) => {
    if (inFlight < concurrencyMax) {
      inFlight += 1;
      return send(next, request);
    }
    if (queue.size >= queueMax) return Promise.reject(new GatewayError('OVERLOADED'));
    const { ended } = request.lifetime;
    if (ended) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      queue.add(new Turn(request, queue, () => resolve(send(next, request)), reject));
    });
  };
  return { layer, load: () => ({ inFlight, waiting: queue.size }) };
}

/** A place in the queue. */
class Turn implements Waiter {
  readonly #request: UpstreamRequest;
  readonly #queue: Set<Turn>;
  readonly #send: () => void;
  readonly #reject: (reason: GatewayError) => void;

  constructor(request: UpstreamRequest, queue: Set<Turn>, send: () => void, reject: (reason: GatewayError) => void) {
    this.#request = request;
    this.#queue = queue;
    this.#send = send;
    this.#reject = reject;
    request.lifetime.enter(this);
  }

  /** Goes on with the slot of the call that ended. */
  take(): void {
    this.#queue.delete(this);
    this.#request.lifetime.leave(this);
    this.#send();
  }

  giveUp(reason: GatewayError): void {
    this.#queue.delete(this);
    this.#reject(reason);
  }
}
