/** The media type of a reply to an operation: one of the two of GraphQL over HTTP. What is not plain, Yoga finds out. */
import type { IncomingMessage } from 'node:http';
import { memoize } from '../../platform/memoize.ts';

export type ReplyMediaType = 'application/graphql-response+json' | 'application/json';

const plainAccept =
  /^(?:(?:\*\/\*|application\/(?:graphql-response\+)?json)(?:; ?(?:q=[\d.]+|charset=utf-8))*(?:, ?|$))+$/i;

/**
 * What an Accept header prefers, in the order in which it is written, as Yoga has it. Undefined where it names anything else:
 * then Yoga finds out.
 */
export const readPlainAccept = memoize((accept: string): ReplyMediaType | undefined => {
  if (!plainAccept.test(accept)) return undefined;
  return /^application\/graphql-response/i.test(accept) ? 'application/graphql-response+json' : 'application/json';
});

const isPlainJson = memoize((contentType) => /^application\/json(?:; ?charset=utf-8)?$/i.test(contentType));

/** The media type to answer a plain POST with: JSON of a stated length, uncoded, to be answered as JSON. Undefined for any other request. */
export function readPlain({ method, headers }: IncomingMessage): ReplyMediaType | undefined {
  const isPlain =
    method === 'POST' &&
    headers['content-length'] !== undefined &&
    headers['content-encoding'] === undefined &&
    isPlainJson(headers['content-type'] ?? '');
  return isPlain ? readPlainAccept(headers.accept ?? '*/*') : undefined;
}

/** The type of a refusal, which is made without asking Yoga. */
export function refusalMediaType(accept: string | null): ReplyMediaType {
  const plain = readPlainAccept(accept ?? '*/*');
  if (plain) return plain;
  return accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
}
