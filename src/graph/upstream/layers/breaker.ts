/**
 * Stops calling an endpoint that fails or hangs, and probes it once a second, so that callers get their error at once. cockatiel is not
 * used: its breaker makes callers wait for a probe, opens only above its threshold, names no time to retry, and reads the wall clock.
 */
import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { BreakerState, Endpoint, Fetch, Layer, UpstreamRequest } from '../call.ts';
import { CallAbandoned, Lifetime, type Waiter } from '../lifetime.ts';
import { type CallerCounts, count, recentOf, SlicedCount } from './sliced-count.ts';
import { causeOf } from '../published.ts';
import type { UpstreamResponse } from '../response.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';

export interface BreakerOptions {
  clock?: Clock;
  /** Maximum time to wait for a probe. */
  probeMsMax: number;
  /** The calls of an endpoint: the callers for whom it seems to hang, long before their deadlines. */
  callsOf: (endpoint: Endpoint) => { readonly slowCallers: ReadonlySet<string> };
  /** The credential of a caller who got data; empty for all others, who are one caller. */
  callerOf: (caller: { readonly credential: string }) => string;
  onChange: (endpoint: Endpoint, state: BreakerState) => void;
  /** Called when it stops calling an endpoint, with the reason for operators, and without one when it calls it again. */
  onOutage?: ((endpoint: Endpoint, reason?: string) => void) | undefined;
  /** Called when the service fails a call, or a call hangs. */
  onFailure?: (() => void) | undefined;
}

const callsMin = 20;
const failedRatioMax = 0.5;
/** With fewer, one failure of another caller would be many. */
const failuresOfOthersMin = 5;
/** Callers whose calls are counted, those who called last. */
const callersMax = 256;
/** From one close to the next time it may open. */
const closedMsMin = 1_000;
/** From one probe to the next, even if the first hangs: the service may have recovered meanwhile. */
const probeEveryMs = 1_000;
const retryAfterSeconds = probeEveryMs / 1000;

/** The error of a call that an open breaker does not send. With `retryAfterSeconds`, the retry layer does not send it again. */
export const refusal = (): GatewayError => new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfterSeconds });

/**
 * Counts only connection errors, time-outs and 5xx but 501. Nothing that only one caller has opens a breaker for others: refusals, or
 * failures and slow calls while others succeed.
 */
export function createBreakers(options: BreakerOptions) {
  const breakers = new Map<Endpoint, ReturnType<typeof createBreaker>>();
  const create = createBreaker.bind(undefined, options);
  const layer: Layer = (next) => (request) =>
    breakers.getOrInsertComputed(request.endpoint, create).call(next, request);
  return {
    layer,
    state: (endpoint: Endpoint): BreakerState => breakers.get(endpoint)?.state() ?? 'closed',
    /** Whether a call of this endpoint would be refused now. After at most a second without calls, the next is not: it is a probe. */
    isRefusing: (endpoint: Endpoint): boolean => breakers.get(endpoint)?.isRefusing() ?? false,
  };
}

/**
 * Result of a call for the breaker. 'served': its caller got data. 'refused': the service responded otherwise. 'unknown' shows nothing: the
 * caller disconnected, or its call was not sent, as a queue of ours was full or too slow.
 */
type Verdict = 'served' | 'refused' | 'failed' | 'unknown';

/** The calls of one period in which the breaker is closed. Calls of an earlier one show nothing new when they end. */
const createPeriod = (openableAt = 0) => ({
  /** Not opened before, after a probe has closed it: quiet callers that are served must be heard, too. */
  openableAt,
  calls: new SlicedCount(),
  failed: new SlicedCount(),
  callers: new LRUCache<string, CallerCounts>({ max: callersMax }),
  /** Calls that got data for a caller who had none before. Most keys of some services have few calls: an entry for each would cost much. */
  first: new SlicedCount(),
  /** Their keys: the next call of one counts for it. */
  firstKeys: new Set<string>(),
});

function createBreaker(options: BreakerOptions, endpoint: Endpoint) {
  const { clock = systemClock, probeMsMax, callsOf, callerOf, onChange, onOutage, onFailure } = options;
  const onWire = callsOf(endpoint);
  let state: BreakerState = 'closed';
  /** Probes in flight. */
  let probes = 0;
  let probeAt = 0;
  /** Whose probes failed in this outage. Others may send one at `otherProbeAt`, so that these do not take every probe. */
  const failedFor = new LRUCache<string, true>({ max: callersMax });
  let otherProbeAt = 0;

  const isRefusing = (caller?: string) => {
    const mayBeOther = caller !== undefined && !failedFor.get(caller);
    return state !== 'closed' && clock.now() < (mayBeOther ? Math.min(probeAt, otherProbeAt) : probeAt);
  };

  let period = createPeriod();

  /** How many callers recently got data for the first time, and have had no other call since. */
  function newcomers(now: number): number {
    return Math.min([...period.firstKeys].filter((key) => !period.callers.has(key)).length, period.first.recent(now));
  }

  /** Whether as many other callers recently got data as these are. */
  function servesOthers(these: ReadonlySet<string>): boolean {
    const now = clock.now();
    const callers = recentOf(period.callers, now);
    const others = callers.filter(({ caller, served }) => served > 0 && !these.has(caller));
    return others.length + newcomers(now) >= these.size;
  }

  /** Opens if half of the calls failed, also without those of the caller with most failures, and for more callers than it serves. */
  function onFailed(outcome: UpstreamResponse | GatewayError): void {
    onFailure?.();
    const now = clock.now();
    period.failed.add(now);
    const all = period.calls.recent(now);
    if (now < period.openableAt || all < callsMin || period.failed.recent(now) < all * failedRatioMax) return;
    const callers = recentOf(period.callers, now).sort((one, other) => other.failed - one.failed);
    const failing = callers.filter(({ served, failed }) => failed >= served).length;
    const first = newcomers(now);
    if (failing <= callers.length - failing + first) return;
    const [, ...others] = callers;
    const failed = others.reduce((sum, other) => sum + other.failed, 0);
    const served = others.reduce((sum, other) => sum + other.served, 0);
    if ((failed < failuresOfOthersMin ? 0 : failed) >= served + first) open(reasonOf(outcome));
  }

  /** Sends this call as the probe. It ends with its operation or after `probeMsMax`, whichever is first. */
  async function probe(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
    const operation = request.lifetime;
    const { ended } = operation;
    if (ended) throw ended;
    const nextAt = clock.now() + probeEveryMs;
    if (!failedFor.has(callerOf(request.scope))) otherProbeAt = nextAt;
    if (clock.now() >= probeAt) probeAt = nextAt;
    probes += 1;
    become('half-open');
    const lifetime = new Lifetime(Math.min(operation.deadlineAt, clock.now() + probeMsMax));
    const waiter: Waiter = { abort: (reason) => lifetime.end(reason) };
    operation.add(waiter);
    const cancelTimer = clock.after(probeMsMax, () =>
      lifetime.end(new GatewayError('UPSTREAM_TIMEOUT', { retryAfterSeconds })),
    );
    try {
      const response = await next(request.again({ lifetime, isProbe: true }));
      concludeProbe(response, request);
      return response;
    } catch (error) {
      concludeProbe(error as GatewayError, request);
      throw error;
    } finally {
      cancelTimer();
      operation.delete(waiter);
    }
  }

  function concludeProbe(outcome: UpstreamResponse | GatewayError, request: UpstreamRequest): void {
    probes -= 1;
    // Another probe has already closed the breaker.
    if (state === 'closed') return;
    const caller = callerOf(request.scope);
    const verdict = verdictOf(outcome, caller, request);
    if (verdict === 'served' || verdict === 'refused') {
      const now = clock.now();
      period = createPeriod(now + closedMsMin);
      if (verdict === 'served') count(period.callers, caller, 'served', now);
      become('closed');
      onOutage?.(endpoint);
      return;
    }
    if (verdict === 'failed') {
      failedFor.set(caller, true);
      onFailure?.();
    } else probeAt = clock.now();
    if (probes === 0) become('open');
  }

  function open(reason: string): void {
    failedFor.clear();
    probeAt = clock.now() + probeEveryMs;
    otherProbeAt = probeAt;
    become('open');
    onOutage?.(endpoint, reason);
  }

  function become(next: BreakerState): void {
    if (state === next) return;
    state = next;
    onChange(endpoint, state);
  }

  return {
    state: () => state,
    isRefusing,
    /** Lets a call through. An open breaker lets one through each second as a probe; the first that succeeds closes it. */
    call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
      if (state === 'closed') {
        const { slowCallers } = onWire;
        if (slowCallers.size === 0 || servesOthers(slowCallers)) {
          const own = period;
          const caller = callerOf(request.scope);
          const settle = (outcome: UpstreamResponse | GatewayError): UpstreamResponse => {
            const verdict = verdictOf(outcome, caller, request);
            if (own === period && state === 'closed' && verdict !== 'unknown') {
              const at = clock.now();
              own.calls.add(at);
              const key = caller === '' && verdict === 'served' ? callerOf(request.scope) : '';
              if (key !== '' && !own.firstKeys.has(key)) {
                if (own.firstKeys.size >= callersMax) own.firstKeys.clear();
                own.firstKeys.add(key);
                own.first.add(at);
                // A refusal does not show that the endpoint works for anyone.
              } else if (verdict !== 'refused') count(own.callers, key || caller, verdict, at);
              if (verdict === 'failed') onFailed(outcome);
            }
            if ('status' in outcome) return outcome;
            throw outcome;
          };
          return next(request).then(settle, settle);
        }
        onFailure?.();
        open('its calls hang');
      }
      return isRefusing(callerOf(request.scope)) ? Promise.reject(refusal()) : probe(next, request);
    },
  };
}

const reasonOf = (outcome: UpstreamResponse | GatewayError): string =>
  'status' in outcome ? `status ${outcome.status}` : (causeOf(outcome) ?? outcome.message);

function verdictOf(outcome: UpstreamResponse | GatewayError, caller: string, request: UpstreamRequest): Verdict {
  if ('status' in outcome) {
    const { status } = outcome;
    if (status < 400) return 'served';
    // The validator may be the cause: the cache then sends the read without it, and that call counts.
    if (status === 500 && (request.ifNoneMatch ?? request.headers?.get('known-etags'))) return 'unknown';
    // 501: the endpoint does not exist, as for batches.
    if (status >= 500 && status !== 501) return 'failed';
    // Anyone can make up a key, so its refusal shows nothing.
    return caller === '' && (status === 401 || status === 403) ? 'unknown' : 'refused';
  }
  if (!(outcome instanceof GatewayError) || outcome instanceof CallAbandoned || request.isWaiting) return 'unknown';
  if (outcome.code === 'UPSTREAM_UNAVAILABLE' || outcome.code === 'UPSTREAM_TIMEOUT') return 'failed';
  // Malformed, too large or a redirect: the service responded.
  return outcome.code === 'UPSTREAM_ERROR' ? 'refused' : 'unknown';
}
