/**
 * Open enums: the service may add values within v1, so the gateway returns UNKNOWN for a value that it does not know.
 * UNKNOWN is output only: as an argument or input it is BAD_USER_INPUT. In the input object of a mutation it must pass the coercion of
 * variables, to be one of the errors of the input. So a form that sends back a value it once read gets the error as data.
 */
import {
  type ASTNode,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { leaves } from '../../executor/leaves.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { GatewayError, type InputFault, refuseValue } from '../errors/gateway-error.ts';
import { builder, type Components, graphName } from './builder.ts';

/** Name of the value in the graph. */
export const unknownName = 'UNKNOWN';
const unknownWord = 'unknown';
/** Replaces UNKNOWN where it is admitted: no caller can send this object. Messages of graphql-js print it as the name. */
const admitted = { toJSON: () => JSON.stringify(unknownName) };

const unknownDescription =
  'A value that this version does not recognise, or that the service itself calls unknown. In `provenances` and `et0Methods`, also one that it did not state. Output only: as an argument or input it is BAD_USER_INPUT.';

type EnumComponents = {
  [Name in keyof Components as Components[Name] extends string ? Name : never]: Components[Name];
};

/**
 * Adds the enum of a component of the contract. Its values are the words in SCREAMING_SNAKE, and UNKNOWN.
 * `descriptions` must have every word of the contract's type, so a word added there fails the type check here.
 */
export function openEnum<Name extends keyof EnumComponents, Word extends string = EnumComponents[Name]>(
  component: Name,
  description: string,
  descriptions: Record<Exclude<Word, 'unknown'>, string>,
) {
  const words = { ...descriptions, [unknownWord]: unknownDescription } as Record<Word | 'unknown', string>;
  /** Each word once. Those that this version does not recognise, or that are missing, are UNKNOWN together. */
  const once = (sent: readonly (Word | null | undefined)[]): (Word | 'unknown')[] => {
    const shown = sent.map((word) =>
      word == null || (typeof word === 'string' && !Object.hasOwn(words, word)) ? unknownWord : word,
    );
    return [...new Set(shown)];
  };
  return Object.assign(closedEnum(graphName(component), description, words, { openEnum: true }), { once });
}

/** Adds an enum whose values are these words in SCREAMING_SNAKE, and no others ever. */
export function closedEnum<Word extends string>(
  name: string,
  description: string,
  descriptions: Record<Word, string>,
  extensions = {},
) {
  const words = Object.entries<string>(descriptions);
  return builder.enumType(name, {
    description,
    extensions,
    values: Object.fromEntries(
      words.map(([word, text]) => [word.toUpperCase(), { value: word as Word, description: text }]),
    ),
  });
}

/** Makes every open enum of a built schema return UNKNOWN for an unknown word, and refuse UNKNOWN as input. */
export function openEnums(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && type.extensions.openEnum === true) open(type);
  }
  return schema;
}

function open(type: GraphQLEnumType): void {
  const names = new Map(type.getValues().map(({ name, value }) => [value, name]));
  type.coerceOutputValue = leaves.words(names, unknownName, refuseValue);
  const readValue = type.coerceInputValue.bind(type);
  type.coerceInputValue = (value, ...rest) => {
    if (value === admitted) return unknownWord;
    if (value === unknownName) throw refusal(type);
    return readValue(value, ...rest);
  };
  const readLiteral = type.coerceInputLiteral.bind(type);
  type.coerceInputLiteral = (node, ...rest) => {
    if (node.kind === 'EnumValue' && node.value === unknownName) throw refusal(type, node);
    return readLiteral(node, ...rest);
  };
}

function refusal({ name }: GraphQLEnumType, node?: ASTNode): GatewayError {
  const message = `UNKNOWN is only ever returned: choose another value of ${name}.`;
  return new GatewayError('BAD_USER_INPUT', { message, node });
}

/**
 * Admits UNKNOWN to the input objects in the variables of a mutation, so that a resolver reports it with the other errors.
 * In a variable of an enum type, and in a literal, UNKNOWN is an error of the operation.
 */
export function admitUnknownWords(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const admittedVariables = variableDefinitions.flatMap(({ variable: { name }, type: node }) => {
    const type = getNamedType(typeFromAST(schema, node));
    const isSent = isInputObjectType(type) && Object.hasOwn(variables, name.value);
    return isSent ? [[name.value, admit(type, variables[name.value])] as const] : [];
  });
  return { ...variables, ...Object.fromEntries(admittedVariables) };
}

function admit(type: GraphQLNamedType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => admit(type, item));
  if (isEnumType(type)) return type.extensions.openEnum === true && value === unknownName ? admitted : value;
  if (!isInputObjectType(type) || !isRecord(value)) return value;
  const fields = type.getFields();
  const members = Object.entries(value).map(([name, member]) => {
    const field = fields[name];
    return [name, field === undefined ? member : admit(getNamedType(field.type), member)] as const;
  });
  return Object.fromEntries(members);
}

/** The violation of UNKNOWN in an input; empty for any other word. */
export function unknownWordFaults(word: string | null | undefined, path: string[]): InputFault[] {
  if (word !== unknownWord) return [];
  return [{ path, code: 'NOT_ALLOWED', message: 'UNKNOWN is only ever returned: choose another value.' }];
}
