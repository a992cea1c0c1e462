/** The kinds of values observed at one place of parsed records, so that later records need no parse. */

/** Thrown at a record that is unlike those before it. */
export class ShapeMismatch extends Error {}

/** Thrown where a plan cannot be answered out of bytes of a shape. */
export class NotWritable extends Error {}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list';

/** Longer strings are free text, which is not expected to be the same in every record. */
const constantLengthMax = 64;

/** Becomes more general with each value it observes, never less. */
export class ObservedShape {
  /** Undefined while only null was observed. */
  kind: Kind | undefined;
  isNullable = false;
  /** The member is missing in some records. */
  isOptional = false;
  /** The only string observed here. */
  constant: string | undefined;
  /** Members of an object, in the order observed. */
  members = new Map<string, ObservedShape>();
  /** Item of a list; undefined while only empty lists were observed. */
  item: ObservedShape | undefined;

  /** Whether the value changed the shape. Throws ShapeMismatch where no shape has both kinds. */
  observe(value: unknown): boolean {
    if (value === null) {
      const isNews = !this.isNullable;
      this.isNullable = true;
      return isNews;
    }
    const kind = Array.isArray(value) ? 'list' : (typeof value as Kind);
    if (this.kind === undefined) {
      this.kind = kind;
      this.#begin(value);
      return true;
    }
    if (kind !== this.kind) throw new ShapeMismatch(`${kind} for ${this.kind}`);
    if (typeof value === 'string') {
      const isNews = this.constant !== undefined && this.constant !== value;
      if (isNews) this.constant = undefined;
      return isNews;
    }
    if (Array.isArray(value)) return this.#observeItems(value);
    return kind === 'object' && this.#observeMembers(value as Record<string, unknown>);
  }

  /** Shapes that it consists of, including itself. */
  get count(): number {
    let count = 1 + (this.item?.count ?? 0);
    for (const member of this.members.values()) count += member.count;
    return count;
  }

  #begin(value: unknown): void {
    if (typeof value === 'string' && value.length <= constantLengthMax) this.constant = value;
    else if (Array.isArray(value)) this.#observeItems(value);
    else if (this.kind === 'object') {
      for (const [name, member] of Object.entries(value as object)) {
        const shape = new ObservedShape();
        shape.observe(member);
        this.members.set(name, shape);
      }
    }
  }

  #observeItems(values: unknown[]): boolean {
    if (values.length === 0) return false;
    this.item ??= new ObservedShape();
    let isNews = false;
    for (const value of values) if (this.item.observe(value)) isNews = true;
    return isNews;
  }

  #observeMembers(value: Record<string, unknown>): boolean {
    const names = Object.keys(value);
    let isNews = this.#mergeOrder(names);
    for (const name of names) if (this.members.get(name)?.observe(value[name])) isNews = true;
    return isNews;
  }

  /** Merges the order of a record's members: one that only the record or only the shape has is optional. Throws ShapeMismatch at another order. */
  #mergeOrder(names: string[]): boolean {
    const known = [...this.members.keys()];
    if (known.length === names.length && known.every((name, at) => name === names[at])) return false;
    if (known[0] !== names[0]) throw new ShapeMismatch(`${names[0]} for ${known[0]}`);
    const sent = new Set(names);
    const merged = new Map<string, ObservedShape>();
    let isNews = false;
    let at = 0;
    const addNewBefore = (next: string | undefined): void => {
      for (let name = names[at]; name !== undefined && name !== next; name = names[++at]) {
        if (this.members.has(name)) throw new ShapeMismatch(`${name} in another order`);
        const shape = new ObservedShape();
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

/** The shape of a member. Throws NotWritable for one that every object has, whatever the record says. */
export function memberOf({ members }: ObservedShape, name: string): ObservedShape | undefined {
  if (name in Object.prototype) throw new NotWritable(name);
  return members.get(name);
}
