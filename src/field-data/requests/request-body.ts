/** The body of a write: read within its bound, as JSON in UTF-8, or refused with the code that says why. */
import { placeOfJsonError } from '../../platform/json/json-error.ts';
import { isDeeperThan } from '../../platform/json/nesting.ts';
import { BodyTooLargeError, type HttpRequest, isJsonType } from '../../platform/server/http-request.ts';
import { ServiceProblem } from '../records/errors.ts';

/** Bytes a body may have. */
export const bodyBytesMax = 65_536;

/** Lists and objects inside one another that a body may have. A note has 4. */
const nestingMax = 32;

/** The bytes of a body. Throws payload_too_large, before reading where its length says so. */
export async function readBody(request: Pick<HttpRequest, 'read'>): Promise<Uint8Array> {
  const body = await request.read(bodyBytesMax);
  if (body instanceof BodyTooLargeError) {
    throw new ServiceProblem('payload_too_large', `The body may have at most ${bodyBytesMax} bytes.`);
  }
  if (body instanceof Error) throw new ServiceProblem('malformed_json', 'The body was cut off.', { cause: body });
  return body;
}

/** Throws unsupported_media_type for anything but application/json in UTF-8 without a content encoding. */
export function assertJsonMediaType(headers: HttpRequest['headers']): void {
  const isPlain = /^(identity)?$/i.test(headers.get('content-encoding') ?? '');
  if (isJsonType(headers.get('content-type')) && isPlain) return;
  const [header, violation, detail] = isPlain
    ? ['Content-Type', 'must be application/json, in UTF-8', 'The body must be application/json in UTF-8.']
    : [
        'Content-Encoding',
        'must be absent: content encodings are not supported',
        'The body must not be compressed: leave out Content-Encoding.',
      ];
  const violations = [{ code: 'wrong_format' as const, detail: violation, header }];
  throw new ServiceProblem('unsupported_media_type', detail, { violations });
}

/**
 * The value of a JSON text. Throws malformed_json for broken UTF-8 or JSON, without echoing any of it, and for one nested so
 * deeply that what walks it could run out of stack.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string | undefined;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    const detail =
      text === undefined ? 'The body is not UTF-8.' : `The body is not JSON: see ${placeOfJsonError(text)}.`;
    throw new ServiceProblem('malformed_json', detail);
  }
  if (isDeeperThan(nestingMax, value)) {
    throw new ServiceProblem('malformed_json', `The body may nest at most ${nestingMax} lists and objects.`);
  }
  return value;
}
