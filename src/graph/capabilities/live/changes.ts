/**
 * The changes of some fields' lists for one listener. At most one change waits for each field, however often the field changes. The cursor
 * states what the listener has, so a slow listener skips states in between, but never the last one.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Caller } from '../../operation/caller.ts';
import { countLists, type Position, readCursor, type Subject, writeCursor } from './cursor.ts';
import { coveredPeriods, type ListName, watchedLists } from './lists.ts';
import { readStates } from './read-states.ts';
import { unknownState, type Watch, type WatchGroup, type WatchListener } from './watch-group.ts';

/** One event of a stream. */
export interface Change {
  cursor: string;
  /** The lists that changed; none where the event only states a cursor. */
  lists: readonly ListName[];
  /** Undefined where none changed. */
  fieldId: string | undefined;
}

interface ChangesOptions {
  subject: Subject;
  /** Cursor of an earlier stream. */
  after: string | undefined;
  caller: Caller;
  refusal: { requestId: string; path: string[]; coordinate: string };
  groupOf(caller: Caller, list: ListName, period: number): WatchGroup;
  /** Throws OVERLOADED where the process would watch too many lists. `periods` are those of the lists. */
  admit(periods: readonly number[]): void;
  /** Called when a list was read with the caller's credential. */
  onAccept(): void;
  calendar: () => Date;
  /** Maximum wait for reads. A read that fails is not waited for again. */
  deadlineMs: number;
}

/** Proxies may end a request after 30 seconds without a response. */
const firstReadsMsMax = 10_000;

export class Changes implements WatchListener {
  readonly #options: ChangesOptions;
  readonly #position: Position;
  /** By list. */
  readonly #groups: (WatchGroup | undefined)[] = [];
  /** By index. */
  readonly #watches: (Watch | undefined)[] = [];
  /** Whether the watch was read since the listener subscribed: earlier states may be older than the listener's. */
  readonly #isCurrent: Uint8Array;
  /** Lists that are moving to another period. */
  readonly #moving = new Set<number>();
  /** Indexes of the fields with a change. */
  readonly #changed = new Set<number>();
  /** Indexes of the fields that were put back and wait. */
  readonly #delayed = new Set<number>();
  /** The state before the last change was taken. */
  #taken: { field: number; states: Float64Array } | undefined;
  /** Watches whose first read the first event waits for. */
  readonly #unread = new Set<number>();
  #onEvent: (() => void) | undefined;
  #refusal: GatewayError | undefined;
  #isClosed = false;
  readonly #closed = Promise.withResolvers<void>();

  /** Throws BAD_USER_INPUT for a cursor of another subject. */
  constructor(options: ChangesOptions) {
    const { subject, after } = options;
    const size = countLists(subject);
    this.#options = options;
    this.#isCurrent = new Uint8Array(size);
    this.#position =
      after === undefined ? { periods: this.#periods(), states: new Float64Array(size) } : readCursor(subject, after);
  }

  /** Subscribes. Waits a while for the states, or for a cursor of today. Rejects with OVERLOADED, or the refusal of the service. */
  async start(): Promise<void> {
    const { after, admit, deadlineMs } = this.#options;
    const periods = this.#periods();
    // Admit in the same turn as subscribing, so that no other stream comes in between.
    admit(periods);
    for (const [list, period] of periods.entries()) {
      if (period === this.#position.periods[list]) this.#subscribe(list, after !== undefined);
      else void this.#move(list, period);
    }
    if (this.#unread.size + this.#moving.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(deadlineMs, firstReadsMsMax));
      this.#onEvent = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#unread.clear();
    if (this.#refusal) throw this.#refusal;
  }

  /** The listener's state, as an event without a change. */
  get present(): Change {
    return { cursor: writeCursor(this.#options.subject, this.#position), lists: [], fieldId: undefined };
  }

  /** Resolves when there is a change, or when no more will come. Rejects with the service's refusal of the caller. */
  async ready(): Promise<void> {
    while (this.#changed.size === 0 && !this.#isClosed && !this.#refusal)
      await new Promise<void>((resolve) => {
        this.#onEvent = resolve;
      });
    if (this.#refusal) throw this.#refusal;
  }

  /** The next change; undefined where there is none. */
  take(): Change | undefined {
    const { fieldIds, lists } = this.#options.subject;
    for (const field of this.#changed) {
      this.#changed.delete(field);
      const first = field * lists.length;
      this.#taken = { field, states: this.#position.states.slice(first, first + lists.length) };
      const changed = lists.filter((_name, list) => this.#takeList(first + list));
      if (changed.length > 0) return { ...this.present, lists: changed, fieldId: fieldIds[field] };
    }
    return undefined;
  }

  /** Queues the last taken change again after this time: it did not reach the listener. */
  putBack(delayMs: number): void {
    if (this.#taken === undefined) return;
    const { field, states } = this.#taken;
    this.#position.states.set(states, field * states.length);
    this.#changed.delete(field);
    this.#delayed.add(field);
    setTimeout(() => {
      this.#delayed.delete(field);
      this.#changed.add(field);
      this.#onEvent?.();
    }, delayMs).unref();
  }

  /** Moves lists whose period has ended to the current period. */
  checkPeriods(): void {
    for (const [list, period] of this.#periods().entries())
      if (period !== this.#position.periods[list] && !this.#moving.has(list)) void this.#move(list, period);
  }

  close(): void {
    this.#isClosed = true;
    this.#closed.resolve();
    for (const list of this.#options.subject.lists.keys()) this.#unsubscribe(list);
    this.#onEvent?.();
  }

  onChange(index: number, state: number): void {
    if (this.#isCurrent[index] === 1) this.#compare(index, state);
  }

  onRead(index: number, state: number | undefined): void {
    if (state !== undefined) {
      this.#options.onAccept();
      this.#isCurrent[index] = 1;
      if (this.#unread.has(index)) this.#position.states[index] = state;
      else this.#compare(index, state);
    }
    if (this.#unread.delete(index) && this.#unread.size === 0) this.#onEvent?.();
  }

  onRefusal({ code, message, extensions }: GatewayError): void {
    // No log line of the gateway has the request id of a watchers' read.
    this.#refusal ??= new GatewayError(code, { ...extensions, message, ...this.#options.refusal });
    this.close();
  }

  #periods(): number[] {
    const now = this.#options.calendar();
    return this.#options.subject.lists.map((name) => watchedLists[name].periodOf(now));
  }

  #groupOf(list: number, period: number): WatchGroup {
    const { groupOf, caller, subject } = this.#options;
    return groupOf(caller, subject.lists[list] as ListName, period);
  }

  #subscribe(list: number, isResumed: boolean): void {
    const { fieldIds, lists } = this.#options.subject;
    const group = this.#groupOf(list, this.#position.periods[list] as number);
    this.#groups[list] = group;
    for (const [field, fieldId] of fieldIds.entries()) {
      const index = field * lists.length + list;
      const watch = group.subscribe(fieldId, this, index, isResumed);
      this.#watches[index] = watch;
      if (watch.state !== unknownState) this.#options.onAccept();
      if (isResumed) continue;
      this.#isCurrent[index] = Number(watch.state !== unknownState);
      this.#position.states[index] = watch.state;
      if (watch.state === unknownState) this.#unread.add(index);
    }
  }

  #unsubscribe(list: number): void {
    const { fieldIds, lists } = this.#options.subject;
    for (const field of fieldIds.keys()) {
      const watch = this.#watches[field * lists.length + list];
      if (watch) this.#groups[list]?.unsubscribe(watch, this);
    }
    this.#groups[list] = undefined;
  }

  /**
   * Moves a list to another period. Its states are of other windows, so the old period is compared once more. It is read after the new one,
   * and shows any change between both reads, unless the old window ends before the newest records.
   */
  async #move(list: number, period: number): Promise<void> {
    const { subject, deadlineMs } = this.#options;
    const { fieldIds, lists } = subject;
    this.#moving.add(list);
    const oldPeriod = this.#position.periods[list] as number;
    const read = (at: number) => readStates(this.#groupOf(list, at), fieldIds, deadlineMs, this.#closed.promise);
    using present = await read(period);
    if (this.#isClosed) return;
    using before = await read(oldPeriod);
    if (this.#isClosed) return;
    this.#unsubscribe(list);
    const had = fieldIds.map((_id, field) => this.#position.states[field * lists.length + list]);
    this.#position.periods[list] = period;
    this.#subscribe(list, false);
    this.#unread.clear();
    for (const [field, state] of present.states.entries()) {
      const index = field * lists.length + list;
      this.#isCurrent[index] = 1;
      // Unknown differs from each state: the listener, and cursors until then, lack the change of the old period.
      const isCovered = period - oldPeriod <= coveredPeriods && had[field] === before.states[field];
      const isSame = had[field] !== unknownState && (isCovered || had[field] === state);
      this.#position.states[index] = isSame ? state : unknownState;
      this.#compare(index, this.#watches[index]?.state ?? unknownState);
    }
    this.#moving.delete(list);
    if (this.#moving.size === 0) this.#onEvent?.();
  }

  #compare(index: number, state: number): void {
    if (state === unknownState || state === this.#position.states[index]) return;
    const field = Math.floor(index / this.#options.subject.lists.length);
    if (this.#delayed.has(field)) return;
    this.#changed.add(field);
    this.#onEvent?.();
  }

  #takeList(index: number): boolean {
    const state = this.#isCurrent[index] === 1 ? (this.#watches[index]?.state ?? unknownState) : unknownState;
    if (state === unknownState || state === this.#position.states[index]) return false;
    this.#position.states[index] = state;
    return true;
  }
}
