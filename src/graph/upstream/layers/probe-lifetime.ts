/** The time of a probe: that of its call, and no longer than a call may take before it is slow. */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';

export interface ProbeTime {
  clock: Clock;
  /** The longest that a probe is waited for. */
  probeMsMax: number;
  retryAfterSeconds: number;
}

/** Ends with the lifetime of its call, or after `probeMsMax` as UPSTREAM_TIMEOUT. Its owner calls `over`. */
export class ProbeLifetime extends Lifetime implements Waiter {
  readonly #whole: Lifetime;
  readonly #cancel: () => void;

  constructor(whole: Lifetime, { clock, probeMsMax, retryAfterSeconds }: ProbeTime) {
    super(Math.min(whole.deadlineAt, clock.now() + probeMsMax));
    this.#whole = whole;
    whole.add(this);
    this.#cancel = clock.after(probeMsMax, () => {
      whole.delete(this);
      this.end(new GatewayError('UPSTREAM_TIMEOUT', { retryAfterSeconds }));
    });
  }

  bailOut(reason: GatewayError): void {
    this.#cancel();
    this.end(reason);
  }

  /** Removes the timer and the waiter: the call has its response. */
  over(): void {
    this.#cancel();
    this.#whole.delete(this);
  }
}
