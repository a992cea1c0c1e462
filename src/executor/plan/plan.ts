/** Plans an operation as a tree of values: what is selected, where each value comes from and what it must be. */
import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { ArgumentTable, isConstant } from './argument-values.ts';
import { NotCompilable, type Scope, selectFields } from './selection.ts';
import { type Recipe, recipeOf } from '../resolvers.ts';

/**
 * A value and its type. `waits`: the value is abstract, or a resolver somewhere below may return a promise. `nullWith`: the object is null
 * where this member is.
 */
export type ValuePlan = { nullable: boolean } & (
  | { waits: false; kind: 'leaf'; type: GraphQLLeafType }
  | { waits: boolean; kind: 'list'; item: ValuePlan }
  | { waits: boolean; kind: 'object'; object: ObjectPlan; nullWith?: string }
  | { waits: true; kind: 'abstract'; type: GraphQLAbstractType; objects: ReadonlyMap<unknown, ObjectPlan> }
);

export interface ObjectPlan {
  fields: FieldPlan[];
  waits: boolean;
}

export type FieldPlan = { key: string } & (
  | { kind: 'typename'; name: string }
  | { kind: 'property'; name: string; value: ValuePlan }
  | ResolvedFieldPlan
);

export interface ResolvedFieldPlan {
  key: string;
  kind: 'resolver';
  resolve: GraphQLFieldResolver<unknown, unknown>;
  /** Undefined if nothing is known about the resolver: it may return a promise, and another value each time. */
  recipe: Recipe | undefined;
  /** Index of its arguments in the operation's table. */
  arguments: number;
  /** All have the same arguments. */
  nodes: FieldNode[];
  value: ValuePlan;
}

/** Memory of a planned field: its plan, the plans of its value, its steps. */
const fieldBytes = 768;
/** Memory of each selection of a field. */
const placeBytes = 64;

/**
 * Plans a query, or the operation of an event; `bytes` is the memory of the plan and its steps. Throws NotCompilable for anything that only the reference executor does,
 * and the errors of coercing constants.
 */
export function planOperation(scope: Scope, operation: OperationDefinitionNode) {
  const type = scope.schema.getRootType(operation.operation);
  // After a bail-out, graphql-js would write again.
  if (operation.operation === OperationTypeNode.MUTATION || !type) throw new NotCompilable(operation.operation);
  if (operation.directives?.length) throw new NotCompilable('directives on the operation');
  const table = new ArgumentTable();
  /** By the nodes that select them: a fragment is planned once, however often it is spread. */
  const planned = new Map<GraphQLObjectType, Map<FieldNode | string, FieldPlan>>();
  const numbers = new Map<FieldNode, number>();
  let fieldCount = 0;
  let placeCount = 0;

  const root = planObject(type, [operation.selectionSet]);
  return { root, arguments: table, bytes: fieldCount * fieldBytes + placeCount * placeBytes + table.bytes };

  function planObject(type: GraphQLObjectType, sets: SelectionSetNode[]): ObjectPlan {
    if (type.isTypeOf) throw new NotCompilable(`isTypeOf of ${type.name}`);
    const ofType = planned.getOrInsert(type, new Map());
    const fields: FieldPlan[] = [];
    for (const [key, nodes] of selectFields(scope, type, sets)) {
      placeCount += nodes.length;
      const [node] = nodes;
      const selection = node && nodes.length === 1 ? node : identify(nodes);
      fields.push(ofType.getOrInsert(selection, ofType.get(selection) ?? planField(type, key, nodes)));
    }
    return { fields, waits: fields.some(waits) };
  }

  /** Returns the same key for the same nodes. */
  function identify(nodes: FieldNode[]): string {
    return nodes.map((node) => numbers.getOrInsert(node, numbers.size)).join();
  }

  function planField(type: GraphQLObjectType, key: string, nodes: FieldNode[]): FieldPlan {
    fieldCount++;
    // In an object literal, this key would set the prototype.
    if (key === '__proto__') throw new NotCompilable(key);
    const [node] = nodes;
    if (node?.name.value === '__typename') return { kind: 'typename', key, name: type.name };
    const field: GraphQLField<unknown, unknown> | undefined = node && type.getFields()[node.name.value];
    if (node === undefined || field === undefined) throw new NotCompilable(`${type.name}.${node?.name.value}`);
    const value = planValue(field.type, nodes);
    const { resolve } = field;
    if (resolve === undefined) return { kind: 'property', key, name: field.name, value };
    const recipe = recipeOf(resolve);
    if (recipe?.does === 'converted' && value.kind === 'object') value.nullWith = recipe.value;
    const property = plainProperty(recipe, field, node, value);
    if (property !== undefined) return { kind: 'property', key, name: property, value };
    return { kind: 'resolver', key, resolve, recipe, value, nodes, arguments: table.add(field, node) };
  }

  function planValue(output: GraphQLOutputType, nodes: FieldNode[]): ValuePlan {
    const nullable = !isNonNullType(output);
    const type = getNullableType(output);
    if (isLeafType(type)) return { kind: 'leaf', nullable, waits: false, type };
    if (isListType(type)) {
      const item = planValue(type.ofType, nodes);
      return { kind: 'list', nullable, waits: item.waits, item };
    }
    const sets: SelectionSetNode[] = [];
    for (const { selectionSet } of nodes) if (selectionSet) sets.push(selectionSet);
    if (isObjectType(type)) {
      const object = planObject(type, sets);
      return { kind: 'object', nullable, waits: object.waits, object };
    }
    if (isAbstractType(type) && type.resolveType) {
      const possible = scope.schema.getPossibleTypes(type);
      const objects = new Map(possible.map((each) => [each.name, planObject(each, sets)]));
      return { kind: 'abstract', nullable, waits: true, type, objects };
    }
    throw new NotCompilable(`${type} without resolveType`);
  }
}

function waits(field: FieldPlan): boolean {
  return (field.kind === 'resolver' && field.recipe === undefined) || (field.kind !== 'typename' && field.value.waits);
}

/** The property that a resolver returns unchanged; undefined if the resolver does more for this selection. */
function plainProperty(
  recipe: Recipe | undefined,
  { args }: GraphQLField<unknown, unknown>,
  { arguments: sent = [] }: FieldNode,
  value: ValuePlan,
): string | undefined {
  if (recipe?.does === 'property') return recipe.property;
  // Only objects below which nothing waits are checked for `nullWith`.
  if (recipe?.does !== 'converted' || value.kind !== 'object' || value.waits) return undefined;
  const argument = args.find(({ name }) => name === recipe.argument);
  const isSent = sent.some(({ name }) => name.value === recipe.argument);
  const isByDefault = argument?.default !== undefined || argument?.defaultValue !== undefined;
  return isSent || isByDefault ? undefined : recipe.property;
}

/** Whether a resolver gets the context. `stated` needs it only if the property is missing. */
export function getsContext({ recipe }: ResolvedFieldPlan): boolean {
  return recipe === undefined || recipe.does === 'contextual' || recipe.does === 'stated';
}

/** Whether the answer depends only on the value, as long as no `stated` resolver reads the context. Nothing below the value may wait. */
export function isRepeatable(value: ValuePlan): boolean {
  if (value.kind === 'list') return isRepeatable(value.item);
  return value.kind === 'object' ? value.object.fields.every(isRepeatableField) : value.kind === 'leaf';
}

function isRepeatableField(field: FieldPlan): boolean {
  if (field.kind === 'typename') return true;
  const isSame =
    field.kind === 'property' ||
    (field.nodes.every(isConstant) && (field.recipe?.does === 'stated' || !getsContext(field)));
  return isSame && isRepeatable(field.value);
}
