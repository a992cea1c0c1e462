/**
 * The places of one endpoint on the wire, and the queue for them. Calls that have left the queue cost nothing, and those that hang do
 * not keep a probe from its way.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import { Ages } from '../wire/ages.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Fetch, UpstreamRequest, UpstreamResponse } from '../call.ts';
import type { Waiter } from '../lifetime.ts';

export interface BulkheadLimits {
  concurrencyMax: number;
  queueMax: number;
  /** How long a call may be on the wire before it is slow; left out, none ever is. */
  slowMs?: number;
  clock?: Clock;
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

/** Sends at most `concurrencyMax` calls at once, in the order they came; beyond `queueMax` waiting, a call is OVERLOADED at once. */
export class Bulkhead {
  readonly #concurrencyMax: number;
  readonly #queueMax: number;
  readonly #slowMs: number;
  readonly #clock: Clock;
  #inFlight = 0;
  #ages: Ages;
  readonly #queue = new Set<Turn>();
  // Goes along the queue once: from the front anew it would pass the places of all that have left.
  #turns = this.#queue.values();

  constructor({ concurrencyMax, queueMax, slowMs = Number.POSITIVE_INFINITY, clock = systemClock }: BulkheadLimits) {
    this.#concurrencyMax = concurrencyMax;
    this.#queueMax = queueMax;
    this.#slowMs = slowMs;
    this.#clock = clock;
    this.#ages = new Ages(slowMs);
  }

  get load(): Load {
    return { inFlight: this.#inFlight, waiting: this.#queue.size };
  }

  /** Whether the endpoint seems to hang: half of its calls on the wire are slow, and no fewer than twenty, or than it has places. */
  get isSlow(): boolean {
    const least = Math.min(slowCallsMin, this.#concurrencyMax);
    if (this.#inFlight < least) return false;
    const slow = this.#ages.old(this.#clock.now());
    return slow >= Math.max(least, this.#inFlight * slowRatioMin);
  }

  /** Calls on the wire now say no more of how slow the endpoint is. */
  forgive(): void {
    this.#ages = new Ages(this.#slowMs);
  }

  /** Rejects the calls that wait for a place. */
  refuseWaiting(reason: GatewayError): void {
    for (const turn of this.#queue) turn.refuse(reason);
  }

  /** Sends, now or in its turn. */
  call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const placesMax = request.isProbe ? this.#concurrencyMax + probesMax : this.#concurrencyMax;
    if (this.#inFlight < placesMax) {
      this.#inFlight += 1;
      return this.#send(next, request);
    }
    // A probe that waits for calls that hang tells nothing.
    if (request.isProbe || this.#queue.size >= this.#queueMax) return Promise.reject(new GatewayError('OVERLOADED'));
    const { ended } = request.lifetime;
    if (ended) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      this.#queue.add(new Turn(request, this.#queue, () => resolve(this.#send(next, request)), reject));
    });
  }

  /** Sends with a place that was taken, and gives it back, before the caller goes on, once the call is off the wire. */
  #send(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const ages = this.#ages;
    const slice = ages.begin(this.#clock.now());
    const end = (): void => {
      ages.end(slice);
      this.#release();
    };
    const answer = next(request);
    answer.then(end, () => {
      if (request.unfinished === undefined) end();
      else void request.unfinished.then(end);
    });
    return answer;
  }

  #release(): void {
    // Of what probes held beyond the places, none is handed on.
    const next = this.#inFlight > this.#concurrencyMax ? undefined : this.#first();
    if (next) next.take();
    else this.#inFlight -= 1;
  }

  #first(): Turn | undefined {
    if (this.#queue.size === 0) return undefined;
    const { value } = this.#turns.next();
    if (value !== undefined) return value;
    // It had reached the end before these came.
    this.#turns = this.#queue.values();
    return this.#turns.next().value;
  }
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

  refuse(reason: GatewayError): void {
    this.#request.lifetime.leave(this);
    this.giveUp(reason);
  }

  giveUp(reason: GatewayError): void {
    this.#queue.delete(this);
    this.#reject(reason);
  }
}
