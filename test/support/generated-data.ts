/** Random records made from the schema, with every error of a service: missing values, nulls, other types, unknown words, no lists. */
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { oneOf, type Random } from './seeded-random.ts';

const wrongValues: readonly unknown[] = [
  null,
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  12,
  1.5,
  3_000_000_000,
  '12',
  '',
  'a_word_nobody_knows',
  true,
  {},
  { value: 1 },
  [],
  [null],
  [[]],
  ['a', 7],
  new Error('an error as a value'),
];

const words: Record<string, unknown[]> = {
  Int: [0, 1, 42],
  Float: [0, 12.8, -3],
  Boolean: [true, false],
};

/** A value of a type as the service would send it; one of `1 / errorRate` leaves and objects is wrong. */
export function generateValue(type: GraphQLOutputType, random: Random, errorRate: number): unknown {
  if (random() < errorRate) return oneOf(random, wrongValues);
  if (!isNonNullType(type) && random() < 0.15) return oneOf(random, [null, undefined]);
  const inner = getNullableType(type);
  if (isListType(inner)) {
    return Array.from({ length: Math.floor(random() * 4) }, () => generateValue(inner.ofType, random, errorRate));
  }
  if (isObjectType(inner)) return generateRecord(inner, random, errorRate);
  if (isEnumType(inner)) {
    const known = inner.getValues().filter(({ name }) => name !== 'UNKNOWN');
    return oneOf(random, known).value;
  }
  return oneOf(random, words[String(inner)] ?? ['text', '2026-05-01', '2026-05-01T06:30:00Z']);
}

function generateRecord(type: GraphQLObjectType, random: Random, errorRate: number): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { property, type: output } of sentFields(type)) {
    const value = generateValue(output, random, errorRate);
    if (value !== undefined) record[property] = value;
  }
  if (type.name === 'GeoPoint') record.coordinates = random() < errorRate ? wrongValues[5] : [8.5, 47.3];
  return record;
}

const sentByType = new Map<GraphQLObjectType, { property: string; type: GraphQLOutputType }[]>();

/**
 * The fields of a type that a service sends, by their names in JSON. The field of a record is left out, because it would contain all lists
 * again.
 */
export function sentFields(type: GraphQLObjectType) {
  return sentByType.getOrInsertComputed(type, () =>
    Object.values(type.getFields())
      .filter(({ type: output }) => getNamedType(output).name !== 'Field')
      .map(({ name, type: output }) => ({
        property: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        type: output,
      })),
  );
}
