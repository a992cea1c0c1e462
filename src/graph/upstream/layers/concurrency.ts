/**
 * The calls of each endpoint on the wire, and those that wait for it: bulkheads. A slow service fills a short queue, not the memory,
 * and an endpoint that hangs holds no place that another needs. Whoever waits leaves the queue at its deadline or when its caller
 * goes away, and costs the service nothing; calls that hang do not keep a probe from its way.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { CallScope, Endpoint, Fetch, Layer, UpstreamRequest, UpstreamResponse } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { SlicedCount } from './sliced-count.ts';
import { Semaphore, type SemaphoreWaiter } from '../../../platform/sync/semaphore.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';

export interface ConcurrencyLimits {
  /** Calls of one endpoint on the wire. */
  concurrencyMax: number;
  /** Calls of one endpoint that wait for it. */
  queueMax: number;
  /** How long a call may be on the wire before it is slow; left out, none ever is. */
  slowMs?: number;
  clock?: Clock;
}

export interface Concurrency {
  layer: Layer;
  /** The calls of an endpoint, always the same. */
  of(endpoint: Endpoint): EndpointCalls;
}

/** How busy the way to an endpoint is. */
export interface Load {
  inFlight: number;
  waiting: number;
}

/** Places that only probes may take: when calls that hang hold all others, nothing else could find out that the endpoint is well again. */
export const probesMax = 4;

const slowCallsMin = 20;
const slowRatioMin = 0.5;

/** Lets one operation have as many calls to an endpoint as there are slots: a large one does not fill the queue of all. */
export function paceOperations(concurrencyMax: number): Layer {
  const byOperation = new WeakMap<CallScope, Map<Endpoint, Semaphore>>();
  return (next) => (request) => {
    const { scope, endpoint } = request;
    let byEndpoint = byOperation.get(scope);
    if (byEndpoint === undefined) {
      byEndpoint = new Map();
      byOperation.set(scope, byEndpoint);
    }
    let slots = byEndpoint.get(endpoint);
    if (slots === undefined) {
      slots = new Semaphore(concurrencyMax);
      byEndpoint.set(endpoint, slots);
    }
    return slots.run(() => next(request));
  };
}

/** Gives each endpoint slots and a queue of its own. */
export function limitConcurrency(limits: ConcurrencyLimits): Concurrency {
  const byEndpoint = new Map<Endpoint, EndpointCalls>();

  function of(endpoint: Endpoint): EndpointCalls {
    let calls = byEndpoint.get(endpoint);
    if (!calls) {
      calls = new EndpointCalls(limits);
      byEndpoint.set(endpoint, calls);
    }
    return calls;
  }

  return { layer: (next) => (request) => of(request.endpoint).call(next, request), of };
}

const slices = 8;

/** What began `slowMs` ago is older than all slices, to the later side. */
function agesOf(slowMs: number): SlicedCount {
  return new SlicedCount(slices, slowMs / (slices - 1));
}

/** Sends at most `concurrencyMax` calls at once, in the order they came; beyond `queueMax` waiting, a call is OVERLOADED at once. */
class EndpointCalls {
  readonly #gate: Semaphore<Place>;
  readonly #slowCallsMin: number;
  readonly #slowMs: number;
  readonly #clock: Clock;
  #ages: SlicedCount;

  constructor({ concurrencyMax, queueMax, slowMs = Number.POSITIVE_INFINITY, clock = systemClock }: ConcurrencyLimits) {
    this.#gate = new Semaphore(concurrencyMax, queueMax);
    this.#slowCallsMin = Math.min(slowCallsMin, concurrencyMax);
    this.#slowMs = slowMs;
    this.#clock = clock;
    this.#ages = agesOf(slowMs);
  }

  get load(): Load {
    return { inFlight: this.#gate.held, waiting: this.#gate.waiting.size };
  }

  /** Whether the endpoint seems to hang: half of its calls on the wire are slow, and no fewer than twenty, or than it has places. */
  get isSlow(): boolean {
    const { held } = this.#gate;
    if (held < this.#slowCallsMin) return false;
    const slow = this.#ages.older(this.#clock.now());
    return slow >= Math.max(this.#slowCallsMin, held * slowRatioMin);
  }

  /** Calls on the wire now say no more of how slow the endpoint is. */
  forgive(): void {
    this.#ages = agesOf(this.#slowMs);
  }

  /** Rejects the calls that wait for a place. */
  refuseWaiting(reason: GatewayError): void {
    for (const place of this.#gate.waiting) place.refuse(reason);
  }

  /** Sends now or when a slot is free. */
  call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    if (this.#gate.tryEnter(request.isProbe ? probesMax : 0)) return this.#send(next, request);
    // A probe that waits for calls that hang tells nothing.
    if (request.isProbe) return Promise.reject(new GatewayError('OVERLOADED'));
    return new Promise((resolve, reject) => {
      const place = new Place(request, this.#gate, () => resolve(this.#send(next, request)), reject);
      if (this.#gate.tryWait(place)) place.watch();
      else reject(new GatewayError('OVERLOADED'));
    });
  }

  /** Sends with a place that was taken, and gives it back, before the caller goes on, once the call is off the wire. */
  #send(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const ages = this.#ages;
    const slice = ages.add(this.#clock.now());
    const end = (): void => {
      ages.remove(slice);
      this.#gate.leave();
    };
    const response = next(request);
    response.then(end, () => {
      if (request.unfinished === undefined) end();
      else void request.unfinished.then(end);
    });
    return response;
  }
}

/** A call's place in the queue, until its turn comes or its lifetime ends. */
class Place implements SemaphoreWaiter, Waiter {
  readonly #request: UpstreamRequest;
  readonly #gate: Semaphore<Place>;
  readonly #send: () => void;
  readonly #reject: (reason: GatewayError) => void;

  constructor(
    request: UpstreamRequest,
    gate: Semaphore<Place>,
    send: () => void,
    reject: (reason: GatewayError) => void,
  ) {
    this.#request = request;
    this.#gate = gate;
    this.#send = send;
    this.#reject = reject;
  }

  /** Gives up when the call's lifetime ends, or at once where it has ended. */
  watch(): void {
    const { lifetime } = this.#request;
    const { ended } = lifetime;
    if (ended) this.bailOut(ended);
    else lifetime.enter(this);
  }

  /** Goes on with the place of the call that ended. */
  enter(): void {
    this.#request.lifetime.leave(this);
    this.#send();
  }

  refuse(reason: GatewayError): void {
    this.#request.lifetime.leave(this);
    this.bailOut(reason);
  }

  bailOut(reason: GatewayError): void {
    this.#gate.abandon(this);
    this.#reject(reason);
  }
}
