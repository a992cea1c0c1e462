/**
 * The word UNKNOWN, which open enums return and never take. In the input object of a mutation it is one error among the others of the
 * input, so it must pass the coercion of variables: a form that sends back what it once read gets the error in the data of its mutation.
 */
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { assertNoFaults, type InputFault } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';

/** Its name in the graph. */
export const unknownName = 'UNKNOWN';
/** Its value. */
export const unknownWord = 'unknown';
/** Stands for the name where it may pass: no caller can send a symbol. */
export const admitted: unique symbol = Symbol(unknownName);

/**
 * The variables of a mutation, with UNKNOWN admitted to their input objects, for a resolver to report with the other errors.
 * In a variable that is an enum itself, and in a literal, it is an error of the operation.
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

/** The error of a word of an input that is only ever returned, if it is one. */
export function unknownWordFaults(word: string | null | undefined, path: string[]): InputFault[] {
  if (word !== unknownWord) return [];
  const message = 'UNKNOWN is only ever returned: choose another value, or leave it out.';
  return [{ path, code: 'unknown_value', message }];
}

/** A word of an open enum; undefined for the one that is only ever returned. */
export function knownWord<Word extends string>(word: Word | null | undefined): Word | undefined {
  return word === unknownWord ? undefined : (word ?? undefined);
}

/** A word of an open enum as the contract has it. Throws BAD_USER_INPUT for the one that is only ever returned. */
export function sentWord<Word extends string>(word: Word): Exclude<Word, 'unknown'>;
export function sentWord<Word extends string>(word: Word | null | undefined): Exclude<Word, 'unknown'> | undefined;
export function sentWord(word: string | null | undefined): string | undefined {
  assertNoFaults(unknownWordFaults(word, ['input']));
  return word ?? undefined;
}
