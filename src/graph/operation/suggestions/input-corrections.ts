/** Reads arguments and input objects as they were meant: by another name, as a member of an input, or out of a filter. */
import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  print,
  type ValueNode,
} from 'graphql';
import { type Candidate, candidatesOf, type Field, type Input } from './candidates.ts';
import { hintBonus, type InputNode, inputNode, inputText, leavesOf, measureOf, merged } from './suggested-nodes.ts';
import { closest, didYouMean, meaningsOf, type Scored, suggestionsMax } from './suggestions.ts';

/** A field, and the type that it is selected on. */
export interface Level {
  type: GraphQLNamedType;
  field: Field;
}

/** State shared while one document is read. */
interface Reading {
  schema: GraphQLSchema;
  /** Counts a look-up. Returns whether there were too many. */
  isEnough(): boolean;
  /** Reports an error at a node. */
  report(node: InputNode, message: string): void;
}

export function createInputReader({ schema, isEnough, report }: Reading) {
  /** The types as which variables are used. */
  const usedAs = new Map<string, GraphQLType>();

  function argumentsAsMeant(node: FieldNode, level: Level): ArgumentNode[] {
    const { args, type } = level.field;
    const isMisplaced = ({ name: { value } }: ArgumentNode) =>
      /^units?$/i.test(value) && !args.some(({ name }) => name === value);
    const sent = (node.arguments ?? []).filter((argument) => {
      const measure = isMisplaced(argument) && !isEnough() && measureOf(getNamedType(type));
      if (measure) report(argument, `${unknownArgument(argument, level)}. Each measure takes a unit: "${measure}".`);
      return !measure;
    });
    const { start, end, source } = node.name.loc ?? {};
    return inputsAsMeant(sent, args, (each) => unknownArgument(each, level), source?.body.slice(start, end));
  }

  /** Replaces wrong names of inputs. `guess`, the name of their field, ranks equal candidates: `days` of a forecast are the next days. */
  function inputsAsMeant<Node extends InputNode>(
    sent: readonly Node[],
    inputs: readonly Input[],
    head: (node: Node) => string,
    guess = '',
  ): Node[] {
    const meant = sent.flatMap((node): Node[] => {
      const { value } = node.name;
      const input = inputs.find(({ name }) => name === value);
      if (input) return [{ ...node, value: valueAsMeant(node.value, input.type) }];
      if (isEnough()) return [node];
      const named = inputsFor(value, inputs, guess);
      const suggested = named.length > 0 ? named : inputsOfValue(node.value, inputs);
      if (suggested.length === 0) return membersAsMeant(node, inputs, head);
      report(node, head(node) + didYouMean(suggested.map((candidate) => inputText(candidate, node))));
      const best = clear(suggested);
      return best ? inputsAsMeant([inputNode(best, node)], inputs, head) : [node];
    });
    return merged(meant, inputs);
  }

  function inputsFor(name: string, inputs: readonly Input[], guess: string) {
    const bonus = (candidate: Candidate<Input>) => closest(schema, `${guess}_${name}`, [candidate])[0]?.score ?? 0;
    return closest(schema, name, candidatesOf(inputs), (each) => hintBonus * (guess ? bonus(each) : 0));
  }

  /** `where: { category: { _eq: PEST } }` is `category: PEST`. */
  function membersAsMeant<Node extends InputNode>(
    node: Node,
    inputs: readonly Input[],
    head: (node: Node) => string,
  ): Node[] {
    // Neither `next` nor `last` is a substitute for the other.
    const words = meaningsOf(schema, node.name.value).flat();
    const isSpan = words.includes('next') || words.includes('last');
    const members = node.kind === Kind.ARGUMENT && !isSpan ? leavesOf(node.value).slice(0, suggestionsMax) : [];
    const meant = members.flatMap(({ name, value }): Node[] => {
      const best = clear(closest(schema, name, candidatesOf(inputs)));
      return best ? [inputNode(best, { ...node, value })] : [];
    });
    if (meant.length === 0) return [node];
    report(node, head(node) + didYouMean([meant.map((each) => print(each)).join(', ')]));
    return inputsAsMeant(meant, inputs, head);
  }

  function valueAsMeant(value: ValueNode, type: GraphQLType): ValueNode {
    if (value.kind === Kind.VARIABLE && !usedAs.has(value.name.value)) usedAs.set(value.name.value, type);
    const item = getNullableType(type);
    if (value.kind === Kind.LIST && isListType(item))
      return { ...value, values: value.values.map((each) => valueAsMeant(each, item.ofType)) };
    const named = getNamedType(type);
    if (value.kind !== Kind.OBJECT || !isInputObjectType(named)) return value;
    const head = ({ name }: InputNode) =>
      `Expected value of type "${named.name}" not to include unknown field "${name.value}"`;
    return { ...value, fields: inputsAsMeant(value.fields, Object.values(named.getFields()), head) };
  }

  return { argumentsAsMeant, inputsAsMeant, inputsFor, usedAs };
}

/** The inputs that take an enum value: `name: NDVI` of an index series is `index: NDVI`. */
function inputsOfValue(value: ValueNode, inputs: readonly Input[]): Scored<Input>[] {
  const takes = ({ type }: Input) => {
    const named = getNamedType(type);
    return value.kind === Kind.ENUM && isEnumType(named) && named.getValue(value.value) !== undefined;
  };
  return inputs.filter(takes).map((input) => ({ path: [input], words: [], score: 1, isWhole: true }));
}

export const unknownArgument = ({ name }: InputNode, { type, field }: Level) =>
  `Unknown argument "${name.value}" on field "${type.name}.${field.name}"`;

/** The best candidate, if no other scores the same or both lead to the same. */
export function clear<Definition>(
  [best, next]: readonly Scored<Definition>[],
  leadsTo: (candidate: Scored<Definition>) => unknown = (candidate) => candidate,
): Scored<Definition> | undefined {
  return best && (!next || best.score > next.score || leadsTo(best) === leadsTo(next)) ? best : undefined;
}
