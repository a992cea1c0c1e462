/** Where the program keeps what it read until it writes it: two variables a value, and for the items of lists a place on the tape. */
import type { Shape } from './shape.ts';

/** The place of a value in the bytes read. */
export interface Span {
  start: string;
  end: string;
}

/** The items of a list: the place of the first on the tape, how many, and the variables each of them keeps there. */
export interface Loop {
  first: string;
  count: string;
  variables: string[];
}

/** How the bytes of a value are copied, and so what they must be. */
export type Copied = 'copiedString' | 'copiedFloat' | 'copiedInt';

export class Slots {
  readonly spans = new Map<Shape, Span>();
  readonly loops = new Map<Shape, Loop>();
  readonly copied = new Map<Shape, Copied>();
  /** Where a null is nothing that may be answered. */
  readonly required = new Set<Shape>();
  /** All variables there are. */
  readonly variables: string[] = [];
  /** Of the innermost list that is being described. */
  #kept: string[] = [];

  span(shape: Shape): Span {
    let span = this.spans.get(shape);
    if (span === undefined) {
      span = { start: this.#variable('s'), end: this.#variable('e') };
      this.spans.set(shape, span);
    }
    return span;
  }

  /** The items of a list; what `describe` asks for is kept for each of them. */
  loop(shape: Shape, describe: (loop: Loop) => void): void {
    let loop = this.loops.get(shape);
    if (loop === undefined) {
      loop = { first: this.#variable('f'), count: this.#variable('n'), variables: [] };
      this.loops.set(shape, loop);
    }
    const outer = this.#kept;
    this.#kept = loop.variables;
    describe(loop);
    this.#kept = outer;
  }

  #variable(letter: string): string {
    const name = `${letter}${this.variables.length}`;
    this.variables.push(name);
    this.#kept.push(name);
    return name;
  }
}
