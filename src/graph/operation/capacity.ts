/** Bounds all operations of the process together: records in flight, and bytes of answers that clients have not read yet. */
import { LRUCache } from 'lru-cache';
import { BufferedBytes } from '../../platform/server/buffered-bytes.ts';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import { GatewayError, retryAfter } from '../errors/gateway-error.ts';
import type { Caller, CallerOf } from './caller.ts';

/** Operations of at most this many records are always admitted, and not counted: admission control limits their number. */
export const smallRecordsMax = 1_000;
/** The part of the records that large operations share. The rest is for small ones. */
const largeShare = 0.8;
const recordsInFlight = 'Other operations already read as many records as the gateway allows (RECORDS_IN_FLIGHT_MAX)';
const bytesUnread = 'Clients have not read too many bytes of earlier results (UNSENT_BYTES_MAX)';

/** How long a refusal counts: callers are to repeat their operation after a second. */
const refusedMsMax = 2_000;
/** Callers whose refusal, and whose last large operation, are known. */
const callersMax = 256;

export class Capacity {
  readonly #recordsMax: number;
  readonly #callerOf: CallerOf;
  /** Bytes of answers that clients have not read yet. */
  readonly unsent: BufferedBytes;
  #records = 0;
  #refused = 0;
  /** Callers whose last large operation was refused, the longest refused first. */
  readonly #refusals = new Map<string, { records: number; since: number; until: number }>();
  /** Large operations in flight of each caller. */
  readonly #inFlight = new Map<string, number>();
  /** When callers last began a large operation. */
  readonly #begun = new LRUCache<string, number>({ max: callersMax });

  /** `callerOf` returns the same text for all credentials of one caller. */
  constructor(unsent = new BufferedBytes(), recordsMax = 100_000, callerOf: CallerOf = ({ credential }) => credential) {
    this.#recordsMax = recordsMax * largeShare;
    this.unsent = unsent;
    this.#callerOf = callerOf;
  }

  /** Records and bytes in use now, and operations refused since the start. */
  get used(): { records: number; unsentBytes: number; refused: number } {
    return { records: this.#records, unsentBytes: this.unsent.bytes, refused: this.#refused };
  }

  /**
   * Runs a large operation, which may read this many records, if the capacity allows; else throws OVERLOADED. One that exceeds the whole
   * capacity runs while no other large one does. A caller who was refused is before those who began an operation since.
   */
  run<Result>(records: number, by: Pick<Caller, 'credential'>, execute: () => MaybePromise<Result>) {
    const now = performance.now();
    for (const [refused, { until }] of this.#refusals) if (until < now) this.#refusals.delete(refused);
    const caller = this.#callerOf(by);
    const used = this.#records + this.#reservedFrom(caller);
    const isFull = used > 0 && used + records > this.#recordsMax;
    const cause = isFull ? recordsInFlight : this.unsent.isFull() ? bytesUnread : undefined;
    if (cause) {
      this.#refused += 1;
      if (isFull) this.#reserve(caller, records, now);
      const message = `${cause}: repeat this after a moment, or request less.`;
      throw new GatewayError('OVERLOADED', { message, ...retryAfter(503, 1) });
    }
    this.#records += records;
    if (records >= (this.#refusals.get(caller)?.records ?? 0)) this.#refusals.delete(caller);
    this.#begun.set(caller, now);
    this.#inFlight.set(caller, (this.#inFlight.get(caller) ?? 0) + 1);
    const release = () => {
      this.#records -= records;
      const left = (this.#inFlight.get(caller) ?? 0) - 1;
      if (left > 0) this.#inFlight.set(caller, left);
      else this.#inFlight.delete(caller);
    };
    return Promise.try(execute).finally(release);
  }

  /** The records of the caller whose refusal is the oldest. 0 if it is this caller, or one that has begun no operation since. */
  #reservedFrom(caller: string): number {
    const [first] = this.#refusals;
    if (first === undefined) return 0;
    const [refused, { records, since }] = first;
    const begunAt = this.#begun.get(caller) ?? Number.NEGATIVE_INFINITY;
    return refused === caller || begunAt < since ? 0 : records;
  }

  #reserve(caller: string, records: number, now: number): void {
    const known = this.#refusals.get(caller);
    // Operations of the caller itself may be the reason.
    if (this.#inFlight.has(caller)) return void this.#refusals.delete(caller);
    if (!known && this.#refusals.size >= callersMax) return;
    this.#refusals.set(caller, { records, since: known?.since ?? now, until: now + refusedMsMax });
  }
}
