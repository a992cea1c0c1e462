/**
 * The answer to a batch read: for each field what the read of it would have answered, without a body where the caller still has it.
 * An error of the request or of the store is the whole answer's; a field that is not there is its own item's.
 */
import { setImmediate } from 'node:timers/promises';
import type { components } from '../../contract/openapi.ts';
import { createETag, etagMatcher } from '../../platform/server/etag.ts';
import { nextTurn } from '../../platform/sync/turns.ts';
import { invalidParameters, renderProblem, ServiceProblem } from '../records/errors.ts';
import { assertWanted } from '../requests/long-work.ts';
import type { Answer, RequestContext } from '../requests/service-request.ts';
import type { FieldList } from './lists.ts';

/** Fields that are read from the store together at most: others have their turn between these and the next. */
const fieldsAtOnce = 8;
/** How many at first, while nothing is known of their size, and about how many bytes after that. */
const fieldsFirst = 2;
const bytesAtOnce = 256 * 1024;
/** Bytes of one answer: it is put together in memory. */
const answerBytesMax = 32 * 1024 * 1024;

/** The reads of a batch. */
export interface BatchRead {
  /** The path of the read of one field. */
  path: string;
  fieldIds: readonly string[];
  /** Cache-Control of each item. */
  directive: string;
  listOf(fieldId: string): Promise<FieldList>;
}

/** Answers the fields in the order requested. Throws invalid_parameter where the answer would be larger than 32 MiB, and what `listOf` throws. */
export async function answerBatch(
  context: RequestContext,
  { path, fieldIds, directive, listOf }: BatchRead,
): Promise<Answer> {
  const isKnown = etagMatcher(context.request.headers.get('known-etags'));

  async function itemOf(fieldId: string): Promise<Buffer> {
    try {
      const { body, etag = createETag(body) } = await listOf(fieldId);
      if (isKnown(etag)) return renderItem({ field_id: fieldId, status: 304, etag, cache_control: directive });
      return renderItem({ field_id: fieldId, status: 200, etag, cache_control: directive }, body);
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.code !== 'field_not_found') throw error;
      const problem = renderProblem(error, context.requestId, path);
      return renderItem({ field_id: fieldId, status: 404, etag: null, cache_control: 'no-store' }, problem);
    }
  }

  const items: Buffer[] = [];
  let bytes = 0;
  let atOnce = fieldsFirst;
  for (let at = 0; at < fieldIds.length; ) {
    // The store may do its work at once: a read of many fields must not hold the loop for all of them.
    if (at > 0) await (atOnce < fieldsAtOnce ? nextTurn() : setImmediate());
    assertWanted(context);
    const read = await Promise.all(fieldIds.slice(at, at + atOnce).map(itemOf));
    at += atOnce;
    for (const item of read) {
      bytes += item.length;
      items.push(Buffer.from(items.length === 0 ? '{"data":[' : ','), item);
    }
    if (bytes > answerBytesMax) throw tooLarge();
    atOnce = Math.min(fieldsAtOnce, Math.ceil((bytesAtOnce * at) / bytes));
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status: 200, headers, body: Buffer.concat([...items, Buffer.from(']}')]) };
}

/** Without spaces and with the body last: readers of many of them may cut them apart without a parse. */
function renderItem(members: components['schemas']['BatchItem'], body?: FieldList['body']): Buffer {
  const head = JSON.stringify(members);
  if (body === undefined) return Buffer.from(head);
  const opened = `${head.slice(0, -1)},"body":`;
  if (typeof body === 'string') return Buffer.from(`${opened}${body}}`);
  return Buffer.concat([Buffer.from(opened), body, Buffer.from('}')]);
}

function tooLarge(): ServiceProblem {
  const detail = 'would need a response of more than 32 MiB: request fewer fields';
  return invalidParameters([{ code: 'too_large', detail, parameter: 'field_ids' }]);
}
