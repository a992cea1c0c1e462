/** Reads the body of a write: bounded in size, JSON in UTF-8. Each reason to refuse it has its own code. */
import { placeOfJsonError } from '../../platform/json/json-error.ts';
import { isContainer } from '../../platform/json/nesting.ts';
import { segmentOf } from '../../platform/json/schema-errors.ts';
import { BodyTooLargeError, type HttpRequest, isJsonType } from '../../platform/server/http-request.ts';
import { ServiceProblem } from '../records/errors.ts';

/** Bytes a body may have. */
export const bodyBytesMax = 65_536;

/** How deep lists and objects of a body may nest. A note has 4 levels. */
const nestingMax = 32;

/** Reads the bytes of a body. Throws malformed_json if it was cut off, and payload_too_large: before reading, if Content-Length says so. */
export async function readBody(request: Pick<HttpRequest, 'read'>): Promise<Uint8Array> {
  const body = await request.read(bodyBytesMax);
  if (body instanceof BodyTooLargeError)
    throw new ServiceProblem('payload_too_large', `The body may have at most ${bodyBytesMax} bytes.`);
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
 * Parses JSON. Throws malformed_json for broken UTF-8 or JSON, without echoing it. Also throws it for nesting so deep that recursive code
 * could overflow the stack.
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
  const pointer = isContainer(value) ? pointerBelow(nestingMax, value) : undefined;
  if (pointer === undefined) return value;
  const detail = `must be no list or object: these may nest at most ${nestingMax} levels`;
  throw new ServiceProblem('malformed_json', `The body may nest at most ${nestingMax} lists and objects.`, {
    violations: [{ code: 'not_allowed', detail, pointer }],
  });
}

/** The first list or object that is nested deeper than `max` levels, as a JSON Pointer. It looks no deeper: the depth is untrusted. */
function pointerBelow(max: number, container: object): string | undefined {
  for (const [name, inner] of Object.entries(container)) {
    if (!isContainer(inner)) continue;
    const rest = max === 1 ? '' : pointerBelow(max - 1, inner);
    if (rest !== undefined) return `/${segmentOf(name)}${rest}`;
  }
}
