/**
 * Reads an invalid document as it was meant: replaces each wrong name that has one clear suggestion, and checks its contents as if the
 * suggested name had been written. So one response names everything that is wrong.
 */
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isUnionType,
  Kind,
  type NamedTypeNode,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  parseType,
  print,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type TypeNode,
  validate,
  type ValidationRule,
} from 'graphql';
import {
  bonusOf,
  enumsSaid,
  fieldNode,
  fieldText,
  type InputNode,
  inputNode,
  inputText,
  isPageMember,
  nameOf,
  typeAt,
} from './suggested-nodes.ts';
import { clear, createInputReader, type Level, unknownArgument } from './input-corrections.ts';
import { type Field, fieldsOf, fragmentOn, sharedOf } from './candidates.ts';
import { closest, didYouMean, withSuggestions } from './suggestions.ts';
import { elsewhereOf, ofOtherRoot } from './names-around.ts';

const pageArguments = new Set(['after', 'before', 'cursor']);

/**
 * The errors of validation with suggestions, and those that `rules` find in the document that was meant, in order of position. Looks up at
 * most `maxErrors` names.
 */
export function errorsAsMeant(
  schema: GraphQLSchema,
  document: DocumentNode,
  found: readonly GraphQLError[],
  rules: readonly ValidationRule[],
  options: { maxErrors: number; hideSuggestions: boolean },
): GraphQLError[] {
  /** The errors of wrong names, by their position. */
  const named = new Map<number | undefined, GraphQLError>();
  /** The types that fragments are spread in. */
  const spreads = new Map<string, GraphQLNamedType>();
  let looked = 0;

  /** Counts a look-up. Returns whether there were too many. */
  const isEnough = (): boolean => ++looked > options.maxErrors;

  function report(node: FieldNode | InputNode | NamedTypeNode, message: string): void {
    named.set(node.loc?.start, new GraphQLError(message, { nodes: node }));
  }

  const { argumentsAsMeant, inputsAsMeant, inputsFor, usedAs } = createInputReader({ schema, isEnough, report });

  function operationAsMeant(node: DefinitionNode): DefinitionNode {
    if (node.kind !== Kind.OPERATION_DEFINITION) return node;
    const type = schema.getRootType(node.operation) ?? undefined;
    return { ...node, selectionSet: selectionAsMeant(node.selectionSet, type, []) };
  }

  /** A fragment on an unknown type gets the type that it is spread in. */
  function fragmentAsMeant(node: DefinitionNode): DefinitionNode {
    if (node.kind !== Kind.FRAGMENT_DEFINITION) return node;
    const spreadIn = spreads.get(node.name.value);
    const typeCondition = conditionAsMeant(node.typeCondition, spreadIn ? [spreadIn] : []);
    const type = schema.getType(typeCondition.name.value);
    return { ...node, typeCondition, selectionSet: selectionAsMeant(node.selectionSet, type, []) };
  }

  /** A variable of an unknown type gets the type as which it is used. */
  function variablesAsMeant(node: DefinitionNode): DefinitionNode {
    if (node.kind !== Kind.OPERATION_DEFINITION) return node;
    const variableDefinitions = node.variableDefinitions?.map((variable) => {
      const type = usedAs.get(variable.variable.name.value);
      if (type === undefined || typeFromAST(schema, variable.type as NamedTypeNode) !== undefined || isEnough())
        return variable;
      const unknown = namedIn(variable.type);
      report(unknown, `Unknown type "${unknown.name.value}"${didYouMean([String(type)])}`);
      return { ...variable, type: parseType(String(type), { noLocation: true }) };
    });
    return { ...node, variableDefinitions };
  }

  function conditionAsMeant(node: NamedTypeNode, types: readonly GraphQLNamedType[]): NamedTypeNode {
    const { value } = node.name;
    if (schema.getType(value) || types.length === 0 || isEnough()) return node;
    const suggested =
      types.length === 1 ? types : closest(schema, value, types.map(fragmentOn)).flatMap(({ on }) => on ?? []);
    const [best, other] = suggested;
    if (best) report(node, `Unknown type "${value}"${didYouMean(suggested.map(({ name }) => name))}`);
    return best && !other ? { ...node, name: nameOf(best.name) } : node;
  }

  function selectionAsMeant(
    set: SelectionSetNode,
    type: GraphQLNamedType | undefined,
    around: readonly Level[],
  ): SelectionSetNode {
    const selections = set.selections.flatMap((node): readonly SelectionNode[] => {
      if (node.kind === Kind.FIELD) return isCompositeType(type) ? fieldAsMeant(node, type, around, set) : [node];
      if (node.kind === Kind.FRAGMENT_SPREAD && type) spreads.set(node.name.value, type);
      if (node.kind !== Kind.INLINE_FRAGMENT) return [node];
      const possible = isAbstractType(type) ? [...sharedOf(schema, type), ...schema.getPossibleTypes(type)] : [];
      const typeCondition = node.typeCondition && conditionAsMeant(node.typeCondition, possible);
      const on = typeCondition ? schema.getType(typeCondition.name.value) : type;
      return [{ ...node, typeCondition, selectionSet: selectionAsMeant(node.selectionSet, on, around) }];
    });
    return { ...set, selections };
  }

  function fieldAsMeant(
    node: FieldNode,
    type: Parameters<GraphQLSchema['getField']>[0],
    around: readonly Level[],
    { selections }: SelectionSetNode,
  ): readonly SelectionNode[] {
    const { name, selectionSet } = node;
    const field = schema.getField(type, name.value);
    if (field) return [knownAsMeant(node, { type, field }, around)];
    if (isEnough()) return [node];
    const head = `Cannot query field "${name.value}" on type "${type.name}"`;
    const inside = (of: GraphQLNamedType | undefined) =>
      selectionSet ? selectionAsMeant(selectionSet, of, around).selections : [];
    const ofRoot = ofOtherRoot(schema, type, name.value);
    const wrapper = ofRoot ?? wrapperOf(node, type, around.at(-1));
    if (wrapper !== undefined) {
      report(node, `${head}. ${wrapper}`);
      return ofRoot || name.value === 'pageInfo' ? [] : inside(type);
    }
    // To add is no substitute for a write that the graph does not have.
    const isOtherWrite =
      type === schema.getMutationType() && /change|delete|destroy|edit|modify|patch|remove|update/i.test(name.value);
    const candidates = isOtherWrite ? [] : fieldsOf(schema, type);
    const suggested = closest(schema, name.value, candidates, (candidate) => bonusOf(candidate, node));
    if (suggested.length > 0) {
      const texts = new Set(suggested.map((candidate) => fieldText(schema, candidate, node)));
      const isFirst = selections.find(({ kind }) => kind === Kind.FIELD) === node;
      report(node, `${head}${didYouMean([...texts])}${isUnionType(type) && isFirst ? refusalsOf(type) : ''}`);
      const best = clear(suggested, typeAt);
      if (best === undefined) return [node];
      const meant = [fieldNode(schema, best, node)];
      return selectionAsMeant({ kind: Kind.SELECTION_SET, selections: meant }, type, around).selections;
    }
    const elsewhere = elsewhereOf(schema, node, around);
    if (elsewhere === undefined) return [node];
    const text = fieldText(schema, elsewhere, node, `${name.value}_${type.name}`);
    report(node, `${head}. Did you mean "${text}" of "${elsewhere.of}"?`);
    const meant = inside(typeAt(elsewhere));
    return typeAt(elsewhere) === type ? meant : [];
  }

  /** The message for a level that the graph does not have: edges and nodes of a plain list, `daily` within weather. */
  function wrapperOf(node: FieldNode, type: GraphQLNamedType, level: Level | undefined): string | undefined {
    if (!level || !node.selectionSet || getNamedType(level.field.type) !== type) return undefined;
    if ('getFields' in type && 'edges' in type.getFields()) return undefined;
    const { name, args } = level.field;
    const { value } = node.name;
    const written = node.arguments ?? [];
    if (isPageMember(node)) return `"${name}" has no pages: select its fields without "${value}".`;
    const said = enumsSaid(schema, level.field, value).map((each) => `${each.name}: ${each.value.value}`);
    if (said.length === 0) return undefined;
    const sent = written.flatMap((argument) => {
      if (isEnough()) return [];
      const suggested = inputsFor(argument.name.value, args, value);
      const best = clear(suggested);
      if (best) return inputNode(best, argument);
      const texts = suggested.map((candidate) => inputText(candidate, argument));
      report(argument, unknownArgument(argument, level) + didYouMean(texts));
      return [];
    });
    const meant = inputsAsMeant(sent, args, (each) => unknownArgument(each, level), value).map(print);
    return `Choose by an argument: "${name}(${[...said, ...meant].join(', ')})".`;
  }

  function knownAsMeant(node: FieldNode, level: Level, around: readonly Level[]): FieldNode {
    const pages = pagesOf(node, level);
    if (pages) return knownAsMeant({ ...node, name: nameOf(pages.name) }, { ...level, field: pages }, around);
    const inner = getNamedType(level.field.type);
    const selectionSet = node.selectionSet && selectionAsMeant(node.selectionSet, inner, [...around, level]);
    return { ...node, arguments: argumentsAsMeant(node, level), selectionSet };
  }

  /** The connection to use for a list if its pages are requested. */
  function pagesOf({ arguments: sent = [], selectionSet }: FieldNode, { type, field }: Level): Field | undefined {
    const member = selectionSet?.selections.find(isPageMember);
    const argument = sent.find(({ name }) => pageArguments.has(name.value));
    if (!(member ?? argument) || !('getFields' in type)) return undefined;
    const item = getNamedType(field.type).name;
    const fields = Object.values(type.getFields() as Record<string, Field>);
    const connection = fields.find((each) => getNamedType(each.type).name === `${item}Connection`);
    if (!connection || isEnough()) return undefined;
    const where = `Pages are in "${connection.name}(first: …, after: …) { nodes { ... } pageInfo { ... } }".`;
    if (member) report(member, `Cannot query field "${member.name.value}" on type "${item}". ${where}`);
    else if (argument) report(argument, `${unknownArgument(argument, { type, field })}. ${where}`);
    return connection;
  }

  function refusalsOf(type: Parameters<typeof sharedOf>[1]): string {
    const [shared] = sharedOf(schema, type);
    const sentence = Object.values(shared?.getFields() ?? {}).find((field) => String(field.type) === 'String!');
    return sentence ? ` Each refusal is "... on ${shared?.name} { ${sentence.name} }".` : '';
  }

  const operations = document.definitions.map(operationAsMeant);
  const definitions = operations.map(fragmentAsMeant).map(variablesAsMeant);
  // Nobody wrote the nodes without a location.
  const isNew = ({ nodes = [], positions }: GraphQLError) =>
    nodes.every(({ loc }) => loc) && !(nodes.length === 1 && named.has(positions?.[0]));
  const check = () => validate(schema, { ...document, definitions }, rulesAsMeant(rules), options);
  const others = named.size === 0 ? found : [...check().filter(isNew), ...found.filter(isOfWhole)];
  const errors = [...named.values(), ...others.map((error) => new GraphQLError(withSuggestions(schema, error), error))];
  return errors.sort((one, other) => placeOf(one) - placeOf(other));
}

const rulesOfWhole = new Set<ValidationRule>([
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
]);
const isOfWhole = ({ message }: GraphQLError) =>
  /^(?:Variable|Fragment) "\$?\w+" is never used|^Fields "\w+" conflict /.test(message);

/**
 * The rules for a document that was meant. It lacks misplaced parts, so what they use seems unused, and a renamed field may conflict with
 * another. For the rules left out, only the original document counts.
 */
const rulesAsMeant = (rules: readonly ValidationRule[]) => rules.filter((rule) => !rulesOfWhole.has(rule));

const namedIn = (type: TypeNode): NamedTypeNode => (type.kind === Kind.NAMED_TYPE ? type : namedIn(type.type));
const placeOf = ({ positions }: GraphQLError) => positions?.[0] ?? Number.MAX_SAFE_INTEGER;
