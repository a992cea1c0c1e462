/** The media type of an answer to a plain operation: one of the two of GraphQL over HTTP. */
import { memoize } from '../../platform/memoize.ts';

export type AnswerMediaType = 'application/graphql-response+json' | 'application/json';

const plainAccept =
  /^(?:(?:\*\/\*|application\/(?:graphql-response\+)?json)(?:; ?(?:q=[\d.]+|charset=utf-8))*(?:, ?|$))+$/i;

/**
 * What an Accept header prefers, in the order in which it is written, as Yoga has it. Undefined where it names anything else:
 * then Yoga finds out.
 */
export const readPlainAccept = memoize((accept: string): AnswerMediaType | undefined => {
  if (!plainAccept.test(accept)) return undefined;
  return /^application\/graphql-response/i.test(accept) ? 'application/graphql-response+json' : 'application/json';
});

/** The type of a refusal, which is made without asking Yoga. */
export function refusalMediaType(accept: string | null): AnswerMediaType {
  const plain = readPlainAccept(accept ?? '*/*');
  if (plain) return plain;
  return accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
}
