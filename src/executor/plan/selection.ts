/** What a selection asks of one concrete type: its fields in the order of the answer, duplicates and fragments merged (GraphQL, section 6.3.2). */
import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Thrown while planning: the operation has something that only the reference executor knows. */
export class NotCompilable extends Error {}

/** What a plan is made for. */
export interface Scope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Values of the variables that `@skip` and `@include` of the document name; a plan holds for these values alone. */
  conditions: Readonly<Record<string, unknown>>;
}

/** The fields selected of a type by response key, each with its nodes. Throws NotCompilable at a directive or fragment that is not plain. */
export function selectFields(
  scope: Scope,
  type: GraphQLObjectType,
  sets: SelectionSetNode[],
): Map<string, FieldNode[]> {
  const selected = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const visit = (selection: SelectionNode): void => {
    if (!isIncluded(scope, selection.directives)) return;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const nodes = selected.get(key);
      if (nodes === undefined) selected.set(key, [selection]);
      else nodes.push(selection);
      return;
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : spread(scope, selection.name.value, visited);
    if (fragment && applies(scope, fragment.typeCondition?.name.value, type)) {
      fragment.selectionSet.selections.forEach(visit);
    }
  };
  for (const { selections } of sets) selections.forEach(visit);
  return selected;
}

function spread({ fragments }: Scope, name: string, visited: Set<string>): FragmentDefinitionNode | undefined {
  if (visited.has(name)) return undefined;
  visited.add(name);
  const fragment = fragments.get(name);
  if (fragment === undefined || fragment.variableDefinitions?.length) throw new NotCompilable(`fragment ${name}`);
  return fragment;
}

function applies({ schema }: Scope, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditional = schema.getType(condition);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
}

function isIncluded({ conditions }: Scope, directives: readonly DirectiveNode[] = []): boolean {
  return directives.every((directive) => {
    const name = directive.name.value;
    if (name !== 'skip' && name !== 'include') throw new NotCompilable(`@${name}`);
    const value = directive.arguments?.[0]?.value;
    const condition =
      value?.kind === Kind.VARIABLE ? conditions[value.name.value] : value?.kind === Kind.BOOLEAN && value.value;
    if (typeof condition !== 'boolean') throw new NotCompilable(`@${name} without a boolean`);
    return condition === (name === 'include');
  });
}
