/**
 * Stops calling an endpoint that fails or hangs, one breaker each, and probes it once a second: callers get their error at once,
 * and the service gets air. Own code, because cockatiel's breaker lets callers wait for a probe, trips only above its
 * threshold, says not when to come back, and reads the wall clock.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Endpoint, Fetch, Layer, UpstreamRequest } from '../call.ts';
import { ProbeLifetime } from './probe-lifetime.ts';
import { CallAbandoned } from '../lifetime.ts';
import { SlicedCount } from './sliced-count.ts';
import type { UpstreamResponse } from '../response.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface BreakerOptions {
  clock?: Clock;
  /** The longest a probe is waited for, where its call has more time. */
  probeMsMax?: number;
  /** Whether an endpoint seems to hang, long before the deadlines of its calls say so. */
  isSlow?: (endpoint: Endpoint) => boolean;
  onChange?: (endpoint: Endpoint, state: BreakerState) => void;
  /** A call failed by the service's fault, or hangs. */
  onFailure?: (() => void) | undefined;
}

export interface Breakers {
  layer: Layer;
  state(endpoint: Endpoint): BreakerState;
  /** Whether a call of this endpoint would be refused now. After a second without calls none is: the next one is the probe. */
  isRefusing(endpoint: Endpoint): boolean;
}

const windowMs = 10_000;
const slices = 10;
const callsMin = 20;
const failedRatioMax = 0.5;
const probeMsDefault = 5_000;
/** From one probe to the next, whether the first has its answer or not: one that hangs keeps nobody from a service that is well. */
const probeEveryMs = 1_000;
const retryAfterSeconds = probeEveryMs / 1000;

/** What a call is told that an open breaker does not send. It says when to come back, so that it is not sent again before. */
export function refusal(): GatewayError {
  return new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfterSeconds });
}

/** Breakers that count connection errors, time-outs and 5xx alone: what one caller is refused opens nothing for others. */
export function createBreakers(options: BreakerOptions = {}): Breakers {
  const breakers = new Map<Endpoint, Breaker>();

  function breakerOf(endpoint: Endpoint): Breaker {
    let breaker = breakers.get(endpoint);
    if (!breaker) {
      breaker = new Breaker(endpoint, options);
      breakers.set(endpoint, breaker);
    }
    return breaker;
  }

  return {
    layer: (next) => (request) => breakerOf(request.endpoint).call(next, request),
    state: (endpoint) => breakers.get(endpoint)?.state ?? 'closed',
    isRefusing: (endpoint) => breakers.get(endpoint)?.isRefusing ?? false,
  };
}

/** What a call says of the endpoint. A caller that left, or a queue of ours that was full, says nothing. */
type Verdict = 'well' | 'failed' | 'nothing';

class Breaker {
  state: BreakerState = 'closed';
  readonly #endpoint: Endpoint;
  readonly #clock: Clock;
  readonly #probeMsMax: number;
  readonly #isSlow: (endpoint: Endpoint) => boolean;
  readonly #onChange: BreakerOptions['onChange'];
  readonly #onFailure: BreakerOptions['onFailure'];
  // Made once, not per call.
  readonly #onAnswer = (response: UpstreamResponse): UpstreamResponse => {
    this.#judge(verdictOfAnswer(response));
    return response;
  };
  readonly #onError = (error: unknown): never => {
    this.#judge(verdictOf(error));
    throw error;
  };
  #calls = new SlicedCount(slices, windowMs / slices);
  #failed = new SlicedCount(slices, windowMs / slices);
  /** Probes that have no answer yet. */
  #probes = 0;
  #probeAt = 0;

  constructor(endpoint: Endpoint, options: BreakerOptions) {
    const { clock = systemClock, probeMsMax = probeMsDefault, isSlow = () => false, onChange, onFailure } = options;
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#probeMsMax = probeMsMax;
    this.#isSlow = isSlow;
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  get isRefusing(): boolean {
    return this.state !== 'closed' && this.#clock.now() < this.#probeAt;
  }

  /** Lets a call through. Open, it lets one through each second as a probe, and the first that goes well decides. */
  call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    if (this.state === 'closed') {
      if (!this.#isSlow(this.#endpoint)) return next(request).then(this.#onAnswer, this.#onError);
      this.#onFailure?.();
      this.#open();
    }
    if (this.isRefusing) return Promise.reject(refusal());
    return this.#probe(next, request);
  }

  async #probe(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const { ended } = request.lifetime;
    if (ended) throw ended;
    this.#probeAt = this.#clock.now() + probeEveryMs;
    this.#probes += 1;
    this.#become('half-open');
    const lifetime = new ProbeLifetime(request.lifetime, {
      clock: this.#clock,
      probeMsMax: this.#probeMsMax,
      retryAfterSeconds,
    });
    try {
      const response = await next(request.asProbe(lifetime));
      this.#concludeProbe(verdictOfAnswer(response));
      return response;
    } catch (error) {
      this.#concludeProbe(verdictOf(error));
      throw error;
    } finally {
      lifetime.over();
    }
  }

  #concludeProbe(verdict: Verdict): void {
    this.#probes -= 1;
    // Another probe has decided before.
    if (this.state === 'closed') return;
    if (verdict === 'well') this.#close();
    else {
      if (verdict === 'nothing') this.#probeAt = this.#clock.now();
      else this.#onFailure?.();
      if (this.#probes === 0) this.#become('open');
    }
  }

  /** Of a call that was no probe. */
  #judge(verdict: Verdict): void {
    // Calls sent before it opened say nothing new when they end after it.
    if (this.state !== 'closed' || verdict === 'nothing') return;
    const now = this.#clock.now();
    this.#calls.add(now);
    if (verdict === 'well') return;
    this.#failed.add(now);
    this.#onFailure?.();
    const calls = this.#calls.recent(now);
    if (calls >= callsMin && this.#failed.recent(now) >= calls * failedRatioMax) this.#open();
  }

  #open(): void {
    this.#probeAt = this.#clock.now() + probeEveryMs;
    this.#become('open');
  }

  #close(): void {
    this.#calls = new SlicedCount(slices, windowMs / slices);
    this.#failed = new SlicedCount(slices, windowMs / slices);
    this.#become('closed');
  }

  #become(state: BreakerState): void {
    if (this.state === state) return;
    this.state = state;
    this.#onChange?.(this.#endpoint, state);
  }
}

function verdictOfAnswer({ status }: UpstreamResponse): Verdict {
  return status >= 500 ? 'failed' : 'well';
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GatewayError) || error instanceof CallAbandoned) return 'nothing';
  if (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT') return 'failed';
  // Malformed, too large, a redirect: it answered.
  return error.code === 'UPSTREAM_ERROR' ? 'well' : 'nothing';
}
