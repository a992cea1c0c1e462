/** The result of a compiled run, and its JSON text where parts of it are text already. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { CachedText } from './run/text-cache.ts';

/** A result that knows its JSON: `stringify` in place of JSON.stringify, in parts of UTF-8 that stand one after the other. */
export interface JsonResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => Buffer[];
}

/** `composites` are the objects and lists of `data` in which a CachedText may stand. */
export function jsonResult(
  data: Record<string, unknown>,
  errors: GraphQLError[],
  composites: ReadonlySet<unknown> | undefined,
): JsonResult {
  const result = errors.length > 0 ? { errors, data } : { data };
  if (composites === undefined) return result;
  return { ...result, stringify: (told) => partsOf(told, composites) };
}

function partsOf(result: ExecutionResult, composites: ReadonlySet<unknown>): Buffer[] {
  const parts = new Parts(composites);
  let before = '{';
  for (const [name, value] of Object.entries(result)) {
    const text = name === 'data' ? '' : JSON.stringify(value);
    // Functions have no text.
    if (text === undefined) continue;
    parts.add(`${before}"${name}":${text}`);
    if (name === 'data') parts.value(value);
    before = ',';
  }
  parts.add('}');
  return parts.done();
}

/** Up to so many bytes copying is cheaper than a socket's bookkeeping of the parts. */
const copiedBytesMax = 65_536;

class Parts {
  readonly #composites: ReadonlySet<unknown>;
  readonly #parts: (string | Buffer)[] = [];
  #text = '';

  constructor(composites: ReadonlySet<unknown>) {
    this.#composites = composites;
  }

  add(text: string): void {
    this.#text += text;
  }

  value(value: unknown): void {
    if (value instanceof CachedText) this.#fragment(value);
    else if (this.#composites.has(value)) this.#composite(value as object);
    else this.add(JSON.stringify(value));
  }

  #composite(value: object): void {
    const isList = Array.isArray(value);
    let before = isList ? '[' : '{';
    const empty = before;
    for (const [key, member] of Object.entries(value)) {
      this.add(isList ? before : `${before}"${key}":`);
      this.value(member);
      before = ',';
    }
    if (before === empty) this.add(empty);
    this.add(isList ? ']' : '}');
  }

  #fragment({ pieces }: CachedText): void {
    this.#parts.push(this.#text, ...pieces);
    this.#text = '';
  }

  /** One piece where all of them are small. */
  done(): Buffer[] {
    this.#parts.push(this.#text);
    let bytes = 0;
    for (const part of this.#parts) bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    if (bytes > copiedBytesMax) return this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    const whole = Buffer.allocUnsafe(bytes);
    let at = 0;
    for (const part of this.#parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
    return [whole];
  }
}
