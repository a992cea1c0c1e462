/** The time of a probe: that of the call it is, and no longer than a call may take before it is slow. */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';

export interface ProbeTime {
  clock: Clock;
  /** The longest a probe is waited for, whoever would wait longer. */
  probeMsMax: number;
  retryAfterSeconds: number;
}

/** Ends with the lifetime of its call, or after `probeMsMax` as UPSTREAM_TIMEOUT. Whoever made it says when it is over. */
export class ProbeLifetime extends Lifetime implements Waiter {
  readonly #whole: Lifetime;
  readonly #cancel: () => void;

  constructor(whole: Lifetime, { clock, probeMsMax, retryAfterSeconds }: ProbeTime) {
    super(Math.min(whole.deadlineAt, clock.now() + probeMsMax));
    this.#whole = whole;
    whole.enter(this);
    this.#cancel = clock.after(probeMsMax, () => {
      whole.leave(this);
      this.end(new GatewayError('UPSTREAM_TIMEOUT', { retryAfterSeconds }));
    });
  }

  bailOut(reason: GatewayError): void {
    this.#cancel();
    this.end(reason);
  }

  /** The call has its answer: nothing is waited for any more. */
  over(): void {
    this.#cancel();
    this.#whole.leave(this);
  }
}
