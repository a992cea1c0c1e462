/**
 * The response to a batch read: for each field, the response of its own read, without the body if the caller already has it. An error of
 * the request or the store fails the whole batch; a missing field fails only its own item.
 */
import { setImmediate } from 'node:timers/promises';
import type { components } from '../../contract/openapi.ts';
import { createETag, etagMatcher } from '../../platform/server/etag.ts';
import { freeBytes } from '../../platform/server/http-reply.ts';
import { nextTurn } from '../../platform/sync/turns.ts';
import { invalidParameters, renderProblem, ServiceProblem } from '../records/errors.ts';
import { assertMayGoOn } from '../requests/long-work.ts';
import { type ServiceResponse, uncachedResponse, type RequestContext } from '../requests/service-request.ts';
import type { FieldList } from './lists.ts';

/** Fields that are read from the store at once, at most. Other requests run before the next ones. */
const fieldsAtOnce = 8;
/** Fields of the first read, because their size is unknown. Later reads have about `bytesAtOnce` bytes. */
const fieldsFirst = 2;
const bytesAtOnce = 256 * 1024;
/** Bytes of one response, which is built in memory. */
const answerBytesMax = 32 * 1024 * 1024;

/** The reads of a batch. */
interface BatchRead {
  /** The path of the read of one field. */
  path: string;
  fieldIds: readonly string[];
  /** Cache-Control of each item. */
  directive: string;
  listOf(fieldId: string): Promise<FieldList>;
}

/** Responds with the fields in the order requested. Throws invalid_parameter for a response over 32 MiB, and errors of `listOf`. */
export async function respondToBatch(context: RequestContext, batch: BatchRead): Promise<ServiceResponse> {
  const { path, fieldIds, directive, listOf } = batch;
  const isKnown = etagMatcher(context.request.headers.get('known-etags'));

  async function itemOf(fieldId: string): Promise<Buffer> {
    try {
      const { body, etag = createETag(body), own = [] } = await listOf(fieldId);
      const status: 200 | 304 = isKnown(etag) ? 304 : 200;
      const members = { field_id: fieldId, status, etag, cache_control: directive };
      const item = renderItem(members, status === 200 ? body : undefined);
      freeBytes(own);
      return item;
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.code !== 'field_not_found') throw error;
      const problem = renderProblem(error, context.requestId, path);
      return renderItem({ field_id: fieldId, status: 404, etag: null, cache_control: 'no-store' }, problem);
    }
  }

  const items: Buffer[] = [];
  let bytes = 0;
  let atOnce = fieldsFirst;
  try {
    for (let at = 0; at < fieldIds.length; ) {
      // The store may work synchronously, so a read of many fields must not block the event loop for all of them.
      if (at > 0) await (atOnce < fieldsAtOnce ? nextTurn() : setImmediate());
      assertMayGoOn(context);
      const read = await Promise.all(fieldIds.slice(at, at + atOnce).map(itemOf));
      at += atOnce;
      for (const item of read) {
        bytes += item.length;
        items.push(Buffer.from(items.length === 0 ? '{"data":[' : ','), item);
      }
      if (bytes > answerBytesMax) throw tooLarge();
      atOnce = Math.min(fieldsAtOnce, Math.ceil((bytesAtOnce * at) / bytes));
    }
    const body = Buffer.concat([...items, Buffer.from(']}')]);
    return { ...uncachedResponse(200, body), own: [body] };
  } finally {
    freeBytes(items);
  }
}

/** Renders an item without spaces and with the body last, so that readers of many items may split them without a parse. */
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
