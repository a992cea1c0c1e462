/**
 * Open enums: the service may add values within v1, so a value the gateway does not know is returned as UNKNOWN.
 * UNKNOWN is only ever returned; sent as an argument or input it is BAD_USER_INPUT. In the input of a mutation it is one of
 * the errors that the resolver lists.
 */
import { type GraphQLEnumType, type GraphQLSchema, isEnumType } from 'graphql';
import { leaves } from '../../executor/leaves.ts';
import { builder } from './builder.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { admitted, unknownName, unknownWord } from './unknown-word.ts';

const unknownDescription =
  'A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT.';

/**
 * Adds an enum whose values are the contract's words in SCREAMING_SNAKE plus UNKNOWN.
 * `descriptions` must hold every word of the contract's type, so a word added there fails the type check here.
 */
export function openEnum<Word extends string>(
  name: string,
  description: string,
  descriptions: Record<Exclude<Word, 'unknown'>, string>,
) {
  const words = Object.entries<string>({ ...descriptions, [unknownWord]: unknownDescription });
  return builder.enumType(name, {
    description,
    extensions: { openEnum: true },
    values: Object.fromEntries(
      words.map(([word, text]) => [word.toUpperCase(), { value: word as Word | 'unknown', description: text }]),
    ),
  });
}

/** Makes every open enum of a built schema answer UNKNOWN for an unknown word and refuse it as input. */
export function openEnums(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && type.extensions.openEnum === true) open(type);
  }
  return schema;
}

function open(type: GraphQLEnumType): void {
  const names = new Map(type.getValues().map(({ name, value }) => [value, name]));
  type.coerceOutputValue = leaves.words(names, unknownName, () => {
    throw new GatewayError('UPSTREAM_ERROR');
  });
  const readValue = type.coerceInputValue.bind(type);
  type.coerceInputValue = (value, ...rest) => {
    if (value === admitted) return unknownWord;
    if (value === unknownName) throw refusal(type);
    return readValue(value, ...rest);
  };
  const readLiteral = type.coerceInputLiteral.bind(type);
  type.coerceInputLiteral = (node, ...rest) => {
    if (node.kind === 'EnumValue' && node.value === unknownName) throw refusal(type);
    return readLiteral(node, ...rest);
  };
}

function refusal({ name }: GraphQLEnumType): GatewayError {
  return new GatewayError('BAD_USER_INPUT', {
    message: `UNKNOWN is only ever returned: choose another value of ${name}, or leave it out.`,
  });
}
