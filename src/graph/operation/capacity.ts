/** Bounds all operations of the process together: records in flight, and bytes of answers that clients have not read yet. */
import { BufferedBytes } from '../../platform/server/buffered-bytes.ts';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import { GatewayError, retryAfter } from '../errors/gateway-error.ts';

/** Operations of at most this many records are always admitted, and not counted: admission control limits their number. */
export const smallRecordsMax = 1_000;
/** The part of the records that large operations share. The rest is for small ones. */
const largeShare = 0.8;
const recordsInFlight = 'Other operations already read as many records as the gateway allows (RECORDS_IN_FLIGHT_MAX)';
const bytesUnread = 'Clients have not read too many bytes of earlier results (UNSENT_BYTES_MAX)';

/** How long a caller must have been refused, and repeat its operation, before the others wait for it. */
const refusedMsMin = 900;
/** How long a refusal counts. Its `Retry-After` is one second. */
const refusedMsMax = 2_000;
const refusedMax = 64;

export class Capacity {
  readonly #recordsMax: number;
  /** Bytes of answers that clients have not read yet. */
  readonly unsent: BufferedBytes;
  #records = 0;
  #refused = 0;
  /** Callers whose last large operation was refused, the longest refused first: otherwise the caller that repeats fastest is always next. */
  readonly #waiting = new Map<string, { records: number; since: number; until: number }>();

  constructor(unsent = new BufferedBytes(), recordsMax = 100_000) {
    this.#recordsMax = recordsMax * largeShare;
    this.unsent = unsent;
  }

  /** Records and bytes in use now, and operations refused since the start. */
  get used(): { records: number; unsentBytes: number; refused: number } {
    return { records: this.#records, unsentBytes: this.unsent.bytes, refused: this.#refused };
  }

  /**
   * Runs a large operation, which may read this many records, if the capacity allows; else throws OVERLOADED. One that exceeds the whole
   * capacity runs while no other large one does. `credential` is the caller, whose turn may be after others that were refused before.
   */
  run<Result>(records: number, credential: string, execute: () => MaybePromise<Result>): Promise<Result> {
    const used = this.#records + this.#keptFrom(credential);
    const isFull = used > 0 && used + records > this.#recordsMax;
    if (isFull) this.#keepFor(credential, records);
    else this.#waiting.delete(credential);
    const cause = isFull ? recordsInFlight : this.unsent.isFull() ? bytesUnread : undefined;
    if (cause) {
      this.#refused += 1;
      throw new GatewayError('OVERLOADED', {
        message: `${cause}: repeat this after a moment, or request less.`,
        ...retryAfter(503, 1),
      });
    }
    this.#records += records;
    const release = () => {
      this.#records -= records;
    };
    return Promise.try(execute).finally(release);
  }

  /** The records of another caller who has waited longest, and is about to repeat its operation. */
  #keptFrom(credential: string): number {
    const now = performance.now();
    for (const [caller, { records, since, until }] of this.#waiting) {
      if (until < now) this.#waiting.delete(caller);
      else return caller === credential || now - since < refusedMsMin ? 0 : records;
    }
    return 0;
  }

  #keepFor(credential: string, records: number): void {
    const now = performance.now();
    const known = this.#waiting.get(credential);
    if (!known && this.#waiting.size >= refusedMax) return;
    this.#waiting.set(credential, { records, since: known?.since ?? now, until: now + refusedMsMax });
  }
}
