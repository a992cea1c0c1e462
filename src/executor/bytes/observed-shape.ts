/** The kinds of values observed at one position of parsed records, so that later records need no parse. */

/** Thrown at a value that differs in kind from those before it. */
export class ShapeMismatch extends Error {}

/** Thrown if the bytes of a shape cannot answer a plan. */
export class NotWritable extends Error {}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list';

const kindOf = (value: unknown): Kind => (Array.isArray(value) ? 'list' : (typeof value as Kind));

/** Longer strings are free text, which is not expected to be the same in every record. */
const constantLengthMax = 64;
/** Texts that every JSON writer writes alike. Python and PHP escape what is not ASCII, others `/`, `<` or `'`. */
const isPlain = (text: string) => /^[\w ,.:;()-]*$/.test(text);
/** Records of the contract have fewer members. */
const membersMax = 128;
/** Items of a list in a record that are observed. */
const itemsMax = 256;

/** Becomes more general with each value it observes, never less. */
export class ObservedShape {
  /** Undefined while only null was observed. */
  kind: Kind | undefined;
  isNullable = false;
  /** The member is missing in some records. */
  isOptional = false;
  /** What a program skips where no plan reads the value: any object after too many names, any value after two kinds. */
  skips: 'object' | 'any' | undefined;
  /** Whether a plan reads the value. */
  isRead = false;
  /** The only string observed here. */
  constant: string | undefined;
  /** Members of an object, in the order observed. */
  members = new Map<string, ObservedShape>();
  /** Whether all objects had their members in one order. */
  isOrdered = true;
  /** Item of a list; undefined while only empty lists were observed. */
  item: ObservedShape | undefined;

  /** Returns whether the value changed the shape. Throws ShapeMismatch for a value of another kind than those before. */
  observe(value: unknown): boolean {
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
    if (typeof value === 'string') {
      const isNews = this.constant !== undefined && this.constant !== value;
      if (isNews) this.constant = undefined;
      return isNews;
    }
    if (Array.isArray(value)) return this.#observeItems(value);
    return kind === 'object' && this.#observeMembers(value as Record<string, unknown>);
  }

  /** Number of shapes in it, including itself. */
  get count(): number {
    let count = 1 + (this.item?.count ?? 0);
    for (const member of this.members.values()) count += member.count;
    return count;
  }

  #begin(value: unknown): void {
    if (typeof value === 'string' && value.length <= constantLengthMax && isPlain(value)) this.constant = value;
    else if (Array.isArray(value)) this.#observeItems(value);
    else if (this.kind === 'object') {
      const entries = Object.entries(value as object);
      assertFew(entries.length);
      for (const [name, member] of entries) {
        const shape = new ObservedShape();
        this.members.set(name, shape);
        shape.#observeInner(member);
      }
    }
  }

  #observeItems(values: unknown[]): boolean {
    if (values.length === 0) return false;
    this.item ??= new ObservedShape();
    let isNews = false;
    for (const value of values.slice(0, itemsMax)) if (this.item.#observeInner(value)) isNews = true;
    return isNews;
  }

  #observeMembers(value: Record<string, unknown>): boolean {
    const names = Object.keys(value);
    assertFew(names.length);
    let isNews = this.#merge(names);
    for (const name of names) if ((this.members.get(name) as ObservedShape).#observeInner(value[name])) isNews = true;
    return isNews;
  }

  /** Like `observe`, for a value in a record, which is skipped where a record would throw. */
  #observeInner(value: unknown): boolean {
    const kind = kindOf(value);
    const isKnown = this.skips === 'any' || (this.skips === kind && value !== null);
    if (isKnown && !this.isRead) return false;
    try {
      return this.observe(value);
    } catch (error) {
      if (!(error instanceof ShapeMismatch)) throw error;
      const { skips } = this;
      this.skips = kind === 'object' && kind === this.kind && skips !== 'any' ? kind : 'any';
      return skips !== this.skips;
    }
  }

  /** Merges the names of an object's members. A member that only the object or only the shape has becomes optional. */
  #merge(names: string[]): boolean {
    const known = [...this.members.keys()];
    if (known.length === names.length && known.every((name, at) => name === names[at])) return false;
    const order = this.isOrdered ? mergedOrder(known, names) : undefined;
    let isNews = this.isOrdered && order === undefined;
    if (isNews) this.isOrdered = false;
    const sent = new Set(names);
    for (const [name, shape] of this.members) {
      if (sent.has(name) || shape.isOptional) continue;
      shape.isOptional = true;
      isNews = true;
    }
    for (const name of names) {
      if (this.members.has(name)) continue;
      assertFew(this.members.size + 1);
      const shape = new ObservedShape();
      shape.isOptional = true;
      this.members.set(name, shape);
      isNews = true;
    }
    if (isNews && order) this.members = new Map(order.map((name) => [name, this.members.get(name) as ObservedShape]));
    return isNews;
  }
}

function assertFew(members: number): void {
  if (members > membersMax) throw new ShapeMismatch(`${members} members`);
}

/** An order that fits both lists of names. Undefined if there is none, or if the first names differ. */
function mergedOrder(known: readonly string[], names: readonly string[]): string[] | undefined {
  if (known[0] !== names[0]) return undefined;
  const [isKnown, isSent] = [new Set(known), new Set(names)];
  const merged: string[] = [];
  let at = 0;
  for (const name of known) {
    for (; isSent.has(name) && names[at] !== name; at++) {
      const before = names[at] as string;
      if (isKnown.has(before)) return undefined;
      merged.push(before);
    }
    if (isSent.has(name)) at++;
    merged.push(name);
  }
  return [...merged, ...names.slice(at)];
}

/** The shape of a member that a plan reads. Throws NotWritable for a name of Object.prototype: every object inherits it. */
export function memberOf({ members }: ObservedShape, name: string): ObservedShape | undefined {
  if (name in Object.prototype) throw new NotWritable(name);
  const member = members.get(name);
  if (member) member.isRead = true;
  return member;
}
