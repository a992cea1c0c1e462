/**
 * The JSON Schema of an MCP tool's result, derived from the selection of its GraphQL operation. Enum values may grow, so they are plain
 * strings. A property is `required` if it is always selected. The list of all tools has a bound, because every client reads it first.
 */
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { hoist } from '../hoist.ts';
import { type JsonSchema, scalars } from './json-schema.ts';

/** All selections of one key of an object together. */
interface Selected {
  type: GraphQLOutputType;
  /** Whether every object of the type has it. */
  isAlways: boolean;
  sets: SelectionSetNode[];
}

/** The schema of `data`, which may be null, and the definitions that it refers to. */
export function outputSchemaOf({ operation, selectionSet }: OperationDefinitionNode, schema: GraphQLSchema) {
  return hoist(describe(schema.getRootType(operation) as GraphQLCompositeType, [selectionSet]));

  function describe(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): JsonSchema {
    if (isNonNullType(type)) return describeKnown(type.ofType, sets);
    const form = describeKnown(type, sets);
    // Objects and lists have no `type`: `properties` and `items` imply it, and allow null.
    return form.type === undefined ? form : { ...form, type: [form.type as string, 'null'] };
  }

  function describeKnown(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { items: describe(type.ofType, sets) };
    if (isEnumType(type)) return { type: 'string' };
    if (isCompositeType(type)) return describeObject(type, sets);
    // State only the type: the service is responsible for the form of a scalar.
    return { type: scalars[(type as GraphQLScalarType).name]?.type as string };
  }

  function describeObject(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): JsonSchema {
    const selected = new Map<string, Selected>();
    for (const set of sets) collect(selected, type, set, true);
    const properties = [...selected].map(([key, { type, sets }]) => [key, describe(type, sets)]);
    const required = [...selected].flatMap(([key, { isAlways }]) => (isAlways ? key : []));
    // There are many objects with one member. For these, `required` adds nothing for a model.
    const isOnly = selected.size === 1;
    return { properties: Object.fromEntries(properties), ...(required.length > 0 && !isOnly && { required }) };
  }

  /** Adds the fields of an object by their keys, including those of fragments on any of its possible types. */
  function collect(
    selected: Map<string, Selected>,
    parent: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    isWhole: boolean,
  ): void {
    for (const node of selections) {
      const isAlways = isWhole && !node.directives?.length;
      if (node.kind === Kind.FIELD) {
        const { type } = schema.getField(parent, node.name.value) as GraphQLField<unknown, unknown>;
        const key = node.alias?.value ?? node.name.value;
        const known = selected.getOrInsertComputed(key, () => ({ type, isAlways: false, sets: [] }));
        known.isAlways ||= isAlways;
        if (node.selectionSet) known.sets.push(node.selectionSet);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent;
        collect(selected, on as GraphQLCompositeType, node.selectionSet, isAlways && on === parent);
      }
    }
  }
}
