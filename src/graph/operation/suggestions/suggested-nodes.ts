/** Writes suggestions: as texts for messages, and as nodes of the document that was meant. */
import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type ObjectFieldNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { type Candidate, candidatesOf, type Field, type Input, wordsOf } from './candidates.ts';
import { closest, meaningsOf, selectionText } from './suggestions.ts';

export type InputNode = ArgumentNode | ObjectFieldNode;

const pageMembers = new Set(['edges', 'node', 'nodes', 'pageInfo']);
export const isPageMember = (node: SelectionNode): node is FieldNode =>
  node.kind === Kind.FIELD && pageMembers.has(node.name.value);

const wideBonus = 0.4;
export const hintBonus = 0.05;
/** Penalties: a single value where several were meant, a leaf with a selection, and an object without one. */
const singlePenalty = 0.3;
const leafPenalty = 0.3;
const objectPenalty = 0.15;

/** The type that a suggested field leads to. */
export function typeAt({ path, on }: Candidate<Field>): GraphQLNamedType | undefined {
  const last = path.at(-1);
  return last ? getNamedType(last.type) : on;
}

/** Prefers candidates that fit the sent arguments and selection: pages, interfaces, lists for plurals, leaves without a selection. */
export function bonusOf(candidate: Candidate<Field>, { name, selectionSet, arguments: sent = [] }: FieldNode): number {
  const { path, on } = candidate;
  const type = typeAt(candidate);
  const fields = isObjectType(type) ? type.getFields() : {};
  const selected = selectionSet?.selections.filter((each) => each.kind === Kind.FIELD) ?? [];
  const known = selected.filter((each) => each.name.value in fields);
  const isWide = known.some(isPageMember) || (selectionSet && path.length === 0 && isInterfaceType(on));
  const takes = path[0]?.args.some((argument) => sent.some((each) => each.name.value === argument.name));
  const last = isWide ? undefined : path.at(-1);
  const isSingle = last && !isListType(getNullableType(last.type)) && /[^s]s$/.test(name.value);
  const misfit = selectionSet ? isLeafType(type) && leafPenalty : selectionText(type) === ' { ... }' && objectPenalty;
  const fit = known.length / (selected.length || 1) + Number(takes ?? false);
  return (isWide ? wideBonus : 0) + fit * hintBonus - (isSingle ? singlePenalty : 0) - (misfit || 0);
}

const dots: ValueNode = { kind: Kind.ENUM, value: '…' };
export const nameOf = (value: string) => ({ kind: Kind.NAME, value }) as const;
const argumentOf = (name: string, value: ValueNode) => ({ kind: Kind.ARGUMENT, name: nameOf(name), value }) as const;
const selectionOf = (...selections: readonly SelectionNode[]) => ({ kind: Kind.SELECTION_SET, selections }) as const;

/** The text of a suggested field, to write in place of a wrong one. */
export function fieldText(
  schema: GraphQLSchema,
  candidate: Candidate<Field>,
  node: FieldNode,
  guess = node.name.value,
): string {
  const { path, on } = candidate;
  const names = path.map((field) => {
    const needed = neededOf(schema, field, guess, node).map(print).join(', ');
    return needed ? `${field.name}(${needed})` : field.name;
  });
  const text = names.join(' { ') + (node.selectionSet ? '' : selectionText(typeAt(candidate)));
  const closed = text + ' }'.repeat(Math.max(0, names.length - 1));
  if (!on) return closed;
  return `... on ${on.name}${path.length === 0 ? closed : ` { ${closed} }`}`;
}

/** A suggested field with the alias, the arguments and the selection of the wrong one. */
export function fieldNode(schema: GraphQLSchema, candidate: Candidate<Field>, node: FieldNode): SelectionNode {
  const { path, on } = candidate;
  const [first, member] = path;
  const { loc, selectionSet, arguments: sent = [], ...rest } = node;
  const isOuter = ({ name }: ArgumentNode) =>
    !first || !member || closest(schema, name.value, candidatesOf(first.args)).length > 0;
  const made = (field: Field, args: readonly ArgumentNode[], selected: SelectionSetNode | undefined): FieldNode => {
    const needed = neededOf(schema, field, node.name.value, node).filter(({ value }) => value !== dots);
    // The location of the name points to the text of the caller.
    const name = { ...node.name, value: field.name };
    return { kind: Kind.FIELD, loc, name, arguments: [...needed, ...args], selectionSet: selected };
  };
  const own = sent.filter((each) => !isOuter(each));
  const inner = member && made(member, own, selectionSet);
  const field = first && { ...rest, ...made(first, sent.filter(isOuter), inner ? selectionOf(inner) : selectionSet) };
  if (!on && field) return field;
  const typeCondition = on && ({ kind: Kind.NAMED_TYPE, name: nameOf(on.name) } as const);
  const inside = field ? selectionOf(field) : (selectionSet ?? selectionOf());
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: inside };
}

/** Arguments of a suggested field that the guess states or the field needs, except those sent or equal to the default. */
function neededOf(schema: GraphQLSchema, field: Field, guess: string, { arguments: sent = [] }: FieldNode) {
  const said = enumsSaid(schema, field, guess);
  return field.args.flatMap((argument): ArgumentNode[] => {
    const { name, defaultValue } = argument;
    if (sent.some((each) => each.name.value === name)) return [];
    const found = said.find((each) => each.name === name);
    if (isRequiredArgument(argument)) return [argumentOf(name, found?.value ?? dots)];
    return found && found.internal !== defaultValue ? [argumentOf(name, found.value)] : [];
  });
}

const saidMin = 4;

/** The arguments whose values a name states: `hourlyWeather` is `weather(granularity: HOURLY)`. A synonym states a whole value. */
export function enumsSaid(schema: GraphQLSchema, { args }: Field, guess: string) {
  const words = wordsOf(guess);
  const meant = new Set(meaningsOf(schema, guess).flat());
  const isSaid = (value: string) =>
    meant.has(value) || words.some((word) => value === word || (word.length >= saidMin && value.startsWith(word)));
  return args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    const said = isEnumType(named) && named.getValues().find((value) => isSaid(value.name.toLowerCase()));
    return said ? [{ name, value: { kind: Kind.ENUM, value: said.name } as const, internal: said.value }] : [];
  });
}

/** The text of the first field of a type that takes a unit, with a unit. */
export function measureOf(type: GraphQLNamedType): string | undefined {
  for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
    const unit = getNamedType(field.args.find(({ name }) => name === 'unit')?.type);
    if (isEnumType(unit))
      return `${field.name}(unit: ${unit.getValues()[1]?.name})${selectionText(getNamedType(field.type))}`;
  }
  return undefined;
}

const valueLengthMax = 60;

/** The text of a suggested input, to write in place of a wrong one. */
export function inputText(candidate: Candidate<Input>, node: InputNode): string {
  if (candidate.path.length === 1) return candidate.path[0]?.name ?? '';
  return print(inputNode(candidate, print(node.value).length > valueLengthMax ? { ...node, value: dots } : node));
}

/** A suggested input with the value of the wrong one, within the object that it is a member of. */
export function inputNode<Node extends InputNode>({ path: [first, member] }: Candidate<Input>, node: Node): Node {
  const { loc } = node.value;
  const within = (value: ValueNode): ValueNode =>
    member
      ? { kind: Kind.OBJECT, loc, fields: [{ kind: Kind.OBJECT_FIELD, name: nameOf(member.name), value }] }
      : value;
  const isList = member && node.value.kind === Kind.LIST;
  const value = isList ? { ...node.value, values: node.value.values.map(within) } : within(node.value);
  return { ...node, loc: undefined, name: nameOf(first?.name ?? ''), value };
}

/** The values in an object, each with the names that lead to it. */
export function leavesOf(value: ValueNode, name = ''): { name: string; value: ValueNode }[] {
  if (value.kind !== Kind.OBJECT) return [{ name, value }];
  return value.fields.flatMap((field) => leavesOf(field.value, `${name}_${field.name.value}`));
}

/** Merges members of one object that were suggested separately. If an argument was both added and sent, the sent one stays. */
export function merged<Node extends InputNode>(nodes: readonly Node[], inputs: readonly Input[]): Node[] {
  const isOneOf = ({ name }: Node) => {
    const type = getNamedType(inputs.find((input) => input.name === name.value)?.type);
    return isInputObjectType(type) && type.isOneOf;
  };
  const made = new Map<string, Node>();
  const others: Node[] = [];
  for (const node of nodes) {
    const other = made.get(node.name.value);
    if (other?.loc && node.loc) others.push(node);
    else if (other && isOneOf(node)) made.set(node.name.value, node.loc ? node : other);
    else if (other?.value.kind === Kind.OBJECT && node.value.kind === Kind.OBJECT) {
      const fields = [...other.value.fields, ...node.value.fields];
      made.set(node.name.value, { ...node, value: { ...other.value, fields } });
    } else made.set(node.name.value, node);
  }
  return [...made.values(), ...others];
}
