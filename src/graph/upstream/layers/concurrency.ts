/**
 * Bulkheads: slots and a short queue for each endpoint, so that an endpoint that hangs takes no slots from another, nor a caller whose
 * calls are slow all slots from others. A call is removed from the queue at its deadline or when its caller disconnects.
 */
import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { BreakerState, Endpoint, Fetch, Layer, UpstreamObserver, UpstreamRequest } from '../call.ts';
import { outcomeOf, type Waiter } from '../lifetime.ts';
import { outcomeOfResponse } from '../problems.ts';
import type { UpstreamResponse } from '../response.ts';
import { refusal } from './breaker.ts';
import { Semaphore, type SemaphoreWaiter } from '../../../platform/sync/semaphore.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';

interface ConcurrencyLimits {
  /** Calls of one endpoint on the wire. */
  concurrencyMax: number;
  /** Calls of one endpoint that wait for a slot. */
  queueMax: number;
  /** Time on the wire after which a call is slow; without it, no call is. */
  slowMs?: number;
  clock?: Clock;
  observer?: UpstreamObserver;
}

/** Slots for probes only: when hanging calls take all others, a probe can still detect that the endpoint has recovered. */
export const probesMax = 4;

/** The share of the slots that one caller may use: of 64, enough for all 50 fields of a dashboard. */
const callerShare = 7 / 8;
const callerSlots = (concurrencyMax: number) => Math.ceil(concurrencyMax * callerShare);
/** Stored credentials that got data from the service, most recently used. Others count as one caller, since anyone can make them up. */
const acceptedMax = 10_000;

/** Options of look-ups. Without them, the library makes an object for each. */
const usual = {};

const slowCallsMin = 20;
const slowRatioMin = 0.5;
/** With fewer, one slow call of another caller would be many. */
const slowOfOthersMin = 5;

const nobody: ReadonlySet<string> = new Set();

/** Limits the calls of one operation to an endpoint to the slots of its caller, so that a large operation does not fill the shared queue. */
export function paceOperations(concurrencyMax: number): Layer {
  const slots = callerSlots(concurrencyMax);
  return (next) => {
    const send: Fetch = (request) => {
      // If the operation ended while the call waited, that says nothing about the endpoint: the breaker must not see the call.
      const { ended } = request.lifetime;
      return ended ? Promise.reject(ended) : next(request);
    };
    return (request) => {
      const { scope, endpoint } = request;
      scope.slots ??= {};
      scope.slots[endpoint] ??= new Semaphore(slots);
      return scope.slots[endpoint].run(send, request);
    };
  };
}

/** Gives each endpoint slots and a queue of its own. `callsOf` returns the calls of an endpoint: the same object each time. */
export function limitConcurrency(limits: ConcurrencyLimits) {
  const { concurrencyMax, queueMax, slowMs = Number.POSITIVE_INFINITY, clock = systemClock, observer = {} } = limits;
  const byEndpoint = new Map<Endpoint, ReturnType<typeof createCalls>>();
  const accepted = new LRUCache<string, true>({ max: acceptedMax });
  /** The credential, if the service has sent data to it; empty for all others, who are one caller. */
  const callerOf = (caller: { readonly credential: string }) =>
    // Until a key was accepted, none has to be hashed.
    accepted.size > 0 && accepted.get(caller.credential, usual) ? caller.credential : '';
  const ofCaller = callerSlots(concurrencyMax);
  /** With fewer slow calls, none is. */
  const slowMin = Math.min(slowCallsMin, ofCaller);
  /** With fewer of others than the one with most, they show nothing. */
  const ofOthersMin = Math.max(1, Math.min(slowOfOthersMin, concurrencyMax - ofCaller));

  /** Sends at most `concurrencyMax` calls at once, callers in turn. Beyond `queueMax` waiting, a call is OVERLOADED at once. */
  function createCalls() {
    const slots = new Semaphore<QueuedCall>(concurrencyMax, queueMax, callerShare);
    /** Start of each call on the wire, in order, since the breaker last closed. */
    let begun = new Map<UpstreamRequest, number>();

    /** Sends with an acquired slot. Reports the outcome, and releases the slot once the call is off the wire, before the caller continues. */
    function send(next: Fetch, request: UpstreamRequest, caller: string): Promise<UpstreamResponse> {
      const begunAmong = begun;
      const begunAt = clock.now();
      begunAmong.set(request, begunAt);
      const end = (outcome?: UpstreamResponse | GatewayError): void => {
        const { unfinished, endpoint, scope } = request;
        if (outcome !== undefined && observer.sent) {
          const own = 'status' in outcome ? outcomeOfResponse(outcome) : outcomeOf(outcome);
          observer.sent(endpoint, own, clock.now() - begunAt);
        }
        const isServed = outcome !== undefined && 'status' in outcome && outcome.status < 400;
        if (isServed && scope.credential !== '' && !accepted.has(scope.credential, usual))
          accepted.set(scope.credential, true);
        request.unfinished = undefined;
        if (unfinished) return void unfinished.then(() => end());
        begunAmong.delete(request);
        slots.release(caller);
      };
      request.events?.on('SENT');
      const response = next(request);
      response.then(end, end);
      return response;
    }

    return {
      /** How busy the endpoint is. */
      get load() {
        return { inFlight: slots.inUse, waiting: slots.waiting };
      },
      /**
       * The callers whose calls are slow; empty unless the endpoint seems to hang. It does if half of its calls in flight are slow, and at
       * least twenty, or as many as one caller has slots if that is less. If all other callers together have fewer than five slow calls, or
       * fewer than half of theirs are slow, only the caller with the most slow calls is returned.
       */
      get slowCallers(): ReadonlySet<string> {
        if (begun.size < slowMin) return nobody;
        const slowBefore = clock.now() - slowMs;
        let slow = 0;
        for (const begunAt of begun.values()) {
          if (begunAt >= slowBefore) break;
          slow += 1;
        }
        if (slow < Math.max(slowMin, slots.inUse * slowRatioMin)) return nobody;
        const byCaller = Map.groupBy(begun.keys().take(slow), ({ scope }) => callerOf(scope));
        const [most, own] = [...byCaller].reduce((one, other) => (other[1].length > one[1].length ? other : one));
        const isOfMost = slow - own.length < Math.max(ofOthersMin, slots.others(most) * slowRatioMin);
        return new Set(isOfMost ? [most] : byCaller.keys());
      },
      /** Refuses waiting calls when the breaker opens. When it closes, cuts calls that still hang, and measures ages anew. */
      onBreakerChange(state: BreakerState, cut: () => void): void {
        if (state === 'open') for (const call of slots.queued) call.abort(refusal());
        if (state !== 'closed') return;
        if (this.slowCallers.size > 0) cut();
        begun = new Map();
      },
      /** Sends now or when a slot is free. */
      call(next: Fetch, request: UpstreamRequest): Promise<UpstreamResponse> {
        const caller = callerOf(request.scope);
        if (slots.tryAcquire(request.isProbe ? probesMax : 0, caller)) return send(next, request, caller);
        // Hanging calls use the slots of probes, too.
        if (request.isProbe) return Promise.reject(refusal());
        return new Promise((resolve, reject) => {
          const { lifetime } = request;
          const call: QueuedCall = {
            caller,
            onAcquire: () => {
              request.isWaiting = false;
              lifetime.delete(call);
              resolve(send(next, request, caller));
            },
            abort: (reason) => {
              lifetime.delete(call);
              slots.abandon(call);
              reject(reason);
            },
          };
          if (!slots.tryWait(call)) return reject(new GatewayError('OVERLOADED'));
          request.isWaiting = true;
          const { ended } = lifetime;
          if (ended) call.abort(ended);
          else lifetime.add(call);
        });
      },
    };
  }

  const callsOf = (endpoint: Endpoint) => byEndpoint.getOrInsertComputed(endpoint, createCalls);
  const layer: Layer = (next) => (request) =>
    byEndpoint.getOrInsertComputed(request.endpoint, createCalls).call(next, request);
  return { layer, callsOf, callerOf };
}

/** A call in the queue, until it gets a slot or its lifetime ends. */
type QueuedCall = SemaphoreWaiter & Waiter;
