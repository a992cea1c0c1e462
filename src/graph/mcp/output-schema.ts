/**
 * What a tool answers with, as JSON Schema, from the selection of its operation. Enums are open, so they are plain strings; what occurs
 * more than once stands under `$defs`, since every client reads the schemas of all tools first.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNullableType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type JsonSchema, outputScalar } from './json-schema.ts';
import type { ToolDocument } from './tool-document.ts';

/** What the selections of one key of an object come to. */
interface Selected {
  type: GraphQLOutputType;
  sets: SelectionSetNode[];
  isCertain: boolean;
}

/** The schema of `data`, null where nothing came, and the definitions it refers to. */
export function outputSchemaOf({ document, operation }: ToolDocument, schema: GraphQLSchema) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const $defs: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();

  function describe(type: GraphQLOutputType, sets: SelectionSetNode[]): JsonSchema {
    if (isNonNullType(type)) return describeKnown(type.ofType, sets);
    const known = describeKnown(type, sets);
    return typeof known.type === 'string' ? { ...known, type: [known.type, 'null'] } : orNull(known);
  }

  function describeKnown(type: GraphQLOutputType, sets: SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { type: 'array', items: describe(type.ofType, sets) };
    if (isEnumType(type)) return { type: 'string' };
    const nullable = getNullableType(type);
    return isCompositeType(nullable) ? describeObject(nullable, sets) : outputScalar(nullable as never);
  }

  /** Objects of one shape are described once, under the name of the first type that has it. */
  function describeObject(type: GraphQLCompositeType, sets: SelectionSetNode[]): JsonSchema {
    const selected = collect(type, sets);
    const required = [...selected].filter(([, { isCertain }]) => isCertain).map(([key]) => key);
    const described: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries([...selected].map(([key, value]) => [key, describe(value.type, value.sets)])),
      ...(required.length > 0 && { required }),
    };
    const shape = JSON.stringify(described);
    const name = names.get(shape) ?? freeName(type.name);
    names.set(shape, name);
    $defs[name] = described;
    return { $ref: `#/$defs/${name}` };
  }

  function freeName(name: string): string {
    let free = name;
    for (let next = 2; $defs[free] !== undefined; next += 1) free = `${name}${next}`;
    return free;
  }

  function collect(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): Map<string, Selected> {
    const selected = new Map<string, Selected>();
    for (const set of sets) walk(type, set, true);
    return selected;

    function walk(parent: GraphQLCompositeType, set: SelectionSetNode, isCertain: boolean): void {
      for (const node of set.selections) {
        const isSure = isCertain && !node.directives?.length;
        if (node.kind === Kind.FIELD) {
          const key = node.alias?.value ?? node.name.value;
          const known = selected.get(key) ?? { type: typeOf(schema, parent, node), sets: [], isCertain: false };
          if (node.selectionSet) known.sets.push(node.selectionSet);
          selected.set(key, { ...known, isCertain: known.isCertain || isSure });
          continue;
        }
        const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
        const on = spread?.typeCondition ? schema.getType(spread.typeCondition.name.value) : parent;
        const always = on === parent || (isObjectType(parent) && isAbstractType(on) && schema.isSubType(on, parent));
        if (spread) walk(on as GraphQLCompositeType, spread.selectionSet, isSure && always);
      }
    }
  }

  const root = schema.getRootType(operation.operation) as GraphQLCompositeType;
  const data = orNull(describeObject(root, [operation.selectionSet]));
  return { data, $defs };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function typeOf(schema: GraphQLSchema, parent: GraphQLCompositeType, { name }: FieldNode): GraphQLOutputType {
  const field = schema.getField(parent, name.value);
  if (!field) throw new TypeError(`${parent.name} has no field ${name.value}.`);
  return field.type;
}
