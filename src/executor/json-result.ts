/** The result of a compiled run, and its JSON if parts of it are already text. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { freeBytes } from '../platform/server/http-reply.ts';
import { JsonText } from './run/text-cache.ts';

/**
 * `stringify`, if present, replaces JSON.stringify: it returns the JSON as consecutive parts in UTF-8. It adds the memory that only these
 * parts use to `own`, which may be freed once they are sent. Pass no `own` if the result is turned into JSON again.
 */
export interface JsonResult extends ExecutionResult {
  stringify?: (result: ExecutionResult, own?: Uint8Array[]) => Buffer[];
}

/** `composites` are the objects and lists of `data` that may contain a JsonText. */
export function jsonResult(
  data: Record<string, unknown>,
  errors: GraphQLError[],
  composites: ReadonlySet<unknown> | undefined,
): JsonResult {
  const result = errors.length > 0 ? { errors, data } : { data };
  if (composites === undefined) return result;
  return { ...result, stringify: (masked, own) => blocksOf(masked, composites, own) };
}

/** Shorter parts are copied into blocks of about `blockBytes`: that is cheaper than a socket's bookkeeping for each of them. */
const blockBytes = 65_536;
const shortBytesMax = 16_384;

function blocksOf(result: ExecutionResult, composites: ReadonlySet<unknown>, own: Uint8Array[] | undefined): Buffer[] {
  const parts: (string | Buffer)[] = [];
  let cached: Set<Buffer> | undefined;
  let text = '';
  const addComposite = (value: object): void => {
    const isList = Array.isArray(value);
    let before = isList ? '[' : '{';
    // `for…in` is safe: lists and objects of a result inherit no members.
    for (const key in value) {
      const member = (value as Record<string, unknown>)[key];
      // Such members have no JSON; `stringify` is one of them.
      if (member === undefined || typeof member === 'function') continue;
      text += isList ? before : `${before}"${key}":`;
      before = ',';
      if (member instanceof JsonText) {
        parts.push(text);
        for (const piece of member.pieces) parts.push(piece);
        if (member.isCached) {
          cached ??= new Set();
          for (const piece of member.pieces) cached.add(piece);
        }
        text = '';
      } else if (composites.has(member)) addComposite(member as object);
      else text += JSON.stringify(member);
    }
    text += `${before === ',' ? '' : before}${isList ? ']' : '}'}`;
  };
  addComposite(result);
  parts.push(text);
  const blocks: Buffer[] = [];
  for (let from = 0, to = 0; from < parts.length; from = to) {
    let bytes = 0;
    for (; to < parts.length && bytes < blockBytes; to++) {
      const part = parts[to] as string | Buffer;
      if (part.length > shortBytesMax && typeof part !== 'string') break;
      bytes += Buffer.byteLength(part);
    }
    if (to === from) {
      const part = parts[to++] as Buffer;
      if (!cached?.has(part)) own?.push(part);
      blocks.push(part);
      continue;
    }
    const block = Buffer.allocUnsafe(bytes);
    for (let at = 0, nth = from; nth < to; nth++) {
      const part = parts[nth] as string | Buffer;
      if (typeof part === 'string') at += block.write(part, at);
      else {
        at += part.copy(block, at);
        if (own && !cached?.has(part)) freeBytes([part]);
      }
    }
    own?.push(block);
    blocks.push(block);
  }
  return blocks;
}
