/** The media type of a reply to an operation: one of the two of GraphQL over HTTP. What is not plain, Yoga finds out. */
import { memoize } from '../../platform/sync/memoize.ts';
import { GatewayError } from '../errors/gateway-error.ts';

export type ReplyMediaType = 'application/graphql-response+json' | 'application/json';

const plainAccept =
  /^(?:(?:\*\/\*|application\/(?:graphql-response\+)?json)(?:; ?(?:q=[\d.]+|charset=utf-8))*(?:, ?|$))+$/i;

/**
 * What an Accept header prefers, in the order in which it is written, as Yoga has it. Undefined where it names anything else:
 * then Yoga finds out.
 */
export const readPlainAccept = memoize((accept: string): ReplyMediaType | undefined => {
  const left = withoutRefused(accept);
  if (!plainAccept.test(left)) return undefined;
  const isGraphqlFirst = /^application\/graphql-response/i.test(left);
  const [first, second]: ReplyMediaType[] = isGraphqlFirst ? plainTypes : plainTypes.toReversed();
  // A wildcard next to it does not take back what `q=0` refuses.
  return left !== accept && refusesType(accept, first) ? second : first;
});

const plainTypes: [ReplyMediaType, ReplyMediaType] = ['application/graphql-response+json', 'application/json'];

function refusesType(accept: string, type = ''): boolean {
  const entries = accept.toLowerCase().split(',');
  return entries.some((entry) => refusedEntry.test(entry) && entry.split(';', 1)[0]?.trim() === type);
}

/** The type of a refusal, which is made without asking Yoga. */
export function refusalMediaType(accept: string | null): ReplyMediaType {
  const plain = readPlainAccept(accept ?? '*/*');
  if (plain) return plain;
  const isGraphql = namesType(accept, 'application/graphql-response+json');
  return isGraphql ? 'application/graphql-response+json' : 'application/json';
}

/** Whether an Accept header names this media type, and does not refuse it. */
export function namesType(accept: string | null, type: string): boolean {
  return accept !== null && rangesOf(accept).includes(type);
}

/** The media types that a result can have, the last two being Yoga's. */
const resultTypes = ['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed'];
const notAcceptable = new GatewayError('BAD_USER_INPUT', {
  message: `The header Accept names no media type of a result: send one of ${resultTypes.join(', ')}.`,
  http: { status: 406 },
});

/** The refusal of an Accept header that no result fits; undefined for any other. Yoga would run the operation first. */
export function acceptFault(accept: string | null): GatewayError | undefined {
  const matches = (range: string) => range === '*/*' || resultTypes.some((type) => fits(type, range));
  return rangesOf(accept || '*/*').some(matches) ? undefined : notAcceptable;
}

function fits(type: string, range: string): boolean {
  return range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

const refusedEntry = /;\s*q=0(?:\.0{0,3})?\s*(?:;|$)/i;

/** An Accept header without the entries that `q=0` refuses (RFC 9110, section 12.4.2). */
function withoutRefused(accept: string): string {
  if (!accept.toLowerCase().includes('q=0')) return accept;
  const entries = accept.split(',').filter((entry) => !refusedEntry.test(entry));
  return entries.join(',').trim();
}

/** The media ranges of an Accept header, in lower case. As for Yoga, an entry of another charset than UTF-8 is none. */
function rangesOf(accept: string): string[] {
  const entries = withoutRefused(accept).replace(/\s/g, '').toLowerCase().split(',');
  return entries.flatMap((entry) => {
    const [range = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    return charset === undefined || charset === 'charset=utf-8' ? [range] : [];
  });
}
