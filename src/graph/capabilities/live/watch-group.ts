/**
 * The watches of one list, for one credential and period. It reads at most 100 fields at a time, one batch after the other. A watch is read
 * again only after its last read has ended, so no older response follows a newer one. A round of polls reads each watch once.
 */
import type { ListName } from './lists.ts';
import { hash } from 'node:crypto';
import { type GatewayError, malformed } from '../../errors/gateway-error.ts';
import { ResponseList } from '../../upstream/response.ts';
import { stateBytes } from './cursor.ts';

/** The contract's bound of fields in one call. */
export const fieldsMax = 100;

/** Notified of the watches that it subscribed to, by its own index of each. */
export interface WatchListener {
  /** The state changed. */
  onChange(index: number, state: number): void;
  /** A read that began after the listener requested one has succeeded, reported once, or failed: without a state, and retried. */
  onRead(index: number, state: number | undefined): void;
  /** The caller may no longer read the list. The listener unsubscribes. */
  onRefusal(error: GatewayError): void;
}

/** The state of a list that was never read. */
export const unknownState = 0;
/** The state of a list whose field the caller cannot see. */
export const notFoundState = 1;

/** The state of a list: a hash of its records, as the service wrote them. Throws UPSTREAM_ERROR for anything but a list. */
export function stateOf(data: unknown): number {
  if (!(data instanceof ResponseList || Array.isArray(data))) throw malformed('data is no list');
  const bytes = data instanceof ResponseList ? data.bytes.subarray(data.start, data.end) : JSON.stringify(data);
  return Math.max(notFoundState + 1, hash('sha256', bytes, 'buffer').readUIntBE(0, stateBytes));
}

/** One list of one field. */
export class Watch {
  readonly fieldId: string;
  /** Hash of its records, or one of the states above. */
  state = unknownState;
  /** ETag of the last response; undefined where none can be revalidated. */
  etag: string | undefined;
  /** Whether the service answered a condition with 304 that it does not meet: such a watch is read without conditions. */
  isUnconditional = false;
  /** Moment (`performance.now()`) before which it is not read; infinite during a read. */
  notBefore = 0;
  /** Moment before which a failed watch, or one whose field was not found, is read only for a hint or a subscriber; 0 for others. */
  retryAt = 0;
  failures = 0;
  /** Maximum fields of a batch with this one. */
  fieldsMax = fieldsMax;
  readonly listeners = new Map<WatchListener, number>();
  /** Listeners that wait for a read to begin. */
  awaiting = new Map<WatchListener, number>();
  readonly #group: Pick<WatchGroup, 'failing'>;

  constructor(fieldId: string, group: Pick<WatchGroup, 'failing'>) {
    this.fieldId = fieldId;
    this.#group = group;
  }

  get readableAt(): number {
    return Math.max(this.notBefore, this.retryAt);
  }

  /** Sets the state that was read. Notifies the listeners that waited for the read and, if the state changed, all listeners. */
  notify(awaiting: Watch['awaiting'], state: number): void {
    const hasChanged = state !== this.state;
    this.state = state;
    this.failures = 0;
    this.#group.failing = 0;
    this.fieldsMax = fieldsMax;
    this.retryAt = 0;
    if (hasChanged) for (const [listener, index] of this.listeners) listener.onChange(index, state);
    for (const [listener, index] of awaiting) if (this.listeners.has(listener)) listener.onRead(index, state);
  }

  /** A read of so many fields together failed. The listeners that waited for it are notified, and wait for the next one. */
  fail(awaiting: Watch['awaiting'], { code, extensions: { status = 0 } }: GatewayError, fields: number): void {
    this.failures += 1;
    if (this.failures === 1) this.#group.failing += 1;
    // Another field of the batch may be the reason, unless more than one batch fails and none succeeds. A call that an open breaker refuses
    // has no status and shows nothing.
    const mayBeOther = this.#group.failing <= fieldsMax && (code === 'UPSTREAM_TIMEOUT' || status >= 500);
    if (this.failures > 1 && mayBeOther) this.fieldsMax = Math.ceil(fields / 10);
    for (const [listener, index] of awaiting) {
      if (this.listeners.has(listener)) this.awaiting.set(listener, index);
      listener.onRead(index, undefined);
    }
  }
}

interface GroupOptions {
  list: ListName;
  /** Reads the watches that have listeners; calls `onRead` once for each. Resolves when some were read, or after a while. Never rejects. */
  read(watches: readonly Watch[], onRead: OnRead): Promise<void>;
  /** Time between two polls of `size` watches after `unchangedRounds` without a change, and how many watches each poll reads. */
  pace(size: number, unchangedRounds: number): { waitMs: number; fields: number };
  onEmpty(): void;
}

/** Called with watches that were read, and whether any of them changed. */
export type OnRead = (watches: readonly Watch[], haveChanged: boolean) => void;

/** Requests within this time are read together. */
const joinMs = 10;

/** Clears a timer. Node keeps the list of its duration until its time if the timer has no reference. */
const cancel = (timer: NodeJS.Timeout | undefined): void => clearTimeout(timer?.ref());

export class WatchGroup {
  readonly list: ListName;
  /** Watches that began to fail since the last success of one. */
  failing = 0;
  readonly watches = new Map<string, Watch>();
  readonly #options: GroupOptions;
  /** To be read next. */
  readonly #due = new Set<Watch>();
  /** Watches whose field was not found. They are read at times of their own. */
  readonly #missing = new Set<Watch>();
  #isReading = false;
  #readTimer: NodeJS.Timeout | undefined;
  /** Moment (`performance.now()`) of the next read. */
  #readAt = Number.POSITIVE_INFINITY;
  #pollTimer: NodeJS.Timeout | undefined;
  /** Whether the next poll was planned after the reads of the last one, which say how long lists are fresh. */
  #isPlanned = false;
  /** Position in the round of polls. */
  #round: Iterator<Watch, undefined> | undefined;
  /** Below zero during a round that brought a change. */
  #unchangedRounds = 0;

  constructor(options: GroupOptions) {
    this.list = options.list;
    this.#options = options;
  }

  /** Number of watches that a round reads. */
  get polled(): number {
    return this.watches.size - this.#missing.size;
  }

  /** Adds a listener. `needsRead`: the listener cannot use the state of earlier reads. */
  subscribe(fieldId: string, listener: WatchListener, index: number, needsRead: boolean): Watch {
    const watch = this.watches.getOrInsertComputed(fieldId, () => new Watch(fieldId, this));
    watch.listeners.set(listener, index);
    if (needsRead || watch.state === unknownState) {
      watch.awaiting.set(listener, index);
      this.request(watch);
    }
    this.#pollTimer ??= this.#nextPoll();
    return watch;
  }

  unsubscribe(watch: Watch, listener: WatchListener): void {
    watch.listeners.delete(listener);
    watch.awaiting.delete(listener);
    if (watch.listeners.size > 0) return;
    this.#due.delete(watch);
    this.#missing.delete(watch);
    if (this.watches.get(watch.fieldId) === watch) this.watches.delete(watch.fieldId);
    if (this.watches.size > 0) return;
    cancel(this.#pollTimer);
    cancel(this.#readTimer);
    this.#options.onEmpty();
  }

  /** Reads a watch as soon as it may be read, however often its reads have failed. */
  request(watch: Watch): void {
    watch.retryAt = 0;
    this.#readLater(watch);
  }

  #readLater(watch: Watch): void {
    this.#due.add(watch);
    this.#schedule(watch.readableAt);
  }

  /** Thousands of watches may be requested at once, so each must take constant time. */
  #schedule(readableAt: number): void {
    const now = performance.now();
    const at = Math.max(now + joinMs, readableAt);
    if (this.#isReading || at >= this.#readAt) return;
    this.#readAt = at;
    cancel(this.#readTimer);
    this.#readTimer = setTimeout(() => void this.#read(), at - now).unref();
  }

  async #read(): Promise<void> {
    const now = performance.now();
    const ready = () => this.#due.values().filter(({ readableAt }) => readableAt <= now);
    const [first] = ready();
    const size = first?.fieldsMax ?? 0;
    const ofSize = ready().filter((watch) => watch.fieldsMax === size);
    const watches = ofSize.take(size).toArray();
    for (const watch of watches) this.#due.delete(watch);
    this.#isReading = true;
    if (watches.length > 0) await this.#options.read(watches, this.#onRead);
    this.#isReading = false;
    this.#readAt = Number.POSITIVE_INFINITY;
    let readableAt = Number.POSITIVE_INFINITY;
    for (const watch of this.#due) readableAt = Math.min(readableAt, watch.readableAt);
    if (this.#due.size > 0) this.#schedule(readableAt);
  }

  readonly #onRead: OnRead = (watches, haveChanged) => {
    if (haveChanged) this.#unchangedRounds = -1;
    for (const watch of watches) {
      this.#missing.delete(watch);
      if (watch.listeners.size === 0) continue;
      if (watch.state === notFoundState) this.#missing.add(watch);
      if (watch.retryAt > 0) this.#due.add(watch);
      if (this.#due.has(watch)) this.#schedule(watch.readableAt);
    }
    if (this.#isPlanned || this.watches.size === 0) return;
    this.#isPlanned = true;
    cancel(this.#pollTimer);
    this.#pollTimer = this.#nextPoll();
  };

  #nextPoll(): NodeJS.Timeout {
    const { waitMs, fields } = this.#options.pace(this.polled, this.#unchangedRounds);
    return setTimeout(() => {
      this.#poll(fields);
      this.#isPlanned = false;
      this.#pollTimer = this.#nextPoll();
    }, waitMs).unref();
  }

  #poll(fields: number): void {
    for (let count = 0, ends = 0; count < fields && ends < 2; ) {
      this.#round ??= this.watches.values();
      const watch = this.#round.next().value;
      if (watch === undefined) {
        this.#round = undefined;
        this.#unchangedRounds += 1;
        ends += count > 0 ? 2 : 1;
      } else if (!this.#missing.has(watch)) {
        this.#readLater(watch);
        count += 1;
      }
    }
    // If no field is found, one read still shows whether the key is valid.
    const [first] = this.#missing;
    if (this.polled === 0 && first) this.request(first);
  }
}
