/** Finds the units that the selections below a list are converted to. */
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { recipeOf } from '../../../executor/resolvers.ts';
import { shownAlias } from './view.ts';

export interface Conversion {
  /** Path below the list. */
  path: string;
  /** The service's name of the value. */
  property: string;
  /** A unit, in the words of the graph. */
  to: string;
}

/** The conversions below the field of a resolver. */
export function conversionsOf(schema: GraphQLSchema, info: GraphQLResolveInfo): Conversion[] {
  const found = new Map<string, Conversion>();
  for (const { selectionSet } of info.fieldNodes) below(selectionSet, getNamedType(info.returnType), '');
  return [...found.values()];

  function below(set: SelectionSetNode | undefined, type: GraphQLNamedType, path: string): void {
    for (const node of set?.selections ?? []) {
      const valuesOf = (directive: GraphQLDirective) => getDirectiveValues(directive, node, info.variableValues);
      if (valuesOf(GraphQLSkipDirective)?.if === true || valuesOf(GraphQLIncludeDirective)?.if === false) continue;
      if (node.kind === Kind.FIELD) {
        ofField(node, type as GraphQLCompositeType, path);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : info.fragments[node.name.value];
      below(fragment?.selectionSet, schema.getType(fragment?.typeCondition?.name.value ?? '') ?? type, path);
    }
  }

  function ofField(node: FieldNode, type: GraphQLCompositeType, path: string): void {
    const field = schema.getField(type, node.name.value);
    if (field === undefined) return;
    const own = `${path === '' ? '' : `${path}.`}${shownAlias((node.alias ?? node.name).value)}`;
    const recipe = recipeOf(field.resolve);
    if (recipe?.does === 'converted') {
      const to = getArgumentValues(field, node, info.variableValues)[recipe.argument];
      if (typeof to === 'string') found.set(own, { path: own, property: recipe.property, to: to.toUpperCase() });
    }
    const inner = getNamedType(field.type);
    // The lists of a record's `Field` have reads of their own.
    if (inner.name !== 'Field') below(node.selectionSet, inner, own);
  }
}
