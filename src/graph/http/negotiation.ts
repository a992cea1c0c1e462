/** The media type of a reply to an operation: one of the two of GraphQL over HTTP. Yoga handles anything that is not plain. */
import { readWeight } from '../../platform/server/compression.ts';
import { memoize } from '../../platform/sync/memoize.ts';
import { type GatewayError, refusal } from '../errors/gateway-error.ts';

export type ReplyMediaType = 'application/graphql-response+json' | 'application/json';

const plainRanges = new Set<string | undefined>(['*/*', 'application/json', 'application/graphql-response+json']);
const eventStream = 'text/event-stream';

/**
 * The media type that an Accept header prefers; undefined where Yoga decides. Ranges of no result are ignored, which many clients name by
 * default (axios, jQuery, urql, Apollo for iOS and Kotlin, Java).
 */
export const readPlainAccept = memoize((accept: string): ReplyMediaType | undefined => {
  const [first, ...others] = rangesOf(accept).filter(isOfResult);
  // A result is JSON also for a client that would rather have JSON than events.
  const isPlain = (range: string | undefined) => plainRanges.has(range) || (range === eventStream && range !== first);
  if (![first, ...others].every(isPlain)) return undefined;
  // A wildcard does not accept what `q=0` refuses.
  const isJson = first === '*/*' ? weightsOf(accept).get('application/json') !== 0 : first === 'application/json';
  return isJson ? 'application/json' : 'application/graphql-response+json';
});

/** The media type of a refusal, which is made without Yoga. */
export function refusalMediaType(accept: string | null): ReplyMediaType {
  const plain = readPlainAccept(accept ?? '*/*');
  if (plain) return plain;
  const isGraphql = namesType(accept, 'application/graphql-response+json');
  return isGraphql ? 'application/graphql-response+json' : 'application/json';
}

/** Whether an Accept header names HTML before any type of a result, as browsers do when they open a page. */
export function prefersPage(accept: string | null): boolean {
  const page = 'text/html';
  return accept !== null && rangesOf(accept).find((range) => range === page || resultTypes.includes(range)) === page;
}

/** Whether an Accept header names this media type, and does not refuse it. */
export function namesType(accept: string | null, type: string): boolean {
  return accept !== null && rangesOf(accept).includes(type);
}

/** The media types that a result can have, the last two being Yoga's. */
const resultTypes = ['application/json', 'application/graphql-response+json', eventStream, 'multipart/mixed'];
const namesNone = `The header Accept names no media type of a result: send one of ${resultTypes.join(', ')}.`;
const notAcceptable = refusal('BAD_USER_INPUT', 406, namesNone);

/** The refusal of an Accept header that no result fits; undefined for any other. Yoga would run the operation first. */
export function acceptFault(accept: string | null): GatewayError | undefined {
  return acceptForYoga(accept || '*/*') === '' ? notAcceptable : undefined;
}

const matches = (range: string) => range === '*/*' || resultTypes.some((type) => fits(type, range));

/** Parts are sent only to a client that accepts nothing else. */
const isOfResult = (range: string) => matches(range) && range !== 'multipart/mixed';

/** The accepted media types in the order of preference: Yoga takes the first, and expands no range but the widest. */
export function acceptForYoga(accept: string): string {
  const weights = weightsOf(accept);
  const typesOf = (range: string) => resultTypes.filter((type) => fits(type, range) && weights.get(type) !== 0);
  const types = rangesOf(accept).flatMap((range) => (range === '*/*' ? range : typesOf(range)));
  const others = types.filter(isOfResult);
  return (others.length > 0 ? others : types).join(', ');
}

function fits(type: string, range: string): boolean {
  return range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** The media ranges of an Accept header by weight, in order if weights are equal, without those of `q=0` (RFC 9110, section 12.4.2). */
function rangesOf(accept: string): string[] {
  const accepted = [...weightsOf(accept)].filter(([, weight]) => weight !== 0);
  return accepted.sort(([, one], [, other]) => other - one).map(([range]) => range);
}

const otherCharset = /;charset=(?!utf-8(?:;|$))/;

/**
 * Media ranges in lower case, with their weights. Like Yoga, ignores an entry of another charset than UTF-8. Empty ones, which
 * RFC 9110 (section 5.6.1) allows, fit no type.
 */
function weightsOf(accept: string): Map<string, number> {
  const entries = accept.toLowerCase().replace(/\s/g, '').split(',');
  return new Map(entries.filter((entry) => !otherCharset.test(entry)).map(readWeight));
}
