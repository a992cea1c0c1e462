/** Arguments of a plan's resolvers, coerced by graphql-js: constants once a plan, others once a run instead of once an object. */
import {
  type FieldNode,
  type GraphQLField,
  getArgumentValues,
  Kind,
  print,
  type ValueNode,
  type VariableValues,
} from 'graphql';

export type Arguments = Readonly<Record<string, unknown>>;

/** Memory of one set of arguments, and of the values made of each character. */
const setBytes = 512;
const bytesPerCharacter = 16;

type Coerce = (variables: VariableValues) => Arguments;

/** Every distinct set of arguments of a plan, by number. */
export class ArgumentTable {
  readonly #coerces: Coerce[] = [];
  readonly #numbers = new Map<GraphQLField<unknown, unknown>, Map<string, number>>();
  /** Memory that the table takes. */
  bytes = 0;

  /** The number of a node's arguments; equal arguments of one field share it. Throws where constants do not fit their types. */
  add(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const text = (node.arguments ?? []).map(print).join();
    const numbers = this.#numbers.getOrInsert(field, new Map());
    if (!numbers.has(text)) {
      numbers.set(text, this.#coerces.push(coerceOf(field, node)) - 1);
      this.bytes += setBytes + text.length * bytesPerCharacter;
    }
    return numbers.get(text) as number;
  }

  /** The arguments of a run, by number. Throws where a variable does not fit. */
  coerce(variables: VariableValues): Arguments[] {
    return this.#coerces.map((coerce) => coerce(variables));
  }
}

function coerceOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Coerce {
  const coerce: Coerce = (variables) => getArgumentValues(field, node, variables);
  if (!isConstant(node)) return coerce;
  const constant = Object.freeze(coerce({ sources: {}, coerced: {} }));
  return () => constant;
}

/** Whether a node's arguments are the same in every run. */
export function isConstant({ arguments: sent = [] }: FieldNode): boolean {
  return !sent.some(({ value }) => hasVariable(value));
}

function hasVariable(node: ValueNode): boolean {
  if (node.kind === Kind.VARIABLE) return true;
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  return node.kind === Kind.OBJECT && node.fields.some(({ value }) => hasVariable(value));
}
