/**
 * Equal reads in flight are one call: the same URL asked under the same credential while the answer is on its way.
 * Nothing is remembered, so nothing can be stale; what it holds is what is in flight.
 *
 * Equal queries are one run before they come here (operation/shared-runs.ts): this is for different ones that ask the same of a field.
 * It saves the service those calls; what it costs this gateway: bench/RESULTS.md, layers, "without reads of different queries shared in flight".
 */
import type { GatewayError } from '../../errors/gateway-error.ts';
import { SmallSet } from '../../../platform/sync/small-set.ts';
import type { Endpoint, Fetch, Layer, UpstreamRequest } from '../call.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';

export interface CoalesceOptions {
  /** Reads whose answers a write changes. */
  changing?: readonly Endpoint[];
  onShared?: (request: UpstreamRequest) => void;
}

/**
 * Lets equal reads share one call. Each caller keeps its own deadline; one that leaves disturbs nobody, and the call is
 * given up when the last has left. No read that a write changes joins a call that was sent before a write was answered.
 */
export function coalesceReads({ changing = [], onShared }: CoalesceOptions): Layer {
  const inFlight = new Map<string, SharedCall>();

  /** Of whatever field: reads last milliseconds, and a rule that does not read URLs cannot miss one. */
  function forgetChanging(): void {
    for (const [identity, { endpoint }] of inFlight) if (changing.includes(endpoint)) inFlight.delete(identity);
  }

  return (next: Fetch) => (request: UpstreamRequest) => {
    // Also when the write failed: it may have been done.
    if (!request.isRead) return next(request).finally(forgetChanging);
    const { identity } = request;
    if (identity === '') return next(request);
    const { lifetime } = request;
    const { ended } = lifetime;
    if (ended) return Promise.reject(ended);
    const current = inFlight.get(identity);
    if (current !== undefined) {
      onShared?.(request);
      return current.join(request);
    }
    const call = new SharedCall(request, identity, inFlight);
    inFlight.set(identity, call);
    const answer = call.join(request);
    call.send(next, request);
    return answer;
  };
}

/** One call on its way and who waits for it. It is its own time: it ends with its last subscriber, not with its first. */
class SharedCall extends Lifetime {
  readonly endpoint: UpstreamRequest['endpoint'];
  /** The request id that the call is sent under. */
  readonly requestId: string | undefined;
  readonly #identity: string;
  readonly #inFlight: Map<string, SharedCall>;
  readonly #subscribers = new SmallSet<Subscriber>();

  constructor({ endpoint, scope, sentHeaders }: UpstreamRequest, identity: string, inFlight: Map<string, SharedCall>) {
    super(scope.deadlineAt);
    this.endpoint = endpoint;
    this.requestId = sentHeaders['x-request-id'];
    this.#identity = identity;
    this.#inFlight = inFlight;
  }

  join(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { lifetime } = request;
    if (lifetime.deadlineAt > this.deadlineAt) this.deadlineAt = lifetime.deadlineAt;
    return new Promise((resolve, reject) => {
      this.#subscribers.add(new Subscriber(this, request, resolve, reject));
    });
  }

  send(next: Fetch, first: UpstreamRequest): void {
    next(first.within(this)).then(
      (response) => {
        this.#over();
        this.#subscribers.each((subscriber) => subscriber.resolve(response));
      },
      (error: GatewayError) => {
        this.#over();
        this.#subscribers.each((subscriber) => subscriber.reject(error));
      },
    );
  }

  /** One caller fewer; without any the call is given up. */
  abandon(subscriber: Subscriber, reason: GatewayError): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#over();
    this.end(reason);
  }

  /** Nobody joins it any more. After a write another may be in its place. */
  #over(): void {
    if (this.#inFlight.get(this.#identity) === this) this.#inFlight.delete(this.#identity);
  }
}

/** One caller's place in a shared call. */
class Subscriber implements Waiter {
  readonly #call: SharedCall;
  readonly #request: UpstreamRequest;
  readonly #lifetime: Lifetime;
  readonly #resolve: (response: UpstreamResponse) => void;
  readonly #reject: (error: GatewayError) => void;

  constructor(
    call: SharedCall,
    request: UpstreamRequest,
    resolve: (response: UpstreamResponse) => void,
    reject: (error: GatewayError) => void,
  ) {
    this.#call = call;
    this.#request = request;
    this.#lifetime = request.lifetime;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#lifetime.enter(this);
  }

  resolve(response: UpstreamResponse): void {
    this.#lifetime.leave(this);
    this.#resolve(response.ok ? response : this.#ownRefusal(response));
  }

  /** A service repeats the request id that it was sent: each caller is refused under its own. */
  #ownRefusal(response: UpstreamResponse): UpstreamResponse {
    const own = this.#request.sentHeaders['x-request-id'];
    const isOther = own !== undefined && own !== this.#call.requestId;
    return isOther && response.get('x-request-id') === this.#call.requestId ? response.underRequestId(own) : response;
  }

  reject(error: GatewayError): void {
    this.#lifetime.leave(this);
    this.#reject(error);
  }

  bailOut(reason: GatewayError): void {
    this.#call.abandon(this, reason);
    this.#reject(reason);
  }
}
