/** Arguments of a plan's resolvers, coerced by graphql-js: constants once per plan, others once per run instead of once per object. */
import { type FieldNode, type GraphQLField, getArgumentValues, print, type VariableValues, visit } from 'graphql';

export type Arguments = Readonly<Record<string, unknown>>;

/** Memory of one set of arguments, and of its values per character of their text. */
const setBytes = 512;
const bytesPerCharacter = 16;

/** Every distinct set of arguments of a plan, by index. */
export class ArgumentTable {
  /** `constant` if they are the same in every run. */
  readonly #sets: { field: GraphQLField<unknown, unknown>; node: FieldNode; constant: Arguments | undefined }[] = [];
  readonly #numbers = new Map<GraphQLField<unknown, unknown>, Map<string, number>>();
  /** Memory that the table takes. */
  bytes = 0;

  /** The index of a node's arguments in the table; equal arguments of one field share it. Throws if constants do not fit their types. */
  add(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const text = (node.arguments ?? []).map(print).join();
    const numbers = this.#numbers.getOrInsert(field, new Map());
    if (!numbers.has(text)) {
      const constant = isConstant(node)
        ? Object.freeze(getArgumentValues(field, node, { sources: {}, coerced: {} }))
        : undefined;
      numbers.set(text, this.#sets.push({ field, node, constant }) - 1);
      this.bytes += setBytes + text.length * bytesPerCharacter;
    }
    return numbers.get(text) as number;
  }

  /** The arguments of a run, by index. Throws if a variable does not fit. */
  coerce(variables: VariableValues): Arguments[] {
    const values = Array<Arguments>(this.#sets.length);
    let at = 0;
    for (const { field, node, constant } of this.#sets)
      values[at++] = constant ?? getArgumentValues(field, node, variables);
    return values;
  }
}

/** Whether a node's arguments are the same in every run. */
export function isConstant({ arguments: sent = [] }: FieldNode): boolean {
  let hasVariable = false;
  const Variable = () => {
    hasVariable = true;
  };
  for (const each of sent) visit(each, { Variable });
  return !hasVariable;
}
