/** The result of a compiled run, and its JSON if parts of it are already text. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { CachedText } from './run/text-cache.ts';

/** `stringify`, if present, replaces JSON.stringify: it returns the JSON as consecutive parts in UTF-8. */
export interface JsonResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => Buffer[];
}

/** `composites` are the objects and lists of `data` that may contain a CachedText. */
export function jsonResult(
  data: Record<string, unknown>,
  errors: GraphQLError[],
  composites: ReadonlySet<unknown> | undefined,
): JsonResult {
  const result = errors.length > 0 ? { errors, data } : { data };
  if (composites === undefined) return result;
  return { ...result, stringify: (masked) => partsOf(masked, composites) };
}

/** Up to this many bytes, copying is cheaper than a socket's bookkeeping for several parts. */
const copiedBytesMax = 65_536;

function partsOf(result: ExecutionResult, composites: ReadonlySet<unknown>): Buffer[] {
  const parts: (string | Buffer)[] = [];
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
      if (member instanceof CachedText) {
        parts.push(text);
        for (const piece of member.pieces) parts.push(piece);
        text = '';
      } else if (composites.has(member)) addComposite(member as object);
      else text += JSON.stringify(member);
    }
    text += `${before === ',' ? '' : before}${isList ? ']' : '}'}`;
  };
  addComposite(result);
  parts.push(text);
  let bytes = 0;
  for (const part of parts) bytes += Buffer.byteLength(part);
  if (bytes > copiedBytesMax) return parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return [whole];
}
