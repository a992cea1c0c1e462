/** What the values at one place of a service's records were seen to be: learnt from parsed records, so that the next ones need no parse. */

/** Thrown at a record that is unlike those before it. */
export class Unlike extends Error {}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list';

/** Strings longer than this are texts, not words: they are not expected to come again. */
const wordLengthMax = 64;

/** Grows more general with each value it learns, never less. */
export class Shape {
  /** Undefined while only null was seen. */
  kind: Kind | undefined;
  isNullable = false;
  /** The only string seen here. */
  word: string | undefined;
  /** Of an object, in the order in which they come. */
  members = new Map<string, Shape>();
  /** Of a list; undefined while only empty ones were seen. */
  item: Shape | undefined;

  /** Whether the value told something new. Throws Unlike where no shape is of both kinds. */
  learn(value: unknown): boolean {
    if (value === null) {
      const isNews = !this.isNullable;
      this.isNullable = true;
      return isNews;
    }
    const kind = kindOf(value);
    if (this.kind === undefined) {
      this.kind = kind;
      this.#begin(value);
      return true;
    }
    if (kind !== this.kind) throw new Unlike(`${kind} for ${this.kind}`);
    if (typeof value === 'string') return this.#learnWord(value);
    if (Array.isArray(value)) return this.#learnItems(value);
    return kind === 'object' && this.#learnMembers(value as Record<string, unknown>);
  }

  #begin(value: unknown): void {
    if (typeof value === 'string' && value.length <= wordLengthMax) this.word = value;
    else if (Array.isArray(value)) this.#learnItems(value);
    else if (this.kind === 'object') {
      for (const [name, member] of Object.entries(value as object)) {
        const shape = new Shape();
        shape.learn(member);
        this.members.set(name, shape);
      }
    }
  }

  #learnWord(value: string): boolean {
    if (this.word === undefined || this.word === value) return false;
    this.word = undefined;
    return true;
  }

  #learnItems(values: unknown[]): boolean {
    if (values.length === 0) return false;
    this.item ??= new Shape();
    let isNews = false;
    for (const value of values) if (this.item.learn(value)) isNews = true;
    return isNews;
  }

  #learnMembers(value: Record<string, unknown>): boolean {
    const entries = Object.entries(value);
    if (entries.length !== this.members.size) throw new Unlike('other members');
    let isNews = false;
    let at = 0;
    for (const [name, shape] of this.members) {
      const [sentName, member] = entries[at++] ?? [];
      if (sentName !== name) throw new Unlike(`${sentName} for ${name}`);
      if (shape.learn(member)) isNews = true;
    }
    return isNews;
  }
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  return typeof value as Kind;
}
