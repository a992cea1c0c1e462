/** The arguments of a tool as JSON Schema, from the variables of its operation: what GraphQL will take, so that a model need not try. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  type VariableDefinitionNode,
} from 'graphql';
import { unknownName } from '../schema/unknown-word.ts';
import { inputScalar, type JsonSchema } from './json-schema.ts';

/** An object of the operation's variables; input objects stand once under `$defs`. The schema is one read from its SDL: there, defaults are as callers write them. */
export function inputSchemaOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  schema: GraphQLSchema,
): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const variable of variableDefinitions) {
    const { name } = variable.variable;
    properties[name.value] = describeVariable(variable, schema, $defs);
    if (variable.type.kind === 'NonNullType' && variable.defaultValue === undefined) required.push(name.value);
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

function describeVariable(
  { variable, type: node, description, defaultValue }: VariableDefinitionNode,
  schema: GraphQLSchema,
  $defs: Record<string, JsonSchema>,
): JsonSchema {
  const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
  if (type === undefined || description === undefined)
    throw new TypeError(`$${variable.name.value} of a tool has a type and a description.`);
  return { ...describe(type, $defs), description: description.value, ...defaultOf(defaultValue) };
}

/** Without null: an argument that is not given is left out. */
function describe(type: GraphQLInputType, $defs: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return describe(type.ofType, $defs);
  if (isListType(type)) return { type: 'array', items: describe(type.ofType, $defs) };
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return { type: 'string', enum: names.filter((name) => name !== unknownName) };
  }
  if (!isInputObjectType(type)) return inputScalar(type);
  if ($defs[type.name] === undefined) {
    // Before its fields are described: one of them may be of the same type.
    const described: JsonSchema = {};
    $defs[type.name] = described;
    Object.assign(described, describeObject(type, $defs));
  }
  return { $ref: `#/$defs/${type.name}` };
}

function describeObject(type: GraphQLInputObjectType, $defs: Record<string, JsonSchema>): JsonSchema {
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, describeField(field, $defs)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
  };
}

function describeField({ type, description, astNode }: GraphQLInputField, $defs: Record<string, JsonSchema>) {
  return { ...describe(type, $defs), ...(description && { description }), ...defaultOf(astNode?.defaultValue) };
}

function defaultOf(node: ValueNode | undefined): JsonSchema {
  return node === undefined ? {} : { default: valueFromASTUntyped(node) };
}
