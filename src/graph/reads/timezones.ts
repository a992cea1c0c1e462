/**
 * Which timezone a field is in, as lists of the service stated it last. A list that states none says nothing: the zone stays as it was.
 * Cached per field and credential, so that nobody learns of a field through another caller.
 */
import { LRUCache } from 'lru-cache';
import { isTimezone } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';

/** An IANA name; null where the service states none that exists. */
export type Timezone = string | null;

const keptMax = 50_000;
const keptMs = 3_600_000;
const nameLengthMax = 64;

/** What was said of fields lately, over all operations: at most `keptMax` fields, the longest unused let go first, each for an hour. */
export class KnownTimezones {
  readonly #kept = new LRUCache<string, string>({ max: keptMax, ttl: keptMs });

  get count(): number {
    return this.#kept.size;
  }

  get(credential: string, fieldId: string): string | undefined {
    return this.#kept.get(keyOf(credential, fieldId));
  }

  set(credential: string, fieldId: string, timezone: string): void {
    this.#kept.set(keyOf(credential, fieldId), timezone);
  }
}

function keyOf(credential: string, fieldId: string): string {
  return `${credential} ${fieldId}`;
}

/** The timezone that the `meta` of a list states, if it exists. `known` is one that was checked before. */
export function statedTimezone(meta: unknown, known: Timezone | undefined): string | undefined {
  const stated = isRecord(meta) ? meta.timezone : undefined;
  if (typeof stated !== 'string') return undefined;
  return stated === known || (stated.length <= nameLengthMax && isTimezone(stated)) ? stated : undefined;
}

/** Timezones as one operation knows them: they stay the same while it runs, whatever other operations read. */
export class Timezones {
  readonly #known: KnownTimezones;
  readonly #caller: { readonly credential: string };
  readonly #stated = new Map<string, Timezone>();
  /** The last read of each field that is or was on its way. */
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #asked = new Map<string, Promise<void>>();

  constructor(known: KnownTimezones, caller: { readonly credential: string }) {
    this.#known = known;
    this.#caller = caller;
  }

  /** The timezone of a field; undefined while no list stated it, null once one was requested for it and stated none. */
  readonly get = (fieldId: string): Timezone | undefined => {
    const stated = this.#stated.get(fieldId);
    if (stated !== undefined || this.#stated.has(fieldId)) return stated;
    const known = this.#known.get(this.#caller.credential, fieldId);
    if (known !== undefined) this.#stated.set(fieldId, known);
    return known;
  };

  /** Records the timezone that a list stated. */
  set(fieldId: string, timezone: string): void {
    this.#stated.set(fieldId, timezone);
    this.#known.set(this.#caller.credential, fieldId, timezone);
  }

  /** Records that a list of a field is being read, so that no call is made only for the timezone. */
  expect(fieldId: string, read: Promise<unknown>): void {
    if (!this.#stated.has(fieldId)) this.#reads.set(fieldId, read);
  }

  /**
   * The timezone of a field, where it is not known yet from a list that this operation reads anyway, else from `read`, a list of the
   * field: one call more an operation and field. Rejects as `read` does.
   */
  async ask(fieldId: string, read: () => Promise<unknown>): Promise<Timezone> {
    if (this.get(fieldId) === undefined) {
      const asked = this.#asked.get(fieldId) ?? this.#find(fieldId, read);
      this.#asked.set(fieldId, asked);
      await asked.catch(ignore);
    }
    // The first to need it may have read a list that this one cannot see, or the reverse.
    if (this.get(fieldId) === undefined) await this.#read(fieldId, read);
    return this.get(fieldId) ?? null;
  }

  async #find(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    // The other lists of the operation are requested by then.
    await new Promise(setImmediate);
    await this.#reads.get(fieldId)?.catch(ignore);
    if (this.get(fieldId) === undefined) await this.#read(fieldId, read);
  }

  /** Reads a list for its timezone alone. One that states none is not asked again in this operation. */
  async #read(fieldId: string, read: () => Promise<unknown>): Promise<void> {
    await read();
    if (this.get(fieldId) === undefined) this.#stated.set(fieldId, null);
  }
}

function ignore(): void {}
