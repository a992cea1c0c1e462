/**
 * The timezone of a field, as a list of the service stated it last. It is cached by field and credential, so that nobody learns of a field
 * through another caller.
 */
import { LRUCache } from 'lru-cache';
import { isTimezone } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';

/** An IANA name; null if the service states none that exists. */
export type Timezone = string | null;

const cachedMax = 50_000;
const ttlMs = 3_600_000;
const nameLengthMax = 64;

/** The timezones that all operations share, each for an hour. */
export class KnownTimezones {
  // Bounded by size: with `max` it would allocate its arrays for all entries at once.
  readonly #cache = new LRUCache<string, string>({ maxSize: cachedMax, ttl: ttlMs });

  get count(): number {
    return this.#cache.size;
  }

  get(credential: string, fieldId: string): string | undefined {
    return this.#cache.get(`${credential} ${fieldId}`);
  }

  set(credential: string, fieldId: string, timezone: string): void {
    this.#cache.set(`${credential} ${fieldId}`, timezone, { size: 1 });
  }
}

/** The timezone that the `meta` of a list states, if it exists. `known` was checked before. */
export function statedTimezone(meta: unknown, known: Timezone | undefined): string | undefined {
  const stated = isRecord(meta) ? meta.timezone : undefined;
  if (typeof stated !== 'string') return undefined;
  return stated === known || (stated.length <= nameLengthMax && isTimezone(stated)) ? stated : undefined;
}

/** Timezones of one operation: they stay the same while it runs, whatever other operations read. */
export class Timezones {
  readonly #known: KnownTimezones;
  readonly #credential: string;
  readonly #stated = new Map<string, Timezone>();
  readonly #first = new Map<string, Timezone | undefined>();
  /** The last read of each field. */
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #requested = new Map<string, Promise<void>>();

  constructor(known: KnownTimezones, credential: string) {
    this.#known = known;
    this.#credential = credential;
  }

  /** The timezone of a field; undefined while no list stated it, null once one was requested for it and stated none. */
  readonly get = (fieldId: string): Timezone | undefined => {
    const stated = this.#stated.get(fieldId);
    if (stated !== undefined || this.#stated.has(fieldId)) return stated;
    const known = this.#known.get(this.#credential, fieldId);
    if (known !== undefined) this.#stated.set(fieldId, known);
    return known;
  };

  /** As `get` at the first request of this operation: a run that begins again after a bail-out makes the same calls. */
  first(fieldId: string): Timezone | undefined {
    if (!this.#first.has(fieldId)) this.#first.set(fieldId, this.get(fieldId));
    return this.#first.get(fieldId);
  }

  /** Records the timezone that a list stated. */
  set(fieldId: string, timezone: string): void {
    this.#stated.set(fieldId, timezone);
    this.#known.set(this.#credential, fieldId, timezone);
  }

  /** Records that a list of a field is being read, so that no call is made only for the timezone. */
  expect(fieldId: string, read: Promise<unknown>): void {
    if (!this.#stated.has(fieldId)) this.#reads.set(fieldId, read);
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

  async #find(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    // The other lists of the operation are requested by then.
    await new Promise(setImmediate);
    await this.#reads.get(fieldId)?.catch(ignore);
    if (this.get(fieldId) === undefined) await this.#read(fieldId, read);
  }

  /** Reads a list only for its timezone. If it states none, no other is requested in this operation. */
  async #read(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    await read();
    if (this.get(fieldId) === undefined) this.#stated.set(fieldId, null);
  }
}

function ignore(): void {}
