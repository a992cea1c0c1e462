/**
 * Reads that differ in their field alone, and that one operation asks for in one tick, go as one call, where the service says of itself
 * that it takes `field_ids`. Each keeps what it would have alone: its own answer out of the one, its ETag, its error, its time. Where a read
 * of several fields is not to be had, or says nothing of a field, that field is asked for alone, as to a service that takes one; and fewer go together then
 * the next time the same is asked for, down to none: what was too large once, or is not answered as it was announced, is not tried for ever.
 *
 * What it saves: bench/RESULTS.md, layers, "without several fields in one read".
 */
import { LRUCache } from 'lru-cache';
import type { GatewayError } from '../../errors/gateway-error.ts';
import { splitBatch } from '../batch-answer.ts';
import { type CallScope, type Endpoint, type Fetch, type Layer, UpstreamRequest } from '../call.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';

export interface BatchOptions {
  /** Fields that went in one call. */
  onGrouped?: (endpoint: Endpoint, fields: number) => void;
  /** Of these fields the answer was of no use: they are asked for alone. */
  onUngrouped?: (endpoint: Endpoint, fields: number) => void;
}

export interface Batches {
  layer: Layer;
  /** From now on reads of these addresses (URLs without a query) may be of several fields. */
  allow(addresses: Iterable<string>): void;
}

/** The contract's bound of fields in one call. */
const fieldsMax = 100;
/** What was asked for and went badly, whose smaller groups are remembered: the one used longest ago is forgotten first. */
const sizesMax = 1_000;
/** After this long it is tried again as if nothing had been. */
const sizeKeptMs = 10 * 60_000;
/** About what one call may bring: half of UPSTREAM_BYTES_MAX, as fields differ. */
const answerBytesMax = 8 * 1024 * 1024;
/** The contract's bound of an address, in bytes: all of it is ASCII. */
const addressBytesMax = 8_000;
/** Servers bound all headers of a request together, mostly at 16 KiB. */
const etagsBytesMax = 4_000;

const asked = {
  accept: 'application/vnd.field-data.fields+json, application/json;q=0.9',
};

/** Batches nothing until it is told what may be grouped. What it holds is what was asked for in this tick, and what is on its way. */
export function batchReads(options: BatchOptions = {}): Batches {
  const allowed = new Set<string>();
  /** Fields that go together at most, by address and query but for the field, where that is fewer than the contract's. */
  const sizes = new LRUCache<string, number>({ max: sizesMax, ttl: sizeKeptMs });
  /** What goes at the end of this tick. */
  let due: Group[] = [];
  /** Of these, the ones that may take more. By operation, so that no two credentials ever meet. */
  const open = new Map<CallScope, Map<string, Group>>();

  function send(next: Fetch): void {
    const groups = due;
    due = [];
    open.clear();
    for (const group of groups) group.send(next, options);
  }

  function groupOf(next: Fetch, { scope, expectedBytes }: UpstreamRequest, address: FieldAddress): Group {
    const byRest = open.get(scope) ?? new Map<string, Group>();
    open.set(scope, byRest);
    const key = `${address.base}?${address.rest}`;
    const current = byRest.get(key);
    if (current?.hasRoomFor(address)) return current;
    const fitting = Math.min(fieldsMax, Math.max(1, Math.floor(answerBytesMax / expectedBytes)));
    const group = new Group(address, sizes.get(key) ?? fitting, (fields) => sizes.set(key, Math.floor(fields / 2)));
    byRest.set(key, group);
    // After the promises that are due: reads that were answered without a call let others begin.
    if (due.length === 0) process.nextTick(send, next);
    due.push(group);
    return group;
  }

  const layer: Layer = (next) => (request) => {
    // Of a read that stands for itself alone nobody knows whose it is.
    if (allowed.size === 0 || !request.isRead || request.identity === '') return next(request);
    const address = fieldAddress(request.url);
    if (address === undefined || !allowed.has(address.base) || !request.headers.keys().next().done)
      return next(request);
    const { ended } = request.lifetime;
    if (ended) return Promise.reject(ended);
    return groupOf(next, request, address).join(request, address);
  };

  return {
    layer,
    allow(addresses) {
      for (const address of addresses) allowed.add(address);
    },
  };
}

/** Reads of one operation that are alike but for the field. On its way it is its own time: it ends with its last member. */
class Group extends Lifetime {
  readonly #base: string;
  readonly #rest: string;
  readonly #fieldsMax: number;
  readonly #onTooMany: (fields: number) => void;
  readonly #members = new Map<string, Member>();
  /** In the order asked, those who left meanwhile among them. */
  #fieldIds: string[] = [];
  #addressBytes: number;
  #etagsBytes = 0;

  /** Of so many fields at most; `onTooMany` is told of how many the answer was of no use. */
  constructor({ base, rest }: FieldAddress, most: number, onTooMany: (fields: number) => void) {
    super(0);
    this.#base = base;
    this.#rest = rest;
    this.#fieldsMax = most;
    this.#onTooMany = onTooMany;
    this.#addressBytes = `${base}?field_ids=&${rest}`.length;
  }

  hasRoomFor({ fieldId }: FieldAddress): boolean {
    return (
      this.#members.size < this.#fieldsMax &&
      !this.#members.has(fieldId) &&
      this.#addressBytes + fieldId.length + 1 <= addressBytesMax &&
      this.#etagsBytes <= etagsBytesMax
    );
  }

  join(request: UpstreamRequest, { fieldId }: FieldAddress): Promise<UpstreamResponse> {
    this.#addressBytes += fieldId.length + 1;
    this.#etagsBytes += (request.ifNoneMatch?.length ?? 0) + 2;
    this.deadlineAt = Math.max(this.deadlineAt, request.lifetime.deadlineAt);
    return new Promise((resolve, reject) => {
      this.#members.set(fieldId, new Member(this, fieldId, request, resolve, reject));
    });
  }

  /** One member fewer; without any the call, where it is on its way, is given up. */
  abandon({ fieldId }: Member, reason: GatewayError): void {
    this.#members.delete(fieldId);
    if (this.#members.size === 0) this.end(reason);
  }

  send(next: Fetch, { onGrouped, onUngrouped }: BatchOptions): void {
    const [first, ...others] = this.#members.values();
    if (first === undefined) return;
    if (others.length === 0) {
      first.askAlone(next);
      return;
    }
    const { endpoint } = first.request;
    onGrouped?.(endpoint, this.#members.size);
    this.#fieldIds = [...this.#members.keys()];
    const askAlone = (members: Member[]) => {
      this.#onTooMany(this.#fieldIds.length);
      onUngrouped?.(endpoint, members.length);
      for (const member of members) member.askAlone(next);
    };
    next(this.#requestOf(first.request)).then(
      (response) => this.#answer(response, askAlone),
      (error: GatewayError) => this.#fail(error, askAlone),
    );
  }

  #requestOf({ method, scope, endpoint }: UpstreamRequest): UpstreamRequest {
    const headers = new Headers(asked);
    const members = [...this.#members.values()];
    const etags = members.flatMap(({ request }) => request.ifNoneMatch ?? []);
    if (etags.length > 0) headers.set('known-etags', etags.join(', '));
    const query = `field_ids=${this.#fieldIds.join(',')}${this.#rest === '' ? '' : `&${this.#rest}`}`;
    return new UpstreamRequest(`${this.#base}?${query}`, { method, headers, scope, endpoint }).within(this);
  }

  #answer(response: UpstreamResponse, askAlone: (members: Member[]) => void): void {
    const { status } = response;
    // A caller that is refused, and a service that fails, say so of each field. Anything else may be of one field, or of the read of several.
    const isOfEach = status === 401 || status === 403 || status === 429 || status >= 500;
    const answers = status === 200 ? splitBatch(response, this.#fieldIds) : undefined;
    const left: Member[] = [];
    for (const member of this.#members.values()) {
      const own = isOfEach ? response : answers?.get(member.fieldId);
      if (own !== undefined && (isOfEach || member.isAnsweredBy(own))) member.resolve(own);
      else left.push(member);
    }
    if (left.length > 0) askAlone(left);
  }

  /** What was too large, or no answer at all, may be well where a field is asked for alone. */
  #fail(error: GatewayError, askAlone: (members: Member[]) => void): void {
    const members = [...this.#members.values()];
    if (error.code === 'UPSTREAM_ERROR') askAlone(members);
    else for (const member of members) member.reject(error);
  }
}

/** One field's read, which waits for its part. */
class Member implements Waiter {
  readonly fieldId: string;
  readonly request: UpstreamRequest;
  readonly #group: Group;
  readonly #lifetime: Lifetime;
  readonly #resolve: (response: UpstreamResponse | Promise<UpstreamResponse>) => void;
  readonly #reject: (error: GatewayError) => void;

  constructor(
    group: Group,
    fieldId: string,
    request: UpstreamRequest,
    resolve: (response: UpstreamResponse | Promise<UpstreamResponse>) => void,
    reject: (error: GatewayError) => void,
  ) {
    this.fieldId = fieldId;
    this.request = request;
    this.#group = group;
    this.#lifetime = request.lifetime;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#lifetime.enter(this);
  }

  /** Whether an answer is one to this read: "it is still the same" says nothing to who has nothing, or something else. */
  isAnsweredBy({ status, headers }: UpstreamResponse): boolean {
    if (status === 304)
      return this.request.ifNoneMatch !== undefined && headers.get('etag') === this.request.ifNoneMatch;
    return status === 200 || status === 404;
  }

  resolve(response: UpstreamResponse): void {
    this.#lifetime.leave(this);
    this.#resolve(response);
  }

  reject(error: GatewayError): void {
    this.#lifetime.leave(this);
    this.#reject(error);
  }

  /** Sends the read as it came. */
  askAlone(next: Fetch): void {
    this.#lifetime.leave(this);
    this.#resolve(next(this.request));
  }

  bailOut(reason: GatewayError): void {
    this.#group.abandon(this, reason);
    this.#reject(reason);
  }
}

interface FieldAddress {
  /** The URL before its query. */
  base: string;
  fieldId: string;
  /** The query without the field, as it was written; '' where there is no more. */
  rest: string;
}

const parameter = 'field_id=';
/** A field id needs no escapes in an address: one that has some is none that may stand in a list. */
const plain = /^[0-9A-Za-z._~-]+$/;

/** The parts of a URL; undefined where it names no field, or not in plain text. */
function fieldAddress(url: string): FieldAddress | undefined {
  const query = url.indexOf('?') + 1;
  if (query === 0) return undefined;
  const start = url.startsWith(parameter, query) ? query : url.indexOf(`&${parameter}`, query) + 1;
  if (start === 0) return undefined;
  const next = url.indexOf('&', start);
  const end = next === -1 ? url.length : next;
  const fieldId = url.slice(start + parameter.length, end);
  if (!plain.test(fieldId)) return undefined;
  const before = url.slice(query, Math.max(query, start - 1));
  const after = url.slice(end + 1);
  const rest = before !== '' && after !== '' ? `${before}&${after}` : before + after;
  return { base: url.slice(0, query - 1), fieldId, rest };
}
