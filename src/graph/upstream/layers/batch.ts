/**
 * Sends the reads of one operation and tick that differ only in their field as one call, if the service takes `field_ids`. A field without a
 * usable item falls back to a single-field call. What it saves: bench/RESULTS.md, layers, "without several fields in one read".
 */
import { LRUCache } from 'lru-cache';
import type { GatewayError } from '../../errors/gateway-error.ts';
import { splitBatch } from '../batch-answer.ts';
import { type CallScope, type Endpoint, type Fetch, type Layer, UpstreamRequest } from '../call.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';

export interface BatchOptions {
  /** So many fields went in one call. */
  onBatch?: ((endpoint: Endpoint, fields: number) => void) | undefined;
  /** So many of them fell back to single-field calls. */
  onFallback?: ((endpoint: Endpoint, fields: number) => void) | undefined;
}

export interface Batches {
  layer: Layer;
  /** From now on, batches reads of these addresses (URLs without a query). */
  allow(addresses: Iterable<string>): void;
}

/** The contract's bound of fields in one call. */
const fieldsMax = 100;
/** Batches that fell back and go in smaller parts next time: as many are remembered. */
const sizesMax = 1_000;
const sizeTtlMs = 10 * 60_000;
/** Expected size of one response at most: half of UPSTREAM_BYTES_MAX, as fields differ. */
const responseBytesMax = 8 * 1024 * 1024;
/** The contract's bound of an address, in bytes: all of it is ASCII. */
const addressBytesMax = 8_000;
/** Servers bound all headers of a request together, mostly at 16 KiB. */
const etagsBytesMax = 4_000;

const accept = 'application/vnd.field-data.fields+json, application/json;q=0.9';

/** Batches nothing until `allow` names addresses. */
export function batchReads(options: BatchOptions = {}): Batches {
  const allowed = new Set<string>();
  /** The largest batch by address and query without the field, if a larger one fell back. */
  const sizes = new LRUCache<string, number>({ max: sizesMax, ttl: sizeTtlMs });
  /** The batches of this tick. */
  let due: Batch[] = [];
  /** Those that take more reads, by operation, so that no batch has two credentials. */
  const open = new Map<CallScope, Map<string, Batch>>();

  function send(next: Fetch): void {
    const batches = due;
    due = [];
    open.clear();
    for (const batch of batches) batch.send(next, options);
  }

  function batchOf(next: Fetch, { scope, expectedBytes }: UpstreamRequest, address: FieldAddress): Batch {
    const byRest = open.getOrInsertComputed(scope, () => new Map<string, Batch>());
    const key = `${address.base}?${address.rest}`;
    const current = byRest.get(key);
    if (current?.takes(address)) return current;
    const fitting = Math.min(fieldsMax, Math.max(1, Math.floor(responseBytesMax / expectedBytes)));
    const batch = new Batch(address, sizes.get(key) ?? fitting, (fields) => sizes.set(key, Math.floor(fields / 2)));
    byRest.set(key, batch);
    // After the promises that are due: cached reads let others begin.
    if (due.length === 0) process.nextTick(send, next);
    due.push(batch);
    return batch;
  }

  const layer: Layer = (next) => (request) => {
    // A read without an identity cannot be batched: we cannot tell whose it is.
    if (allowed.size === 0 || !request.isRead || request.identity === '') return next(request);
    const address = fieldAddress(request.url);
    if (address === undefined || !allowed.has(address.base) || !request.headers.keys().next().done)
      return next(request);
    const { ended } = request.lifetime;
    if (ended) return Promise.reject(ended);
    return batchOf(next, request, address).join(request, address);
  };

  return {
    layer,
    allow(addresses) {
      for (const address of addresses) allowed.add(address);
    },
  };
}

/** Reads of one operation that differ only in their field. It is the lifetime of its own call: it ends with its last member. */
class Batch extends Lifetime {
  readonly #base: string;
  readonly #rest: string;
  readonly #fieldsMax: number;
  readonly #onTooLarge: (fields: number) => void;
  readonly #members = new Map<string, Member>();
  /** In the order of the call, with members that have left since. */
  #fieldIds: string[] = [];
  #addressBytes: number;
  #etagsBytes = 0;

  /** `onTooLarge` is called with the size of the batch if any of it falls back. */
  constructor({ base, rest }: FieldAddress, fieldsMax: number, onTooLarge: (fields: number) => void) {
    super(0);
    this.#base = base;
    this.#rest = rest;
    this.#fieldsMax = fieldsMax;
    this.#onTooLarge = onTooLarge;
    this.#addressBytes = `${base}?field_ids=&${rest}`.length;
  }

  takes({ fieldId }: FieldAddress): boolean {
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
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
    this.#members.set(fieldId, new Member(this, fieldId, request, resolve, reject));
    return promise;
  }

  /** Removes a member, and ends the call after the last. */
  abandon({ fieldId }: Member, reason: GatewayError): void {
    this.#members.delete(fieldId);
    if (this.#members.size === 0) this.end(reason);
  }

  send(next: Fetch, { onBatch, onFallback }: BatchOptions): void {
    const [first, ...others] = this.#members.values();
    if (first === undefined) return;
    if (others.length === 0) {
      first.sendAlone(next);
      return;
    }
    const { endpoint } = first.request;
    onBatch?.(endpoint, this.#members.size);
    this.#fieldIds = [...this.#members.keys()];
    const fallBack = (members: Member[]) => {
      this.#onTooLarge(this.#fieldIds.length);
      onFallback?.(endpoint, members.length);
      for (const member of members) member.sendAlone(next);
    };
    next(this.#requestOf(first.request)).then(
      (response) => this.#settle(response, fallBack),
      (error: GatewayError) => this.#fail(error, fallBack),
    );
  }

  #requestOf({ method, scope, endpoint }: UpstreamRequest): UpstreamRequest {
    const headers = new Headers({ accept });
    const members = [...this.#members.values()];
    const etags = members.flatMap(({ request }) => request.ifNoneMatch ?? []);
    if (etags.length > 0) headers.set('known-etags', etags.join(', '));
    const query = `field_ids=${this.#fieldIds.join(',')}${this.#rest === '' ? '' : `&${this.#rest}`}`;
    return new UpstreamRequest(`${this.#base}?${query}`, { method, headers, scope, endpoint }).within(this);
  }

  #settle(response: UpstreamResponse, fallBack: (members: Member[]) => void): void {
    const { status } = response;
    // A refused caller and a failing service concern every field. Any other status may be of one field, or of the batch itself.
    const isOfAll = status === 401 || status === 403 || status === 429 || status >= 500;
    const items = status === 200 ? splitBatch(response, this.#fieldIds) : undefined;
    const left: Member[] = [];
    for (const member of this.#members.values()) {
      const own = isOfAll ? response : items?.get(member.fieldId);
      if (own !== undefined && (isOfAll || member.isSettledBy(own))) member.resolve(own);
      else left.push(member);
    }
    if (left.length > 0) fallBack(left);
  }

  /** A response that is too large or malformed for the batch may be usable for one field. */
  #fail(error: GatewayError, fallBack: (members: Member[]) => void): void {
    const members = [...this.#members.values()];
    if (error.code === 'UPSTREAM_ERROR') fallBack(members);
    else for (const member of members) member.reject(error);
  }
}

/** One field's read, which waits for its item. */
class Member implements Waiter {
  readonly fieldId: string;
  readonly request: UpstreamRequest;
  readonly #batch: Batch;
  readonly #lifetime: Lifetime;
  readonly #resolve: (response: UpstreamResponse | Promise<UpstreamResponse>) => void;
  readonly #reject: (error: GatewayError) => void;

  constructor(
    batch: Batch,
    fieldId: string,
    request: UpstreamRequest,
    resolve: (response: UpstreamResponse | Promise<UpstreamResponse>) => void,
    reject: (error: GatewayError) => void,
  ) {
    this.fieldId = fieldId;
    this.request = request;
    this.#batch = batch;
    this.#lifetime = request.lifetime;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#lifetime.add(this);
  }

  /** Whether a response settles this read: a 304 must confirm the ETag that it has. */
  isSettledBy({ status, headers }: UpstreamResponse): boolean {
    if (status === 304)
      return this.request.ifNoneMatch !== undefined && headers.get('etag') === this.request.ifNoneMatch;
    return status === 200 || status === 404;
  }

  resolve(response: UpstreamResponse): void {
    this.#lifetime.delete(this);
    this.#resolve(response);
  }

  reject(error: GatewayError): void {
    this.#lifetime.delete(this);
    this.#reject(error);
  }

  /** Sends the read as it came. */
  sendAlone(next: Fetch): void {
    this.#lifetime.delete(this);
    this.#resolve(next(this.request));
  }

  bailOut(reason: GatewayError): void {
    this.#batch.abandon(this, reason);
    this.#reject(reason);
  }
}

interface FieldAddress {
  /** The URL before its query. */
  base: string;
  fieldId: string;
  /** The query without the field, as it was written. */
  rest: string;
}

const parameter = 'field_id=';
/** A field id needs no escapes in an address. One that has some may not be in a list. */
const plain = /^[0-9A-Za-z._~-]+$/;

/** The parts of a URL; undefined if it names no field, or not in plain text. */
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
