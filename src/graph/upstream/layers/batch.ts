/**
 * Sends the reads of one operation and tick that differ only in their field as one batch read, if the service supports it. A field without
 * a usable item falls back to a single-field call. Saves: bench/RESULTS.md, layers, "without several fields in one read".
 */
import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../errors/gateway-error.ts';
import { splitBatch } from '../split-batch.ts';
import { type CallScope, type Fetch, type Layer, type UpstreamObserver, UpstreamRequest } from '../call.ts';
import { Lifetime, type Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';
import { tooLarge } from '../wire/content-encoding.ts';
import { isSameTag } from '../../../platform/server/etag.ts';

/** The contract's bound of fields in one call. */
const fieldsMax = 100;
/** Statuses of a batch that may be too large: it is sent in smaller parts next time. */
const tooLargeStatuses = new Set([400, 413, 414, 431]);
/** Statuses of a service without batch reads. A deployment may cause them for a moment. */
const absentStatuses = new Set([404, 405, 501]);
/** Maximum number of stored sizes of batches that fell back. */
const sizesMax = 1_000;
const sizeTtlMs = 10 * 60_000;
const absentTtlMs = 60_000;
/** Maximum expected size of one response: half of UPSTREAM_BYTES_MAX, because fields differ. */
const responseBytesMax = 8 * 1024 * 1024;
/** The contract's bound of a URL, in bytes. URLs are ASCII. */
const addressBytesMax = 8_000;
/** Servers bound all headers of a request together, mostly at 16 KiB. */
const etagsBytesMax = 4_000;

/** Address, field and filters of a read. The graph writes the field first. An id with escapes cannot be in a list. */
const singleRead = /^([^?]+)\?field_id=([0-9A-Za-z._~-]+)(&.*)?$/;
/** A filter that batch reads refuse: it is a position in the list of one field. */
const cursor = '&cursor=';

/** The largest batch by credential, address and filters, if a larger one fell back. */
type BatchSizes = { get(key: string): number | undefined; set(key: string, size: number, ttl?: object): unknown };
const createSizes = (): BatchSizes => new LRUCache<string, number>({ max: sizesMax, ttl: sizeTtlMs });

/** Batches nothing until `allow` names addresses. Plans pass the `sizes` of another layer. */
export function batchReads(observer: UpstreamObserver = {}, sizes = createSizes()) {
  const allowed = new Map<string, string>();
  /** The batches of this tick. */
  let due: Batch[] = [];
  /** Batches that accept more reads, by operation, so that no batch has two credentials. */
  const open = new Map<CallScope, Map<string, Batch>>();

  function send(next: Fetch): void {
    const batches = due;
    due = [];
    open.clear();
    for (const batch of batches) batch.send(next, observer);
  }

  function batchOf(next: Fetch, request: UpstreamRequest, address: string, fieldId: string, filters: string): Batch {
    const byKey = open.get(request.scope) ?? new Map<string, Batch>();
    open.set(request.scope, byKey);
    const key = address + filters;
    const current = byKey.get(key);
    if (current?.takes(fieldId)) return current;
    const fitting = Math.min(fieldsMax, Math.max(1, Math.floor(responseBytesMax / request.expectedBytes)));
    const sizeKey = request.scope.credential + key;
    const batch = new Batch(address, filters, sizes.get(sizeKey) ?? fitting, sizes, sizeKey);
    byKey.set(key, batch);
    // Send after the pending promises: cached reads start other reads.
    if (due.length === 0) process.nextTick(send, next);
    due.push(batch);
    return batch;
  }

  const layer: Layer = (next) => (request) => {
    // A read without an identity cannot be batched: we cannot tell whose it is.
    if (allowed.size === 0 || !request.isRead || request.identity === '') return next(request);
    const [, read = '', fieldId = '', filters = ''] = singleRead.exec(request.url) ?? [];
    const address = allowed.get(read);
    if (address === undefined || filters.includes(cursor) || request.headers !== undefined) return next(request);
    const { ended } = request.lifetime;
    if (ended) return Promise.reject(ended);
    return batchOf(next, request, address, fieldId, filters).join(request, fieldId);
  };

  return {
    layer,
    sizes,
    /** Addresses allowed so far. */
    allowed: allowed as ReadonlyMap<string, string>,
    /** Batches the reads of each address from now on, at the address of its batch read. All are URLs without a query. */
    allow(addresses: ReadonlyMap<string, string>): void {
      for (const [read, address] of addresses) allowed.set(read, address);
    },
  };
}

const ignore = (): void => {};

/** Gets the status of the batch, 413 for a response that is too large. */
type FallBack = (members: Member[], batchStatus: number) => void;

/** Reads of one operation that differ only in their field. The batch is the lifetime of its own call, which ends with its last member. */
class Batch extends Lifetime {
  readonly #address: string;
  readonly #filters: string;
  readonly #fieldsMax: number;
  readonly #sizes: BatchSizes;
  readonly #sizeKey: string;
  readonly #members = new Map<string, Member>();
  /** In the order of the call, including members that were abandoned since. */
  #fieldIds: string[] = [];
  #addressBytes: number;
  #etagsBytes = 0;

  /** If fields fall back and one of these succeeds, the next size is in `sizes`, under `sizeKey`. */
  constructor(address: string, filters: string, fieldsMax: number, sizes: BatchSizes, sizeKey: string) {
    super(0);
    this.#address = `${address}?field_ids=`;
    this.#filters = filters;
    this.#fieldsMax = fieldsMax;
    this.#sizes = sizes;
    this.#sizeKey = sizeKey;
    this.#addressBytes = this.#address.length + filters.length;
  }

  takes(fieldId: string): boolean {
    return (
      this.#members.size < this.#fieldsMax &&
      !this.#members.has(fieldId) &&
      this.#addressBytes + fieldId.length + 1 <= addressBytesMax &&
      this.#etagsBytes <= etagsBytesMax
    );
  }

  join(request: UpstreamRequest, fieldId: string): Promise<UpstreamResponse> {
    this.#addressBytes += fieldId.length + 1;
    this.#etagsBytes += (request.ifNoneMatch?.length ?? 0) + 2;
    this.deadlineAt = Math.max(this.deadlineAt, request.lifetime.deadlineAt);
    const member = new Member(this, fieldId, request);
    this.#members.set(fieldId, member);
    return member.waiting.promise;
  }

  /** Removes a member, and ends the call after the last. */
  abandon({ fieldId }: Member, reason: GatewayError): void {
    this.#members.delete(fieldId);
    if (this.#members.size === 0) this.end(reason);
  }

  send(next: Fetch, observer: UpstreamObserver): void {
    const [first, second] = this.#members.values();
    if (second === undefined) return void first?.settle(next(first.request));
    const { endpoint } = second.request;
    observer.batched?.(endpoint, this.#members.size);
    for (const { request } of this.#members.values()) request.events?.on('BATCHED');
    this.#fieldIds = [...this.#members.keys()];
    const fallBack: FallBack = (members, batchStatus) => {
      observer.fellBack?.(endpoint, members.length);
      const calls = members.map((member) => {
        member.request.events?.on('FALLBACK');
        const call = next(member.request);
        member.settle(call);
        return call.then(({ ok, status }) => ok || status === 304 || Promise.reject());
      });
      // If these calls fail, too, the batch was not the cause.
      void Promise.any(calls).then(() => this.#learn(batchStatus), ignore);
    };
    next(this.#requestOf(second.request))
      .then(
        (response) => this.#settle(response, fallBack),
        (error: GatewayError) => this.#fail(error, fallBack),
      )
      // A rejection without a handler would end the process.
      .catch((cause) => {
        for (const member of this.#members.values()) member.reject(new GatewayError('UPSTREAM_ERROR', { cause }));
      });
  }

  #learn(status: number): void {
    if (tooLargeStatuses.has(status)) this.#sizes.set(this.#sizeKey, Math.ceil(this.#fieldIds.length / 2));
    else if (absentStatuses.has(status)) this.#sizes.set(this.#sizeKey, 1, { ttl: absentTtlMs });
  }

  #requestOf({ method, scope, endpoint, events }: UpstreamRequest): UpstreamRequest {
    const etags = [...this.#members.values()].flatMap(({ request }) => request.ifNoneMatch || []);
    const headers = new Headers(etags.length > 0 ? { 'known-etags': etags.join(', ') } : {});
    const url = this.#address + this.#fieldIds.join(',') + this.#filters;
    const request = new UpstreamRequest(url, { method, headers, scope, endpoint, lifetime: this });
    request.events = events?.ofBatch([...this.#members.values()].map((member) => member.request.events));
    return request;
  }

  #settle(response: UpstreamResponse, fallBack: FallBack): void {
    const { status } = response;
    // A refused caller and a failing service concern every field. Any other status may concern one field, or the batch itself.
    const isOfAll =
      status === 401 || status === 403 || status === 429 || (status >= 500 && !absentStatuses.has(status));
    const items = status === 200 ? splitBatch(response, this.#fieldIds) : undefined;
    const left: Member[] = [];
    for (const member of this.#members.values()) {
      const own = isOfAll ? response : items?.get(member.fieldId);
      if (own !== undefined && (isOfAll || member.isSettledBy(own))) member.settle(own);
      else left.push(member);
    }
    if (left.length > 0) fallBack(left, status);
  }

  /** A response that is too large or malformed for the batch may be usable for one field. */
  #fail(error: GatewayError, fallBack: FallBack): void {
    const members = [...this.#members.values()];
    if (error.code === 'UPSTREAM_ERROR') fallBack(members, error.message === tooLarge ? 413 : 0);
    else for (const member of members) member.reject(error);
  }
}

/** One field's read, which waits for its item. */
class Member implements Waiter {
  readonly fieldId: string;
  readonly request: UpstreamRequest;
  readonly waiting = Promise.withResolvers<UpstreamResponse>();
  readonly #batch: Batch;

  constructor(batch: Batch, fieldId: string, request: UpstreamRequest) {
    this.#batch = batch;
    this.fieldId = fieldId;
    this.request = request;
    request.lifetime.add(this);
  }

  /** Whether a response settles this read: a 304 must confirm the ETag that it has, and a 200 have a body. */
  isSettledBy({ status, headers, bytes }: UpstreamResponse): boolean {
    const { ifNoneMatch } = this.request;
    if (status === 304) return ifNoneMatch ? isSameTag(headers.get('etag') ?? '', ifNoneMatch) : false;
    return status === 404 || (status === 200 && bytes.length > 0);
  }

  /** Settles the read with its item, or with a call of its own. */
  settle(response: UpstreamResponse | Promise<UpstreamResponse>): void {
    this.request.lifetime.delete(this);
    this.waiting.resolve(response);
  }

  reject(error: GatewayError): void {
    this.request.lifetime.delete(this);
    this.waiting.reject(error);
  }

  abort(reason: GatewayError): void {
    this.#batch.abandon(this, reason);
    this.waiting.reject(reason);
  }
}
