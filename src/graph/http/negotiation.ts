/** The media type of a reply to an operation: one of the two of GraphQL over HTTP. What is not plain, Yoga finds out. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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

/**
 * The media type to answer a plain request with: a POST of JSON of a stated length, uncoded, or a GET without a body, to be answered as
 * JSON. Undefined for any other request.
 */
export function readPlain({ method, headers }: IncomingMessage): ReplyMediaType | undefined {
  const isPlain = method === 'POST' ? isPlainPost(headers) : isPlainGet(method, headers);
  return isPlain ? readPlainAccept(headers.accept ?? '*/*') : undefined;
}

function isPlainPost(headers: IncomingHttpHeaders): boolean {
  return (
    headers['content-length'] !== undefined &&
    headers['content-encoding'] === undefined &&
    isPlainJson(headers['content-type'] ?? '')
  );
}

function isPlainGet(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  return (method === 'GET' || method === 'HEAD') && isEmpty;
}

/** The type of a refusal, which is made without asking Yoga. */
export function refusalMediaType(accept: string | null): ReplyMediaType {
  const plain = readPlainAccept(accept ?? '*/*');
  if (plain) return plain;
  return accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
}
