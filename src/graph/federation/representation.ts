/** What another subgraph knows of an entity: its type and its key, and nothing else is read of it. */
import { GraphQLScalarType } from 'graphql';
import { isRecord } from '../../platform/json/is-record.ts';
import { GatewayError, invalidArgument } from '../errors/gateway-error.ts';
import { assertFieldId } from '../schema/field-id.ts';

/** A representation as sent. Read where it is used, so that the error of a malformed one is at its own place. */
export const Any = new GraphQLScalarType({
  name: '_Any',
  description: 'A representation of an entity: an object with `__typename` and the fields of its key.',
});

/** The entity of a representation, or the error that GraphQL puts at this place of the list only. */
export function entityOf(representation: unknown, typename: string): { id: string } | GatewayError {
  try {
    return read(representation, typename);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function read(representation: unknown, typename: string): { id: string } {
  const sent = isRecord(representation) ? representation : {};
  if (sent.__typename !== typename)
    throw invalidArgument(
      ['representations', '__typename'],
      `A representation is an object whose __typename is ${typename}, the one entity of this subgraph.`,
    );
  const id = typeof sent.id === 'string' ? sent.id : '';
  assertFieldId(id, ['representations', 'id']);
  return { id };
}
