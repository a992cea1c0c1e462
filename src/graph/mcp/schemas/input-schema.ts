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
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  type VariableDefinitionNode,
} from 'graphql';
import { unknownName } from '../../schema/open-enum.ts';
import { inputScalar, type JsonSchema } from './json-schema.ts';

/** An object of the operation's variables. It may have no others, which run-tool.ts says in the words of the tool. The schema is one read from its SDL: there, defaults are as callers write them. */
export function inputSchemaOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  schema: GraphQLSchema,
): JsonSchema {
  const required = variableDefinitions.filter(isRequired).map(({ variable }) => variable.name.value);
  const properties = variableDefinitions.map((node) => [node.variable.name.value, describeVariable(node, schema)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

function isRequired({ type, defaultValue }: VariableDefinitionNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
}

function describeVariable(
  { variable, type: node, description, defaultValue }: VariableDefinitionNode,
  schema: GraphQLSchema,
): JsonSchema {
  const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
  if (type === undefined || description === undefined)
    throw new TypeError(`$${variable.name.value} of a tool has a type and a description.`);
  return { ...describe(type, []), description: description.value, ...defaultOf(defaultValue) };
}

/** Without null: an argument that is not given is left out. `within` are the objects around, none of which may come again. */
function describe(type: GraphQLInputType, within: readonly GraphQLInputObjectType[]): JsonSchema {
  if (isNonNullType(type)) return describe(type.ofType, within);
  if (isListType(type)) return { type: 'array', items: describe(type.ofType, within) };
  if (isInputObjectType(type)) return describeObject(type, within);
  if (!isEnumType(type)) return inputScalar(type);
  const names = type.getValues().map(({ name }) => name);
  return { type: 'string', enum: names.filter((name) => name !== unknownName) };
}

function describeObject(type: GraphQLInputObjectType, within: readonly GraphQLInputObjectType[]): JsonSchema {
  if (within.includes(type)) throw new TypeError(`${type.name} holds itself: a tool cannot take it.`);
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, describeField(field, [...within, type])])),
    ...(required.length > 0 && { required }),
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
  };
}

function describeField({ type, description, astNode }: GraphQLInputField, within: readonly GraphQLInputObjectType[]) {
  return { ...describe(type, within), ...(description && { description }), ...defaultOf(astNode?.defaultValue) };
}

function defaultOf(node: ValueNode | undefined): JsonSchema {
  return node === undefined ? {} : { default: valueFromASTUntyped(node) };
}
