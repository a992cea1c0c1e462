/** What the values at one place of a service's records were seen to be: learnt from parsed records, so that the next ones need no parse. */

/** Thrown at a record that is unlike those before it. */
export class ShapeMismatch extends Error {}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list';

/** Strings longer than this are texts, not words: they are not expected to come again. */
const wordLengthMax = 64;

/** Grows more general with each value it learns, never less. */
export class Shape {
  /** Undefined while only null was seen. */
  kind: Kind | undefined;
  isNullable = false;
  /** Of a member: some records leave it out. */
  isOptional = false;
  /** The only string seen here. */
  word: string | undefined;
  /** Of an object, in the order in which they come. */
  members = new Map<string, Shape>();
  /** Of a list; undefined while only empty ones were seen. */
  item: Shape | undefined;

  /** Whether the value told something new. Throws ShapeMismatch where no shape is of both kinds. */
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
    if (kind !== this.kind) throw new ShapeMismatch(`${kind} for ${this.kind}`);
    if (typeof value === 'string') return this.#learnWord(value);
    if (Array.isArray(value)) return this.#learnItems(value);
    return kind === 'object' && this.#learnMembers(value as Record<string, unknown>);
  }

  /** Shapes it is made of, itself among them. */
  get count(): number {
    let count = 1 + (this.item?.count ?? 0);
    for (const member of this.members.values()) count += member.count;
    return count;
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
    const names = Object.keys(value);
    let isNews = this.#order(names);
    for (const name of names) if (this.members.get(name)?.learn(value[name])) isNews = true;
    return isNews;
  }

  /** Takes in the order of a record's members: what one of both has alone is optional. Throws ShapeMismatch where they come in another. */
  #order(names: string[]): boolean {
    const known = [...this.members.keys()];
    if (known.length === names.length && known.every((name, at) => name === names[at])) return false;
    if (known[0] !== names[0]) throw new ShapeMismatch(`${names[0]} for ${known[0]}`);
    const sent = new Set(names);
    const merged = new Map<string, Shape>();
    let isNews = false;
    let at = 0;
    const addNewBefore = (next: string | undefined): void => {
      for (let name = names[at]; name !== undefined && name !== next; name = names[++at]) {
        if (this.members.has(name)) throw new ShapeMismatch(`${name} in another order`);
        const shape = new Shape();
        shape.isOptional = true;
        merged.set(name, shape);
        isNews = true;
      }
    };
    for (const [name, shape] of this.members) {
      if (sent.has(name)) {
        addNewBefore(name);
        at++;
      } else if (!shape.isOptional) {
        shape.isOptional = true;
        isNews = true;
      }
      merged.set(name, shape);
    }
    addNewBefore(undefined);
    this.members = merged;
    return isNews;
  }
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  return typeof value as Kind;
}
