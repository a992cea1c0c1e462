/** What another subgraph knows of an entity: its type and its key, and nothing else is read of it. */
import { GraphQLScalarType } from 'graphql';
import { isRecord } from '../../../platform/json/is-record.ts';
import { type GatewayError, invalidArgument } from '../../errors/gateway-error.ts';
import { type FieldShape, toField } from '../../schema/field.ts';

/** A representation as sent. Read where it is used, so that the error of a malformed one is at its own place. */
export const Any = new GraphQLScalarType({
  name: '_Any',
  description: 'A representation of an entity: an object with `__typename` and the fields of its key.',
});

/** The entity of a representation, or the error that GraphQL puts at this place of the list only. */
export function entityOf(representation: unknown, typename: string): FieldShape | GatewayError {
  const { __typename, id } = isRecord(representation) ? representation : {};
  if (__typename === typename) return toField(typeof id === 'string' ? id : '', ['representations', 'id']);
  return invalidArgument(
    ['representations', '__typename'],
    `A representation is an object whose __typename is ${typename}, the one entity of this subgraph.`,
  );
}
