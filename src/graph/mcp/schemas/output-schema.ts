/**
 * The JSON Schema of an MCP tool's result, derived from the selection of its GraphQL operation. Enum values may grow, so they are plain
 * strings. A property is `required` if it is always selected. The list of all tools has a bound, because every client reads it first.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { hoist } from '../hoist.ts';
import { type JsonSchema, outputScalar } from './json-schema.ts';
import type { ToolDocument } from '../tool-document.ts';

/** What the selections of one key of an object come to. */
interface Selected {
  type: GraphQLOutputType;
  /** Whether every object of the type has it. */
  isAlways: boolean;
  sets: SelectionSetNode[];
}

/** The schema of `data`, null where nothing came, and the definitions it refers to. */
export function outputSchemaOf({ document, operation }: ToolDocument, schema: GraphQLSchema) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

  function describe(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): JsonSchema {
    if (isNonNullType(type)) return describeKnown(type.ofType, sets);
    const form = describeKnown(type, sets);
    return form.type === undefined ? form : { ...form, type: [form.type as string, 'null'] };
  }

  /** Objects and lists have no `type`: `properties` and `items` imply it, and allow null. */
  function describeKnown(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { items: describe(type.ofType, sets) };
    if (isEnumType(type)) return { type: 'string' };
    return isCompositeType(type) ? describeObject(type, sets) : outputScalar(type as GraphQLScalarType);
  }

  function describeObject(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const [key, selected] of collect(type, sets)) {
      properties[key] = describe(selected.type, selected.sets);
      if (selected.isAlways) required.push(key);
    }
    // To require the only member of an object says nothing to a model, and there are many.
    const isOnly = Object.keys(properties).length === 1;
    return { properties, ...(required.length > 0 && !isOnly && { required }) };
  }

  /** The fields of an object by their keys, fragments spread out: those on any type it may be. */
  function collect(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): Map<string, Selected> {
    const selected = new Map<string, Selected>();
    for (const set of sets) walk(type, set, true);
    return selected;

    function walk(parent: GraphQLCompositeType, { selections }: SelectionSetNode, isWhole: boolean): void {
      for (const node of selections) {
        if (node.kind === Kind.FIELD) {
          const key = node.alias?.value ?? node.name.value;
          const known = selected.get(key) ?? { type: typeOf(schema, parent, node), isAlways: false, sets: [] };
          known.isAlways ||= isWhole && !node.directives?.length;
          if (node.selectionSet) known.sets.push(node.selectionSet);
          selected.set(key, known);
          continue;
        }
        const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
        const on = spread?.typeCondition ? schema.getType(spread.typeCondition.name.value) : parent;
        const isEvery = on === parent && !node.directives?.length;
        if (spread) walk(on as GraphQLCompositeType, spread.selectionSet, isWhole && isEvery);
      }
    }
  }

  const root = schema.getRootType(operation.operation) as GraphQLCompositeType;
  return hoist(describe(root, [operation.selectionSet]));
}

function typeOf(schema: GraphQLSchema, parent: GraphQLCompositeType, { name }: FieldNode): GraphQLOutputType {
  const field = schema.getField(parent, name.value);
  if (!field) throw new TypeError(`${parent.name} has no field ${name.value}.`);
  return field.type;
}
