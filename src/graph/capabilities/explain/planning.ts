/** Collects the reads and calls of an operation while it is planned. */
import { type GraphQLResolveInfo, type GraphQLSchema, responsePathAsArray } from 'graphql';
import { addDays, localDate } from '../../../platform/time/instant.ts';
import type { Context } from '../../operation/context.ts';
import type { Read } from '../../reads/declaration.ts';
import { allReads } from '../../reads/client.ts';
import { serializeQuery } from '../../reads/read.ts';
import type { Endpoint } from '../../upstream/call.ts';
import { type Conversion, conversionsOf } from './conversions.ts';
import { followCalls } from './followed-reads.ts';
import { type PlannedRead, type PlannedWindow, uncached } from './plan.ts';
import type { PlannedCall } from './stand-in.ts';
import { pathOf, type PlacedContext } from './view.ts';

/** The reads of an operation. */
export type PlannedReads = ReturnType<Planning['end']>;

/** Reads that differ only in their field. */
export type ReadGroup = ReturnType<typeof createGroup>;

function createGroup(id: number, endpoint: Endpoint, query: Readonly<Record<string, unknown>>) {
  return {
    id,
    endpoint,
    query,
    fieldIds: new Set<string>(),
    paths: new Set<string>(),
    /** Without repetition, whatever number of paths has them. */
    conversions: new Map<string, Conversion>(),
    calls: 0,
    /** Lists that the calls read: a mutation may read that of one field before its write and after it. */
    lists: 0,
  };
}

/** Equal for reads that differ only in their field. */
export const keyOfGroup = (endpoint: Endpoint, filters: string): string => `${endpoint} ${filters}`;

/** For how long caches may store a keyless response of a read; 0 for never, undefined if unknown. */
type GrantedMs = (endpoint: Endpoint) => number | undefined;

/** One operation that is planned: notes its reads as resolvers request them, and its calls as they would be sent. */
export class Planning implements PlacedContext {
  readonly context: Context;
  readonly #schema: GraphQLSchema;
  readonly #groups = new Map<string, ReadGroup>();
  /** The context of each path: all items of a list have the same. */
  readonly #contexts = new Map<string, Context>();
  /** Fields whose timezone is not known. */
  readonly #unknown = new Set<string>();
  #calls = 0;

  constructor(schema: GraphQLSchema, context: Context) {
    this.#schema = schema;
    this.context = context;
  }

  at(info: GraphQLResolveInfo): Context {
    const path = pathOf(responsePathAsArray(info.path));
    return this.#contexts.getOrInsertComputed(path, () => this.#contextAt(path, info));
  }

  #contextAt(path: string, info: GraphQLResolveInfo): Context {
    const followed = followCalls(this.context, (endpoint, query, call) => {
      const { field_id, ...filters } = query;
      const group = this.#groupOf(endpoint, serializeQuery(filters), query);
      group.fieldIds.add(String(field_id));
      if (group.paths.has(path)) return call();
      group.paths.add(path);
      for (const each of conversionsOf(this.#schema, info)) group.conversions.set(Object.values(each).join(' '), each);
      return call();
    });
    return Object.assign(Object.create(this.context), followed);
  }

  onCall({ endpoint, fieldIds, filters }: PlannedCall) {
    this.#calls += 1;
    const group = this.#groupOf(endpoint, filters, {});
    group.calls += 1;
    group.lists += fieldIds.length;
    for (const fieldId of fieldIds) group.fieldIds.add(fieldId);
    return (fieldId: string) => {
      const timezone = this.context.timezones.get(fieldId) ?? undefined;
      if (timezone === undefined) this.#unknown.add(fieldId);
      return timezone;
    };
  }

  /** `now` is the wall clock. */
  end(now: Date, grantedMs: GrantedMs) {
    const groups = [...this.#groups.values()];
    const isKeyed = this.context.caller.authorization !== undefined;
    const planned = groups.map((group) => this.#planned(group, isKeyed ? () => 0 : grantedMs));
    const paths = new Set(groups.flatMap((group) => [...group.paths]));
    const { until } = this.context.freshness;
    const isPublic = planned.length > 0 && planned.every(({ cache }) => cache.public);
    const isKnown = planned.every(({ cache }) => cache.maxAgeSeconds !== null);
    const seconds = Math.max(0, Math.floor((until - now.getTime()) / 1000));
    return {
      reads: planned,
      /** The same reads by `keyOfGroup`, with everything that receipts need. */
      groups: this.#groups,
      calls: this.#calls,
      withoutRequest: withoutRequest([...this.#contexts.keys()], paths),
      cache: isPublic && seconds > 0 ? { public: true, maxAgeSeconds: isKnown ? seconds : null } : uncached,
    };
  }

  #groupOf(endpoint: Endpoint, filters: string, query: Readonly<Record<string, unknown>>): ReadGroup {
    const key = keyOfGroup(endpoint, filters);
    return this.#groups.getOrInsertComputed(key, () => createGroup(this.#groups.size + 1, endpoint, query));
  }

  #planned(group: ReadGroup, grantedMs: GrantedMs): PlannedRead {
    const { id, endpoint, query, fieldIds, calls, lists } = group;
    const [, read] = allReads.find(([, { name }]) => name === endpoint) ?? [];
    const granted = read === undefined ? 0 : grantedMs(endpoint);
    return {
      id,
      read: endpoint,
      fields: fieldIds.size,
      calls,
      batched: fieldIds.size > calls,
      window: read && windowOf(read, query, this.context.now(), this.#timezoneOf(fieldIds)),
      paths: [...group.paths],
      records: Math.ceil((read?.expectedRecords(query as never, this.context.now) ?? 1) * lists),
      cache: granted === 0 ? uncached : { public: true, maxAgeSeconds: granted === undefined ? null : granted / 1000 },
    };
  }

  /** Undefined if the timezones differ, or one is not known. */
  #timezoneOf(fieldIds: ReadonlySet<string>): string | undefined {
    if (!fieldIds.isDisjointFrom(this.#unknown)) return undefined;
    const timezones = new Set([...fieldIds].map((fieldId) => this.context.timezones.get(fieldId)));
    const [timezone] = timezones;
    return timezones.size === 1 ? (timezone ?? undefined) : undefined;
  }
}

/** Undefined for a list that is not bounded by time. */
function windowOf(
  { defaultDays }: Pick<Read<never, unknown>, 'defaultDays'>,
  query: Readonly<Record<string, unknown>>,
  now: Date,
  timezone: string | undefined,
): PlannedWindow | undefined {
  const { from, to } = query as { from?: string; to?: string };
  if (from === undefined && to === undefined && defaultDays === undefined) return undefined;
  const today = localDate(now.getTime(), timezone ?? 'UTC');
  const window = {
    from: from ?? (defaultDays && addDays(today, -defaultDays.daysBack)),
    to: to ?? (defaultDays && addDays(today, defaultDays.daysAhead)),
  };
  const hasDate = [window.from, window.to].some((bound) => bound?.length === today.length);
  return { ...window, timezone: hasDate ? (timezone ?? 'of each field') : 'UTC' };
}

/** Paths that neither make a read nor lie within one, without those that enclose others. */
function withoutRequest(places: readonly string[], read: ReadonlySet<string>): string[] {
  const enclosing = new Set([...places, ...read].flatMap(outerOf));
  return places.filter((place) => {
    if (read.has(place) || enclosing.has(place)) return false;
    return !outerOf(place).some((outer) => read.has(outer));
  });
}

/** The paths that enclose a path. */
const outerOf = (place: string): string[] => [...place.matchAll(/\.|\[\]/g)].map(({ index }) => place.slice(0, index));
