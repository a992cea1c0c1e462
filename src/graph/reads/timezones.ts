/**
 * Timezones and facts that lists state about their field. A timezone is cached by field and credential, so that no caller learns about a
 * field through another. Facts, such as the name, stay in their operation.
 */
import { LRUCache } from 'lru-cache';
import { isTimezone } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { components } from '../../contract/openapi.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Untrusted } from '../upstream/untrusted.ts';

/** An IANA name; null if the service states none that exists. */
type Timezone = string | null;

/** Loads lists of one kind. */
export interface ListLoader {
  /** Name of its read. */
  readonly name: string;
  load(query: { field_id: string; limit: number }): Promise<unknown>;
}

/** Bench row "1,000 fields", whose callers all differ, shows the memory that more would take. */
const cachedMax = 10_000;
const ttlMs = 3_600_000;
const nameLengthMax = 64;

/** The timezones that all operations share, each for an hour, by credential and field. */
export class KnownTimezones extends LRUCache<string, string> {
  constructor() {
    // Bounded by size: with `max` it would allocate its arrays for all entries at once.
    super({ maxSize: cachedMax, ttl: ttlMs });
  }
}

/** The timezone that the `meta` of a list states, if it exists. `known` needs no check: it has passed before. */
export function statedTimezone(meta: unknown, known: Timezone | undefined): string | undefined {
  const stated = isRecord(meta) ? meta.timezone : undefined;
  if (typeof stated !== 'string') return undefined;
  return stated === known || (stated.length <= nameLengthMax && isTimezone(stated)) ? stated : undefined;
}

/** Facts of a field, of unknown shape. */
type StatedFacts = Untrusted<components['schemas']['FieldFacts']>;

/** What a list states about its field. */
export interface StatedField {
  /** Undefined if the list states none. */
  timezone: string | undefined;
  /** Unchecked. */
  facts?: unknown;
  /** Whether the cache returned the list without a request. */
  isUnconfirmed: boolean;
}

/** State of one field in an operation. It is one object: with a map for each member, an operation without a list would create them all. */
interface KnownField {
  /** Key of its timezone in `KnownTimezones`. */
  key: string;
  /** As its lists state it. */
  timezone?: Timezone | undefined;
  /** Result of the first call of `first`, once there was one. */
  first?: { timezone: Timezone | undefined };
  /** As its lists stated them so far. */
  facts?: StatedFacts;
  /** The field's lists that this operation reads. While there are some, no call is made only for the timezone. */
  reads: FieldRead[];
  timezoneRequested?: Promise<void>;
  /** Results of `load`, by the loader passed to it. */
  loads?: Map<ListLoader, Promise<Timezone>>;
  /** Results of `loadFacts`, by the name of the requested fact. */
  factsRequested?: Map<keyof StatedFacts, Promise<StatedFacts | null>>;
}

interface FieldRead {
  /** Undefined for a list that its loader adds, too. */
  name?: string;
  list: Promise<unknown>;
}

/**
 * Timezones of one operation: they stay the same while it runs, whatever other operations read. Use `first` to choose which calls to make,
 * `get` once a list has arrived, and `load` to wait for a timezone.
 */
export class Timezones {
  readonly #known: KnownTimezones;
  readonly #caller: { readonly credential: string };
  #fields: Map<string, KnownField> | undefined;
  #nextTurn: Promise<void> | undefined;

  constructor(known: KnownTimezones, caller: { readonly credential: string }) {
    this.#known = known;
    this.#caller = caller;
  }

  /** The state of a field in this operation. */
  of(fieldId: string): KnownField {
    this.#fields ??= new Map();
    const known = this.#fields.get(fieldId);
    if (known !== undefined) return known;
    const field: KnownField = { key: `${this.#caller.credential} ${fieldId}`, reads: [] };
    this.#fields.set(fieldId, field);
    return field;
  }

  /** The timezone of a field. Undefined while no list has stated it; null after a list that was read for it stated none. */
  get(fieldId: string): Timezone | undefined {
    const field = this.of(fieldId);
    if (field.timezone === undefined) field.timezone = this.#known.get(field.key);
    return field.timezone;
  }

  /** The result of `get` at the first call in this operation, so that a run after a bail-out makes the same calls. */
  first(fieldId: string): Timezone | undefined {
    const field = this.of(fieldId);
    field.first ??= { timezone: this.get(fieldId) };
    return field.first.timezone;
  }

  /** Records the timezone and the facts that a list stated. */
  set(fieldId: string, { timezone, facts, isUnconfirmed }: StatedField): void {
    const field = this.of(fieldId);
    // A cached list was read before the timezone that is known by now, which may have been set since.
    if (timezone !== undefined && timezone !== field.timezone && !(isUnconfirmed && field.timezone != null)) {
      field.timezone = timezone;
      this.#known.set(field.key, timezone, { size: 1 });
    }
    if (!isRecord(facts) || facts === field.facts) return;
    const before: Record<string, unknown> | undefined = field.facts;
    const all: Record<string, unknown> = before ? { ...before, ...facts } : facts;
    // Null states nothing: it does not matter which list arrives first.
    for (const name in before) all[name] ??= before[name];
    field.facts = all;
  }

  /**
   * The timezone of a field, from a list that this operation reads anyway. Otherwise reads one record of `lists`, or of the first of
   * `others` that the caller may read. Rejects with the error of the last one, always the same, so that a run after a bail-out has the same
   * errors.
   */
  load(fieldId: string, lists: ListLoader, ...[other, ...others]: ListLoader[]): Promise<Timezone> {
    const field = this.of(fieldId);
    field.loads ??= new Map();
    const loading = field.loads.getOrInsertComputed(lists, () => this.#load(fieldId, lists));
    if (other === undefined) return loading;
    return loading.catch((error) => {
      if (!(error instanceof GatewayError && error.code === 'FORBIDDEN')) throw error;
      return this.load(fieldId, other, ...others);
    });
  }

  async #load(fieldId: string, lists: ListLoader): Promise<Timezone> {
    if (this.get(fieldId) === undefined) {
      const field = this.of(fieldId);
      field.timezoneRequested ??= this.#request(fieldId, lists);
      await field.timezoneRequested.catch(ignore);
    }
    // The list that the first caller requested may have failed.
    if (this.get(fieldId) === undefined) await this.#readOne(fieldId, lists);
    return this.get(fieldId) ?? null;
  }

  /**
   * The facts of a field, once one of its lists states `name` or all have arrived; null if none states any. Calls `read` only if the
   * operation reads no list. Rejects with the error of the first list if all of them fail.
   */
  loadFacts(fieldId: string, name: keyof StatedFacts, read: () => Promise<unknown>): Promise<StatedFacts | null> {
    const field = this.of(fieldId);
    field.factsRequested ??= new Map();
    return field.factsRequested.getOrInsertComputed(name, () => this.#findFacts(field, name, read));
  }

  async #findFacts(field: KnownField, name: keyof StatedFacts, read: () => Promise<unknown>) {
    await this.#othersRequested();
    const ownRead = field.reads.length === 0 ? read() : undefined;
    // Push at once: timezone requests in this turn then wait for this list instead of reading one of their own.
    if (ownRead) field.reads.push({ list: ownRead });
    const failures: unknown[] = [];
    for (const { list } of field.reads) {
      await list.catch((error) => failures.push(error));
      // The timezone request may read another list after a refused one.
      await field.timezoneRequested?.catch(ignore);
      if (field.facts?.[name] != null) return field.facts;
    }
    if (failures.length < field.reads.length) return field.facts ?? null;
    throw failures[0];
  }

  /** Waits until the other lists of the operation are requested. All fields share it: between two immediates, the batch would be sent. */
  #othersRequested(): Promise<void> {
    this.#nextTurn ??= new Promise(setImmediate).then(() => {
      this.#nextTurn = undefined;
    });
    return this.#nextTurn;
  }

  /** Waits for the field's lists that the operation reads, until one states the timezone. Otherwise reads one record of `lists`. */
  async #request(fieldId: string, lists: ListLoader): Promise<void> {
    await this.#othersRequested();
    const { reads } = this.of(fieldId);
    let count: number;
    do {
      count = reads.length;
      await Promise.any(reads.map(({ list }) => list.then(() => this.get(fieldId) ?? Promise.reject()))).catch(ignore);
      // Facts that this turn requested later may have pushed a read of their own.
    } while (reads.length > count && this.get(fieldId) === undefined);
    if (this.get(fieldId) === undefined) await this.#readOne(fieldId, lists);
  }

  /**
   * Reads one record only for the timezone of its list, unless the operation has read a list of this loader: the outcome would be the same. If
   * it states none, no other is requested in this operation.
   */
  async #readOne(fieldId: string, lists: ListLoader): Promise<void> {
    const field = this.of(fieldId);
    const before = field.reads.filter(({ name }) => name === lists.name).map(({ list }) => list);
    await Promise.any(before).catch(async ({ errors }: AggregateError) => {
      const failure = errors.find(isOfAnyQuery);
      if (failure) throw failure;
      const list = lists.load({ field_id: fieldId, limit: 1 });
      field.reads.push({ list });
      await list;
    });
    if (this.get(fieldId) === undefined) field.timezone = null;
  }
}

/** Errors that another list of the same read would have, too: those of the caller, the field or an outage. */
const sharedCodes: ErrorCode[] = ['UNAUTHENTICATED', 'NOT_FOUND', 'RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'OVERLOADED'];
const isOfAnyQuery = ({ code }: GatewayError): boolean => sharedCodes.includes(code);

function ignore(): void {}
