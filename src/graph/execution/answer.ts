/** The result of a lean run, and its JSON text where parts of it are text already. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { Fragment } from './fragments.ts';

/** Text of an answer in order: as strings, or as bytes in UTF-8. */
export type Pieces = (string | Buffer)[];

/** A result as Yoga takes it: `stringify` in place of JSON.stringify, `pieces` for who can write bytes. */
export interface LeanResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => string;
  pieces?: (result: ExecutionResult) => Pieces;
}

/** `composites` are the objects and lists of `data` in which a Fragment may stand. */
export function answerOf(
  data: Record<string, unknown>,
  errors: GraphQLError[],
  composites: ReadonlySet<unknown> | undefined,
): LeanResult {
  const result = errors.length > 0 ? { errors, data } : { data };
  if (composites === undefined) return result;
  const pieces = (told: ExecutionResult) => piecesOf(told, composites);
  return { ...result, pieces, stringify: (told) => pieces(told).map(String).join('') };
}

function piecesOf(result: ExecutionResult, composites: ReadonlySet<unknown>): Pieces {
  const pieces = new PieceList(composites);
  let before = '{';
  for (const [name, value] of Object.entries(result)) {
    const text = name === 'data' ? '' : JSON.stringify(value);
    // Functions have no text.
    if (text === undefined) continue;
    pieces.add(`${before}"${name}":${text}`);
    if (name === 'data') pieces.value(value);
    before = ',';
  }
  pieces.add('}');
  return pieces.done();
}

class PieceList {
  readonly #composites: ReadonlySet<unknown>;
  readonly #pieces: Pieces = [];
  #text = '';

  constructor(composites: ReadonlySet<unknown>) {
    this.#composites = composites;
  }

  add(text: string): void {
    this.#text += text;
  }

  value(value: unknown): void {
    if (value instanceof Fragment) this.#fragment(value);
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

  #fragment({ pieces }: Fragment): void {
    this.#pieces.push(this.#text, ...pieces);
    this.#text = '';
  }

  done(): Pieces {
    this.#pieces.push(this.#text);
    return this.#pieces;
  }
}
