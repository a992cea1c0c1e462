/**
 * The answer to a read of several fields, cut into the answers that reads of each alone would have had. As our service writes it, each
 * body is a view of the one buffer, used where it ends as a body ends. An answer written otherwise is parsed whole.
 */
import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../platform/json/is-record.ts';
import type { components } from '../../contract/openapi.ts';
import { endingOf, type ResponseHeaders, UpstreamResponse } from './response.ts';
import type { Untrusted } from './untrusted.ts';

type Item = components['schemas']['FieldAnswer'] & { body?: unknown };

/** The answers by field id, without those of fields that it says nothing of; undefined where it is no answer to such a read. */
export function splitBatch(
  response: UpstreamResponse,
  fieldIds: readonly string[],
): Map<string, UpstreamResponse> | undefined {
  if (!response.isJson) return undefined;
  return cutItems(response, fieldIds) ?? parseItems(response);
}

const opening = '{"data":[';
const closing = ']}';
const statusMark = '","status":';
const bodyMark = ',"body":';
/** An item without its body: a field id of the longest, an ETag and directives. */
const headBytesMax = 1_024;
const noBytes = Buffer.alloc(0);

/** The items of an answer without spaces, in the order asked; undefined where it is written otherwise. */
function cutItems(response: UpstreamResponse, fieldIds: readonly string[]): Map<string, UpstreamResponse> | undefined {
  const { bytes } = response;
  const end = bytes.length - closing.length;
  if (!holds(bytes, opening, 0) || !holds(bytes, closing, end)) return undefined;
  const answers = new Map<string, UpstreamResponse>();
  let start = opening.length;
  for (const [index, fieldId] of fieldIds.entries()) {
    if (!holds(bytes, `{"field_id":"${fieldId}${statusMark}`, start)) return undefined;
    const nextId = fieldIds[index + 1];
    const next = nextId === undefined ? end : itemOf(bytes, nextId, start);
    if (next === -1) return undefined;
    const answer = cutItem(response, start, next);
    if (answer === undefined) return undefined;
    answers.set(fieldId, answer);
    start = next + 1;
  }
  return answers;
}

/**
 * Where the item of a field begins, or rather the comma before it; -1 where there is none. In a text the quotes would be escaped, and no
 * record has a status behind its field. A search for the whole beginning makes a table for each field, which costs more than the search.
 */
function itemOf(bytes: Buffer, fieldId: string, from: number): number {
  const beginning = `,{"field_id":"${fieldId}`;
  let mark = bytes.indexOf(statusMark, from, 'latin1');
  while (mark !== -1 && !holds(bytes, beginning, mark - beginning.length)) {
    mark = bytes.indexOf(statusMark, mark + 1, 'latin1');
  }
  return mark === -1 ? -1 : mark - beginning.length;
}

function cutItem(response: UpstreamResponse, start: number, end: number): UpstreamResponse | undefined {
  const text = response.bytes.toString('latin1', start, Math.min(end, start + headBytesMax));
  const mark = text.indexOf(bodyMark);
  const head = parsed(mark === -1 ? text : `${text.slice(0, mark)}}`);
  if (!isRecord(head)) return undefined;
  if (mark === -1) return answerOf(response, head, noBytes);
  const body = response.bytes.subarray(start + mark + bodyMark.length, end - 1);
  return isBody(body) ? answerOf(response, head, body) : undefined;
}

/** Whether bytes end as a body does: a list as its end shows, anything else where it is JSON. Members may stand behind a body. */
function isBody(bytes: Buffer): boolean {
  return endingOf(bytes) !== undefined || (isUtf8(bytes) && isRecord(parsed(bytes.toString())));
}

function parseItems(response: UpstreamResponse): Map<string, UpstreamResponse> | undefined {
  const { bytes } = response;
  const value = isUtf8(bytes) ? parsed(bytes.toString()) : undefined;
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined;
  const answers = new Map<string, UpstreamResponse>();
  for (const item of value.data) {
    if (!isRecord(item) || typeof item.field_id !== 'string') return undefined;
    const body = item.body === undefined ? noBytes : Buffer.from(JSON.stringify(item.body));
    const answer = answerOf(response, item, body);
    if (answer === undefined) return undefined;
    answers.set(item.field_id, answer);
  }
  return answers;
}

/** Headers of the whole that hold for each of its items. */
const common = ['date', 'age', 'x-request-id'];

/** What a read of the field alone would have answered; undefined where the item is none. */
function answerOf(
  whole: UpstreamResponse,
  { status, etag, cache_control }: Untrusted<Item>,
  body: Buffer,
): UpstreamResponse | undefined {
  if (typeof status !== 'number') return undefined;
  const headers: ResponseHeaders = {
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    vary: varyOf(whole),
  };
  if (typeof etag === 'string') headers.etag = etag;
  if (typeof cache_control === 'string') headers['cache-control'] = cache_control;
  for (const name of common) headers[name] = whole.headers.get(name) ?? undefined;
  return new UpstreamResponse(status, headers, body);
}

/** An item does not depend on what else was known: its own ETag says whether it is the same. */
function varyOf({ headers }: UpstreamResponse): string | undefined {
  const names = headers.get('vary')?.split(',') ?? [];
  return names.filter((name) => name.trim().toLowerCase() !== 'known-etags').join(',') || undefined;
}

function holds(bytes: Buffer, text: string, at: number): boolean {
  return at >= 0 && bytes.toString('latin1', at, at + text.length) === text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
