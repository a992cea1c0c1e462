/** The arguments of a tool as JSON Schema, from the variables of its operation. It states what GraphQL accepts: a model need not try. */
import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { unknownName } from '../../../schema/open-enum.ts';
import { type JsonSchema, scalars } from './json-schema.ts';

/** A variable of an operation, or a field of an input object. */
type Member = Pick<GraphQLInputField, 'name' | 'type' | 'description'> & { defaultValue: ValueNode | undefined };

/**
 * The schema of an object with the operation's variables. run-tool.ts refuses any others, in the words of the tool. `schema` must be read
 * from its SDL, in which defaults are as callers write them.
 */
export function inputSchemaOf({ variableDefinitions = [] }: OperationDefinitionNode, schema: GraphQLSchema) {
  const members = variableDefinitions.map(({ variable, type, description, defaultValue }) => {
    const named = typeFromAST(schema, type) as GraphQLInputType;
    return { name: variable.name.value, type: named, description: description?.value, defaultValue };
  });
  return describeObject(members);
}

function describeObject(members: readonly Member[]): JsonSchema {
  const required = members.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  const properties = members.map(({ name, type, description, defaultValue }) => [
    name,
    {
      ...describe(type),
      ...(description && { description }),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
    },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
  };
}

/** Without null: callers leave out an argument that has no value. */
function describe(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return describe(type.ofType);
  if (isListType(type)) return { type: 'array', items: describe(type.ofType) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const members = fields.map((field) => ({ ...field, defaultValue: field.astNode?.defaultValue }));
    const form = describeObject(members);
    return type.isOneOf ? { ...form, minProperties: 1, maxProperties: 1 } : form;
  }
  if (!isEnumType(type)) return { ...scalars[type.name] };
  const names = type.getValues().map(({ name }) => name);
  return { type: 'string', enum: names.filter((name) => name !== unknownName) };
}
