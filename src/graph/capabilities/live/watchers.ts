/**
 * Watches lists for their listeners: one watch for a field, a list and a credential, however many listen. Lists are read by conditional
 * requests in batches, at intervals that fit the service's quota, and at once when the service hints at a change.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isSameTag } from '../../../platform/server/etag.ts';
import { readRequestId } from '../../../platform/server/http-request.ts';
import type { Hints } from '../../../platform/sync/change-hints.ts';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import type { GatewayError } from '../../errors/gateway-error.ts';
import { errorFromResponse } from '../../upstream/problems.ts';
import type { Caller } from '../../operation/caller.ts';
import type { Rest } from '../../reads/declaration.ts';
import { accept, createRest, type OwnInit, unreadable } from '../../reads/read.ts';
import { backgroundScope, type CallScope } from '../../upstream/call.ts';
import { freshUntil } from '../../upstream/layers/freshness.ts';
import type { UpstreamResponse } from '../../upstream/response.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { Watcher, keyOf } from './watcher.ts';
import { countLists, type Subject } from './cursor.ts';
import { type ListName, watchedLists } from './lists.ts';
import { notFoundState, stateOf, unknownState, type OnRead, type Watch, WatchGroup } from './watch-group.ts';

export interface WatchersOptions {
  upstream: Pick<Upstream, 'fetch' | 'load' | 'expire'>;
  serviceUrl: string;
  /** Shortest and longest time between two polls of a list. A quota may make it longer. */
  pollMsMin: number;
  pollMsMax: number;
  deadlineMs: number;
}

/** Maximum batches at a time with accepted credentials, and the same with others. A batch counts until it ends, or for `gapMs`. */
const batchesMax = 4;
/** Batches wait while other calls wait, but no longer than that. */
const busyMsMax = 2_000;
const busyPauseMs = 50;
/** A watch is read at most this often, whatever the hints. */
const gapMs = 500;
/** Equals no ETag. A request with an ETag never gets a cached response. */
const noETag = '"none"';

export class Watchers {
  readonly #options: WatchersOptions;
  readonly #lists: Rest['lists'];
  readonly #slots = new Semaphore(batchesMax);
  readonly #slotsOfUnaccepted = new Semaphore(batchesMax);
  /** By credential. */
  readonly #watchers = new Map<string, Watcher>();
  #reads = 0;
  #changes = 0;
  #intervalMs = 0;

  constructor(options: WatchersOptions) {
    this.#options = options;
    this.#lists = createRest(options.serviceUrl, options.upstream.fetch).lists;
  }

  /** The watches of a caller's list in a period. They live as long as anybody subscribes to one of them. */
  group(caller: Caller, list: ListName, period: number): WatchGroup {
    const { credential } = caller;
    const watcher = this.#watchers.getOrInsertComputed(credential, () => new Watcher(caller));
    const key = keyOf(list, period);
    return watcher.groups.getOrInsertComputed(key, () => {
      const reading: GroupReading = { watcher, list, query: watchedLists[list].query(period) };
      return new WatchGroup({
        list,
        read: async (watches, onRead) => {
          const until = performance.now() + busyMsMax;
          const { load } = this.#options.upstream;
          const isBusy = () => load(watchedLists[list].endpoint).waiting > 0 && performance.now() < until;
          // Listeners may unsubscribe while the batch waits.
          const watched = () => watches.filter(({ listeners }) => listeners.size > 0);
          const isOver = async () =>
            watched().length === 0 || (!isBusy() && this.#read(watched(), onRead, reading).then(() => true));
          const slots = watcher.isAccepted ? this.#slots : this.#slotsOfUnaccepted;
          // Wait without a slot: watches of a busy endpoint must not delay those of other endpoints.
          while (watched().length > 0 && (isBusy() || !(await slots.run(isOver))))
            await wait(busyPauseMs, undefined, { ref: false });
        },
        pace: (size, unchangedRounds) => {
          const pace = watcher.pace(list, size, unchangedRounds, this.#options);
          this.#intervalMs = pace.intervalMs;
          return pace;
        },
        onEmpty: () => {
          watcher.groups.delete(key);
          if (watcher.groups.size === 0) this.#watchers.delete(credential);
        },
      });
    });
  }

  /** Number of these lists that are not watched with the credential yet. */
  countUnwatched({ credential }: Caller, subject: Subject, periods: readonly number[]): number {
    return this.#watchers.get(credential)?.countUnwatched(subject, periods) ?? countLists(subject);
  }

  /** Reads the lists that may have changed; without hints, all of them. */
  readonly onHints = (hints: Hints): void => {
    for (const { groups } of this.#watchers.values()) {
      for (const group of groups.values()) {
        const name = group.list.toLowerCase();
        if (hints === undefined) for (const watch of group.watches.values()) group.request(watch);
        for (const { fieldId, list } of hints ?? []) {
          const watch = list === name ? group.watches.get(fieldId) : undefined;
          if (watch) group.request(watch);
        }
      }
    }
  };

  /** Number of watches of a credential, or of all: one for each field, list and credential. */
  watches(credential?: string): number {
    if (credential !== undefined) return this.#watchers.get(credential)?.size ?? 0;
    return this.#watchers.values().reduce((sum, { size }) => sum + size, 0);
  }

  /** For operators. */
  get load() {
    const watches = this.watches();
    return {
      watches,
      /** Lists read since the start, and those of them that had changed. */
      reads: this.#reads,
      changes: this.#changes,
      /** Time between two polls of a list, by the last poll that was planned. */
      intervalMs: watches > 0 ? this.#intervalMs : 0,
    };
  }

  async #read(watches: readonly Watch[], onRead: OnRead, reading: GroupReading) {
    const { credential, authorization } = reading.watcher.caller;
    const headers = { 'x-request-id': readRequestId(null), ...(authorization !== undefined && { authorization }) };
    const scope = backgroundScope(this.#options.deadlineMs, { headers, credential });
    const arrived: ReadState[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    // Slow lists must not delay others: wait no longer than this.
    const patience = setTimeout(resolve, gapMs).unref();
    const notBefore = performance.now() + gapMs;
    for (const watch of watches) {
      const { awaiting } = watch;
      watch.awaiting = new Map();
      watch.notBefore = Number.POSITIVE_INFINITY;
      watch.retryAt = Number.POSITIVE_INFINITY;
      this.#reads += 1;
      const settle = (state: number | GatewayError) => {
        watch.notBefore = notBefore;
        // The lists of one response arrive in one turn. A list that is read by itself may arrive much later.
        if (arrived.length === 0)
          setImmediate(() => {
            onRead(...this.#notify(arrived.splice(0), reading));
            clearTimeout(patience);
            resolve();
          });
        arrived.push({ watch, awaiting, state });
      };
      this.#readState(watch, reading, scope).catch(unreadable).then(settle, settle);
    }
    return promise;
  }

  /** Notifies the listeners of these watches. Returns the watches, and whether any changed. */
  #notify(read: readonly ReadState[], reading: GroupReading): Parameters<OnRead> {
    // Expire the cache before any listener is notified: an event must not show older cached data.
    const differing = read.filter(({ watch, state }) => typeof state === 'number' && state !== watch.state);
    for (const { watch } of differing) this.#options.upstream.expire(watch.fieldId, watch.isUnconditional);
    const changes = differing.filter(({ watch }) => watch.state !== unknownState).length;
    this.#changes += changes;
    const missing = differing.filter(({ watch }) => watch.state === notFoundState);
    for (const { watch, awaiting, state } of read) {
      const isRequested = watch.retryAt === 0;
      watch.retryAt = 0;
      reading.watcher.isAccepted ||= typeof state === 'number';
      if (typeof state === 'number') watch.notify(awaiting, state);
      else this.#fail(watch, awaiting, state, reading, read.length);
      if (state === notFoundState)
        watch.retryAt = performance.now() + reading.watcher.missingMs(this.#options.pollMsMax);
      if (isRequested) watch.retryAt = 0;
    }
    // A field appears with all its lists.
    for (const { watch } of missing)
      for (const group of reading.watcher.groups.values()) {
        const other = group.watches.get(watch.fieldId);
        if (other?.state === notFoundState) group.request(other);
      }
    return [read.map(({ watch }) => watch), changes > 0];
  }

  /** The state of a list now. Throws a GatewayError. */
  async #readState(watch: Watch, reading: GroupReading, scope: CallScope): Promise<number> {
    const { watcher, list, query } = reading;
    const { endpoint, expectedBytes } = watchedLists[list];
    const ifNoneMatch = watch.isUnconditional ? '' : (watch.etag ?? noETag);
    const own: OwnInit = { endpoint, scope, ifNoneMatch, expectedBytes: watch.etag === undefined ? expectedBytes : 0 };
    const params: { query: object } = { query: { field_id: watch.fieldId, ...query } };
    const [sentAt, requestedAt] = [performance.now(), Date.now()];
    const answer = await this.#lists.GET(`/api/v1/${endpoint}`, { params, ...own }).catch(unreadable);
    const response = answer.response as object as UpstreamResponse;
    watcher.observe(response.headers.get('ratelimit-policy'));
    if (response.status === 404 && errorFromResponse(response, answer.error).code === 'NOT_FOUND') {
      watch.etag = undefined;
      return notFoundState;
    }
    const isUnchanged = response.status === 304 && !watch.isUnconditional;
    const etag = response.headers.get('etag') ?? undefined;
    if (isUnchanged && (watch.etag === undefined || !isSameTag(etag ?? watch.etag, watch.etag))) {
      watch.isUnconditional = true;
      return this.#readState(watch, reading, scope);
    }
    const state = isUnchanged ? watch.state : stateOf(accept<{ data?: unknown }>(answer as never).data.data);
    watcher.setFresh(list, sentAt + freshUntil(response, requestedAt) - requestedAt);
    if (!isUnchanged) watch.etag = etag;
    return state;
  }

  #fail(watch: Watch, awaiting: Watch['awaiting'], error: GatewayError, reading: GroupReading, fields: number): void {
    const { watcher, list } = reading;
    const { code, extensions } = error;
    if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
      // A key that lacks a scope can still read other lists.
      const groups = watcher.groups.values().filter((group) => code === 'UNAUTHENTICATED' || group.list === list);
      const ofKey = groups.flatMap(({ watches }) => watches.values());
      // Without a key, a service may refuse one field only.
      const refused = watcher.caller.credential === '' ? [watch] : ofKey;
      for (const { listeners } of refused) for (const listener of listeners.keys()) listener.onRefusal(error);
      return;
    }
    watch.fail(awaiting, error, fields);
    const now = performance.now();
    const requestedMs = Math.min((extensions.retryAfterSeconds ?? 0) * 1_000, this.#options.pollMsMax);
    watch.notBefore = Math.max(watch.notBefore, now + requestedMs);
    watch.retryAt = now + watcher.retryMs(watch.failures, this.#options.pollMsMax);
  }
}

/** The result of reading a watch, and the listeners that waited for it. */
interface ReadState {
  watch: Watch;
  awaiting: Watch['awaiting'];
  state: number | GatewayError;
}

/** What all reads of a group have in common. */
interface GroupReading {
  watcher: Watcher;
  list: ListName;
  /** Parameters besides the field. */
  query: Readonly<Record<string, string | number>>;
}
