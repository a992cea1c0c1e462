/**
 * What the lists of the service state of their field. A timezone is cached by field and credential, so that nobody learns of a field through
 * another caller; facts, such as its name, stay in their operation.
 */
import { LRUCache } from 'lru-cache';
import { isTimezone } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { components } from '../../contract/openapi.ts';
import type { Untrusted } from '../upstream/untrusted.ts';

/** An IANA name; null if the service states none that exists. */
export type Timezone = string | null;

const cachedMax = 50_000;
const ttlMs = 3_600_000;
const nameLengthMax = 64;

/** The timezones that all operations share, each for an hour, by credential and field. */
export class KnownTimezones extends LRUCache<string, string> {
  constructor() {
    // Bounded by size: with `max` it would allocate its arrays for all entries at once.
    super({ maxSize: cachedMax, ttl: ttlMs });
  }
}

/** The timezone that the `meta` of a list states, if it exists. `known` was checked before. */
export function statedTimezone(meta: unknown, known: Timezone | undefined): string | undefined {
  const stated = isRecord(meta) ? meta.timezone : undefined;
  if (typeof stated !== 'string') return undefined;
  return stated === known || (stated.length <= nameLengthMax && isTimezone(stated)) ? stated : undefined;
}

/** Facts of a field, of unknown shape. */
export type StatedFacts = Untrusted<components['schemas']['FieldFacts']>;

/** Timezones of one operation: they stay the same while it runs, whatever other operations read. */
export class Timezones {
  readonly #known: KnownTimezones;
  readonly #credential: string;
  readonly #stated = new Map<string, Timezone>();
  readonly #first = new Map<string, Timezone | undefined>();
  readonly #facts = new Map<string, StatedFacts>();
  readonly #factsRequested = new Map<string, Promise<StatedFacts | null>>();
  /** The reads of each field. */
  readonly #reads = new Map<string, Promise<unknown>[]>();
  readonly #requested = new Map<string, Promise<void>>();

  constructor(known: KnownTimezones, credential: string) {
    this.#known = known;
    this.#credential = credential;
  }

  /** The timezone of a field; undefined while no list stated it, null once one was requested for it and stated none. */
  readonly get = (fieldId: string): Timezone | undefined => {
    const stated = this.#stated.get(fieldId);
    if (stated !== undefined || this.#stated.has(fieldId)) return stated;
    const known = this.#known.get(`${this.#credential} ${fieldId}`);
    if (known !== undefined) this.#stated.set(fieldId, known);
    return known;
  };

  /** As `get` at the first request of this operation: a run that begins again after a bail-out makes the same calls. */
  first(fieldId: string): Timezone | undefined {
    if (!this.#first.has(fieldId)) this.#first.set(fieldId, this.get(fieldId));
    return this.#first.get(fieldId);
  }

  /** Records what a list stated of its field. */
  set(fieldId: string, timezone: string | undefined, facts: unknown): void {
    if (timezone !== undefined && timezone !== this.#stated.get(fieldId)) {
      this.#stated.set(fieldId, timezone);
      this.#known.set(`${this.#credential} ${fieldId}`, timezone, { size: 1 });
    }
    if (isRecord(facts)) this.#facts.set(fieldId, facts);
  }

  /** Records that a list of a field is being read, so that no call is made only for the timezone. */
  expect(fieldId: string, read: Promise<unknown>): void {
    const reads = this.#reads.get(fieldId);
    if (reads === undefined) this.#reads.set(fieldId, [read]);
    else reads.push(read);
  }

  /** The timezone of a field, from a list that this operation reads anyway, or else from `read`. Rejects as `read` does. */
  async load(fieldId: string, read: () => Promise<unknown>): Promise<Timezone> {
    if (this.get(fieldId) === undefined) {
      await this.#requested.getOrInsertComputed(fieldId, () => this.#find(fieldId, read)).catch(ignore);
    }
    // The first caller may have requested a list that failed for it.
    if (this.get(fieldId) === undefined) await this.#read(fieldId, read);
    return this.get(fieldId) ?? null;
  }

  /** The facts that the lists of a field stated so far. */
  factsOf(fieldId: string): StatedFacts | undefined {
    return this.#facts.get(fieldId);
  }

  /**
   * The facts of a field, as the first of its lists states them; null if none does. Only without a list in this operation it calls `read`.
   * Rejects as the last list does if all of them fail.
   */
  loadFacts(fieldId: string, read: () => Promise<unknown>): Promise<StatedFacts | null> {
    return this.#factsRequested.getOrInsertComputed(fieldId, () => this.#findFacts(fieldId, read));
  }

  async #findFacts(fieldId: string, read: () => Promise<unknown>): Promise<StatedFacts | null> {
    await new Promise(setImmediate);
    const reads = this.#reads.get(fieldId) ?? [read()];
    for (const [at, each] of reads.entries()) {
      await (at < reads.length - 1 ? each.catch(ignore) : each);
      const facts = this.#facts.get(fieldId);
      if (facts !== undefined) return facts;
    }
    return null;
  }

  async #find(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    // The other lists of the operation are requested by then.
    await new Promise(setImmediate);
    await this.#reads.get(fieldId)?.at(-1)?.catch(ignore);
    if (this.get(fieldId) === undefined) await this.#read(fieldId, read);
  }

  /** Reads a list only for its timezone. If it states none, no other is requested in this operation. */
  async #read(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    await read();
    if (this.get(fieldId) === undefined) this.#stated.set(fieldId, null);
  }
}

function ignore(): void {}
