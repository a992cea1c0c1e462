/** Collects the fields of a selection for one concrete type, in the order of the answer, with fragments merged (GraphQL, section 6.3.2). */
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

/** Thrown while planning for anything that only the reference executor does. */
export class NotCompilable extends Error {}

/** The parts of an operation that a plan is made of. */
export interface Scope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Values of the variables that `@skip` and `@include` of the document use. A plan is for these values only. */
  conditions: Readonly<Record<string, unknown>>;
}

/** The fields selected on a type by response key, each with its nodes. Throws NotCompilable if a directive or fragment is not plain. */
export function selectFields(scope: Scope, type: GraphQLObjectType, sets: SelectionSetNode[]) {
  const selected = new Map<string, FieldNode[]>();
  const spreads = new Set<string>();
  const add = (selection: SelectionNode): void => {
    if (selection.directives?.length && !isIncluded(scope, selection.directives)) return;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      selected.getOrInsert(key, []).push(selection);
      return;
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : spread(scope, selection.name.value, spreads);
    if (fragment && applies(scope, fragment.typeCondition?.name.value, type))
      fragment.selectionSet.selections.forEach(add);
  };
  for (const { selections } of sets) selections.forEach(add);
  return selected;
}

function spread({ fragments }: Scope, name: string, spreads: Set<string>): FragmentDefinitionNode | undefined {
  if (spreads.has(name)) return undefined;
  spreads.add(name);
  const fragment = fragments.get(name);
  if (fragment === undefined || fragment.variableDefinitions?.length) throw new NotCompilable(`fragment ${name}`);
  return fragment;
}

function applies({ schema }: Scope, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditional = schema.getType(condition);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
}

function isIncluded({ conditions }: Scope, directives: readonly DirectiveNode[]): boolean {
  const conditionsMet = directives.map((directive) => {
    const name = directive.name.value;
    if (name !== 'skip' && name !== 'include') throw new NotCompilable(`@${name}`);
    const value = directive.arguments?.[0]?.value;
    const condition =
      value?.kind === Kind.VARIABLE ? conditions[value.name.value] : value?.kind === Kind.BOOLEAN && value.value;
    if (typeof condition !== 'boolean') throw new NotCompilable(`@${name} without a boolean`);
    return condition === (name === 'include');
  });
  // Check all before one decides: graphql-js checks `@skip` first, whatever the order of the directives.
  return conditionsMet.every(Boolean);
}
