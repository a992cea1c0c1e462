/**
 * Stops calling an endpoint that fails or hangs, and probes it once a second, so that callers get their error at once. Own code: cockatiel's
 * breaker makes callers wait for a probe, opens only above its threshold, names no time to retry, and reads the wall clock.
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
  /** The longest that a probe is waited for. */
  probeMsMax?: number;
  /** The calls of an endpoint. They are slow if it seems to hang, long before they reach their deadlines. */
  callsOf?: (endpoint: Endpoint) => { readonly isSlow: boolean };
  onChange?: (endpoint: Endpoint, state: BreakerState) => void;
  /** The service failed a call, or a call hangs. */
  onFailure?: (() => void) | undefined;
}

export interface Breakers {
  layer: Layer;
  state(endpoint: Endpoint): BreakerState;
  /** Whether a call of this endpoint would be refused now. After a second without calls none is: the next is the probe. */
  isRefusing(endpoint: Endpoint): boolean;
}

const windowMs = 10_000;
const slices = 10;
const callsMin = 20;
const failedRatioMax = 0.5;
const probeMsDefault = 5_000;
/** From one probe to the next, even if the first hangs: the service may have recovered meanwhile. */
const probeEveryMs = 1_000;
const retryAfterSeconds = probeEveryMs / 1000;

/** The error of a call that an open breaker does not send. With `retryAfterSeconds`, the retry layer does not send it again. */
export function refusal(): GatewayError {
  return new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfterSeconds });
}

/** Counts only connection errors, time-outs and 5xx: refusals of one caller open no breaker for others. */
export function createBreakers(options: BreakerOptions = {}): Breakers {
  const breakers = new Map<Endpoint, Breaker>();
  const create = (endpoint: Endpoint) => new Breaker(endpoint, options);
  return {
    layer: (next) => (request) => breakers.getOrInsertComputed(request.endpoint, create).call(next, request),
    state: (endpoint) => breakers.get(endpoint)?.state ?? 'closed',
    isRefusing: (endpoint) => breakers.get(endpoint)?.isRefusing ?? false,
  };
}

/** What a call shows about the endpoint: 'unknown' if its caller left, or a queue of ours was full. */
type Verdict = 'succeeded' | 'failed' | 'unknown';

class Breaker {
  state: BreakerState = 'closed';
  readonly #endpoint: Endpoint;
  readonly #clock: Clock;
  readonly #probeMsMax: number;
  readonly #onWire: { readonly isSlow: boolean };
  readonly #onChange: BreakerOptions['onChange'];
  readonly #onFailure: BreakerOptions['onFailure'];
  readonly #onResponse = (response: UpstreamResponse): UpstreamResponse => {
    this.#record(verdictOfResponse(response));
    return response;
  };
  readonly #onError = (error: unknown): never => {
    this.#record(verdictOf(error));
    throw error;
  };
  #calls = new SlicedCount(slices, windowMs / slices);
  #failed = new SlicedCount(slices, windowMs / slices);
  /** Probes in flight. */
  #probes = 0;
  #probeAt = 0;

  constructor(endpoint: Endpoint, options: BreakerOptions) {
    const { clock = systemClock, probeMsMax = probeMsDefault, callsOf, onChange, onFailure } = options;
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#probeMsMax = probeMsMax;
    this.#onWire = callsOf?.(endpoint) ?? { isSlow: false };
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  get isRefusing(): boolean {
    return this.state !== 'closed' && this.#clock.now() < this.#probeAt;
  }

  /** Lets a call through. An open breaker lets one through each second as a probe; the first that succeeds closes it. */
  call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    if (this.state === 'closed') {
      if (!this.#onWire.isSlow) return next(request).then(this.#onResponse, this.#onError);
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
      this.#concludeProbe(verdictOfResponse(response));
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
    // Another probe has closed it before.
    if (this.state === 'closed') return;
    if (verdict === 'succeeded') this.#close();
    else {
      if (verdict === 'unknown') this.#probeAt = this.#clock.now();
      else this.#onFailure?.();
      if (this.#probes === 0) this.#become('open');
    }
  }

  #record(verdict: Verdict): void {
    // Calls that were sent before it opened show nothing new when they end later.
    if (this.state !== 'closed' || verdict === 'unknown') return;
    const now = this.#clock.now();
    this.#calls.add(now);
    if (verdict === 'succeeded') return;
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

function verdictOfResponse({ status }: UpstreamResponse): Verdict {
  return status >= 500 ? 'failed' : 'succeeded';
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GatewayError) || error instanceof CallAbandoned) return 'unknown';
  if (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT') return 'failed';
  // Malformed, too large or a redirect: the service responded.
  return error.code === 'UPSTREAM_ERROR' ? 'succeeded' : 'unknown';
}
