/**
 * Splits the response to a batch into those of single-field reads. Each body is a view of the one buffer, as the service wrote it. In the
 * format of our service, even what is between the bodies is not searched byte by byte.
 */
import { isUtf8 } from 'node:buffer';
import { isRecord, parseRecord } from '../../platform/json/is-record.ts';
import { tryOr } from '../../platform/sync/try-or.ts';
import type { components } from '../../contract/openapi.ts';
import { checkedEnvelope, compactEnvelope, mayHaveMember, type ResponseHeaders, UpstreamResponse } from './response.ts';
import type { Untrusted } from './untrusted.ts';

type Item = components['schemas']['BatchItem'] & { body?: unknown };

/** The responses by field id, without those of missing fields; undefined if the response is not that of a batch. */
export function splitBatch(response: UpstreamResponse, fieldIds: readonly string[]) {
  return response.isJson ? (cutItems(response, fieldIds) ?? scanItems(response, fieldIds.length)) : undefined;
}

const opening = '{"data":[';
const closing = ']}';
const statusMark = '","status":';
const bodyMark = ',"body":';
/** Maximum length of an item without its body: a field id, an ETag and directives. */
const headBytesMax = 1_024;
const noBytes = Buffer.alloc(0);
const listStart = '"data":[';
const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = Buffer.from('"\\{[}]');
const spaces: (number | undefined)[] = [...Buffer.from(' \t\n\r')];

/** The items of a response without spaces, in the order of the request; undefined for another format. */
function cutItems(response: UpstreamResponse, fieldIds: readonly string[]): Map<string, UpstreamResponse> | undefined {
  const { bytes } = response;
  let end = bytes.length - closing.length;
  // Several frameworks end a body with a line break.
  while (spaces.includes(bytes[end + 1])) end -= 1;
  if (!hasText(bytes, opening, 0) || !hasText(bytes, closing, end)) return undefined;
  const responses = new Map<string, UpstreamResponse>();
  let start = opening.length;
  for (const [index, fieldId] of fieldIds.entries()) {
    if (!hasText(bytes, `{"field_id":"${fieldId}${statusMark}`, start)) return undefined;
    const nextId = fieldIds[index + 1];
    const next = nextId === undefined ? end : itemOf(bytes, nextId, start);
    if (next === -1) return undefined;
    const item = cutItem(response, start, next);
    if (item === undefined) return undefined;
    responses.set(fieldId, item);
    start = next + 1;
  }
  return responses;
}

/**
 * Position of the comma before the item of a field; -1 if there is none. Only an item has a status after its field.
 * A search for the whole beginning would build a table for each field, which costs more than the search.
 */
function itemOf(bytes: Buffer, fieldId: string, from: number): number {
  const beginning = `,{"field_id":"${fieldId}`;
  let mark = bytes.indexOf(statusMark, from, 'latin1');
  while (mark !== -1 && !hasText(bytes, beginning, mark - beginning.length))
    mark = bytes.indexOf(statusMark, mark + 1, 'latin1');
  return mark === -1 ? -1 : mark - beginning.length;
}

function cutItem(response: UpstreamResponse, start: number, end: number): UpstreamResponse | undefined {
  const text = response.bytes.toString('latin1', start, Math.min(end, start + headBytesMax));
  const mark = text.indexOf(bodyMark);
  const head = parseRecord(mark === -1 ? text : `${text.slice(0, mark)}}`);
  if (head === undefined) return undefined;
  if (mark === -1) return responseOf(response, head, noBytes);
  const body = response.bytes.subarray(start + mark + bodyMark.length, end - 1);
  const isItem = response.bytes[end - 1] === closeBrace && (isList(body) || isJson(body));
  return isItem ? responseOf(response, head, body) : undefined;
}

/**
 * Whether a body ends with the `meta` of its only list. Otherwise other members may follow the list, or the item of a field that was not
 * requested.
 */
function isList(body: Buffer): boolean {
  const envelope = compactEnvelope(body);
  if (envelope === undefined || body.includes(listStart, envelope.start)) return false;
  return !mayHaveMember(body.subarray(envelope.start, envelope.end), 'meta');
}

const isJson = (body: Buffer): boolean => isUtf8(body) && parseRecord(body.toString()) !== undefined;

/** The items of a response in another format, in any order. Parses only what is around their bodies. */
function scanItems(response: UpstreamResponse, itemsMax: number): Map<string, UpstreamResponse> | undefined {
  const { bytes } = response;
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('latin1');
  const beginning = /"body"[ \t\n\r]*:[ \t\n\r]*(?=\{)/g;
  const bodies: Buffer[] = [];
  let around = '';
  let from = 0;
  while (beginning.test(text)) {
    if (bodies.length === itemsMax) return undefined;
    const start = beginning.lastIndex;
    const end = endOfObject(bytes, start);
    const body = bytes.subarray(start, end);
    // If it throws, the read of the field does so, too.
    if (tryOr(() => checkedEnvelope(body), null) === undefined && !isJson(body)) return undefined;
    around += `${bytes.toString('utf8', from, start)}{"index":${bodies.length}}`;
    bodies.push(body);
    beginning.lastIndex = end;
    from = end;
  }
  const { data } = parseRecord(around + bytes.toString('utf8', from)) ?? {};
  if (!Array.isArray(data) || data.length > itemsMax) return undefined;
  const responses = new Map<string, UpstreamResponse>();
  for (const item of data) {
    if (!isRecord(item) || typeof item.field_id !== 'string') return undefined;
    const body = isRecord(item.body) ? bodies[Number(item.body.index)] : noBytes;
    const own = body && responseOf(response, item, body);
    if (own === undefined || responses.has(item.field_id)) return undefined;
    responses.set(item.field_id, own);
  }
  return responses;
}

/** Position after the object that begins at `start`; the end of the bytes if the object does not end. */
function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}

/** Headers of the whole that apply to each of its items. */
const common = ['date', 'age', 'x-request-id', 'ratelimit-policy'];

/** RFC 9110, section 8.8.3. */
const entityTag = /^(?:W\/)?"[!#-~\x80-\xff]*"$/;

/** The response that a read of this field only would have; undefined if the item is malformed. */
function responseOf(whole: UpstreamResponse, { status, etag, cache_control }: Untrusted<Item>, body: Buffer) {
  if (typeof status !== 'number') return undefined;
  const headers: ResponseHeaders = {
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    vary: varyOf(whole),
  };
  // The ETag is sent back in a header, which allows no other characters.
  if (typeof etag === 'string' && entityTag.test(etag)) headers.etag = etag;
  if (typeof cache_control === 'string') headers['cache-control'] = cache_control;
  for (const name of common) headers[name] = whole.headers.get(name) ?? undefined;
  return new UpstreamResponse(status, headers, body);
}

/** Removes Known-ETags: an item does not depend on the ETags of others. */
function varyOf({ headers }: UpstreamResponse): string | undefined {
  const names = headers.get('vary')?.split(',') ?? [];
  return names.filter((name) => name.trim().toLowerCase() !== 'known-etags').join(',') || undefined;
}

function hasText(bytes: Buffer, text: string, at: number): boolean {
  return at >= 0 && bytes.toString('latin1', at, at + text.length) === text;
}
