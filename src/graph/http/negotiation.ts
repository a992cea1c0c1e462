/** The media type of a reply to an operation: one of the two of GraphQL over HTTP. What is not plain, Yoga finds out. */
import { memoize } from '../../platform/sync/memoize.ts';
import { GatewayError } from '../errors/gateway-error.ts';

export type ReplyMediaType = 'application/graphql-response+json' | 'application/json';

const plainAccept =
  /^(?:(?:\*\/\*|application\/(?:graphql-response\+)?json)(?:; ?(?:q=[\d.]+|charset=utf-8))*(?:, ?|$))+$/i;

/** What an Accept header prefers. Undefined where it names anything else: then Yoga finds out. */
export const readPlainAccept = memoize((accept: string): ReplyMediaType | undefined => {
  const left = inPreference(accept);
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

/** Whether an Accept header names HTML before any type of a result, as browsers do where they open a page. */
export function prefersPage(accept: string | null): boolean {
  const page = 'text/html';
  return rangesOf(accept ?? '').find((range) => range === page || resultTypes.includes(range)) === page;
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

/** An Accept header with its entries by weight, in their order where weights are equal, and without those of `q=0` (RFC 9110, section 12.4.2). */
export function inPreference(accept: string): string {
  if (!/q=/i.test(accept)) return accept;
  const entries = accept.split(',').filter((entry) => !refusedEntry.test(entry));
  const weightOf = (entry: string) => Number(/;\s*q=([\d.]+)/i.exec(entry)?.[1] ?? 1);
  const sorted = entries.toSorted((one, other) => weightOf(other) - weightOf(one));
  return sorted.map((entry) => entry.trim()).join(', ');
}

/** The media ranges of an Accept header, in lower case. As for Yoga, an entry of another charset than UTF-8 is none. */
function rangesOf(accept: string): string[] {
  const entries = inPreference(accept).replace(/\s/g, '').toLowerCase().split(',');
  return entries.flatMap((entry) => {
    const [range = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    return charset === undefined || charset === 'charset=utf-8' ? [range] : [];
  });
}
