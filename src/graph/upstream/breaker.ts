/**
 * Stops calling an endpoint that fails, one breaker each, and probes it once a second: callers get their error at once,
 * and the service gets air. Own code, because cockatiel's breaker lets callers wait for a probe, trips only above its
 * threshold, says not when to come back, and reads the wall clock.
 */
import { GatewayError } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Endpoint, Fetch, Layer, UpstreamRequest } from './fetch.ts';
import { CallAbandoned } from './lifetime.ts';
import type { UpstreamResponse } from './response.ts';
import { RollingCount } from './rolling-count.ts';

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface BreakerOptions {
  clock?: Clock;
  onChange?: (endpoint: Endpoint, state: BreakerState) => void;
}

export interface Breakers {
  layer: Layer;
  state(endpoint: Endpoint): BreakerState;
}

const windowMs = 10_000;
const callsMin = 20;
const failedRatioMax = 0.5;
const openMs = 1_000;

/** Breakers that count connection errors, time-outs and 5xx alone: what one caller is refused opens nothing for others. */
export function createBreakers({ clock = systemClock, onChange }: BreakerOptions = {}): Breakers {
  const breakers = new Map<Endpoint, Breaker>();

  function breakerOf(endpoint: Endpoint): Breaker {
    let breaker = breakers.get(endpoint);
    if (!breaker) {
      breaker = new Breaker(clock, (state) => onChange?.(endpoint, state));
      breakers.set(endpoint, breaker);
    }
    return breaker;
  }

  return {
    layer: (next) => (request) => breakerOf(request.endpoint).call(next, request),
    state: (endpoint) => breakers.get(endpoint)?.state ?? 'closed',
  };
}

/** What a call says of the endpoint. A caller that left, or a queue of ours that was full, says nothing. */
type Verdict = 'well' | 'failed' | 'nothing';

class Breaker {
  state: BreakerState = 'closed';
  readonly #clock: Clock;
  readonly #onChange: (state: BreakerState) => void;
  // Made once, not per call.
  readonly #onAnswer = (response: UpstreamResponse): UpstreamResponse => this.#answered(response, false);
  readonly #onError = (error: unknown): never => this.#failedWith(error, false);
  readonly #onProbeAnswer = (response: UpstreamResponse): UpstreamResponse => this.#answered(response, true);
  readonly #onProbeError = (error: unknown): never => this.#failedWith(error, true);
  #calls = new RollingCount(windowMs);
  #failed = new RollingCount(windowMs);
  #probeAt = 0;

  constructor(clock: Clock, onChange: (state: BreakerState) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Lets a call through. Open, it lets one through each second, the probe that decides. */
  call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    if (this.state === 'closed') return next(request).then(this.#onAnswer, this.#onError);
    if (this.state === 'half-open' || this.#clock.now() < this.#probeAt) {
      return Promise.reject(new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfterSeconds: openMs / 1000 }));
    }
    this.#become('half-open');
    return next(request).then(this.#onProbeAnswer, this.#onProbeError);
  }

  #answered(response: UpstreamResponse, isProbe: boolean): UpstreamResponse {
    this.#judge(response.status >= 500 ? 'failed' : 'well', isProbe);
    return response;
  }

  #failedWith(error: unknown, isProbe: boolean): never {
    this.#judge(verdictOf(error), isProbe);
    throw error;
  }

  #judge(verdict: Verdict, isProbe: boolean): void {
    if (isProbe) {
      if (verdict === 'well') this.#close();
      else this.#open(verdict === 'failed' ? openMs : 0);
    } else if (this.state === 'closed' && verdict !== 'nothing') {
      const now = this.#clock.now();
      this.#calls.add(now);
      if (verdict === 'well') return;
      this.#failed.add(now);
      const calls = this.#calls.total(now);
      if (calls >= callsMin && this.#failed.total(now) >= calls * failedRatioMax) this.#open(openMs);
    }
    // Calls sent before it opened say nothing new when they end after it.
  }

  #open(probeInMs: number): void {
    this.#probeAt = this.#clock.now() + probeInMs;
    this.#become('open');
  }

  #close(): void {
    this.#calls = new RollingCount(windowMs);
    this.#failed = new RollingCount(windowMs);
    this.#become('closed');
  }

  #become(state: BreakerState): void {
    this.state = state;
    this.#onChange(state);
  }
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GatewayError) || error instanceof CallAbandoned) return 'nothing';
  if (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT') return 'failed';
  // Malformed, too large, a redirect: it answered.
  return error.code === 'UPSTREAM_ERROR' ? 'well' : 'nothing';
}
