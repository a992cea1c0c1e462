/** Error messages for people: what happened, and what to do about it. By code, never by message. */
import { writeCount } from '../measures.ts';
import { codeOf, type GraphError, lateAnswer, noAnswer, notTheGraph } from './request.ts';

/** A sentence for an error. For an unknown code it is the graph's own message, which is written for people too. */
export function sentenceOf(error: GraphError, { fieldId, hasKey }: { fieldId: string; hasKey: boolean }): string {
  const { retryAfterSeconds, requestId } = error.extensions ?? {};
  const wait = retryAfterSeconds ? `in ${writeCount(retryAfterSeconds, 'second')}` : 'in a moment';
  const request = requestId ? ` (request ${requestId})` : '';
  const unavailable = `The Field Data Service is not available. Try again ${wait}.`;
  const sentences: Readonly<Record<string, string>> = {
    NOT_FOUND: hasKey
      ? `Field ${fieldId} does not exist, or this API key has no access to it. Check the id, or enter another key.`
      : `Field ${fieldId} does not exist, or it is private. Check the id, or enter its API key.`,
    BAD_USER_INPUT: `Invalid input: ${error.message}`,
    UNAUTHENTICATED: hasKey
      ? 'The API key is not valid: it is mistyped or revoked.'
      : 'This service needs an API key. Enter yours.',
    FORBIDDEN: `${error.message} Ask the person who issued it for a key with the scope.`,
    RATE_LIMITED: `Too many requests. Try again ${wait}.`,
    UPSTREAM_UNAVAILABLE: unavailable,
    UPSTREAM_TIMEOUT: unavailable,
    UPSTREAM_ERROR: `The Field Data Service failed. Try again. If it fails again, report it to its operators${request}.`,
    OVERLOADED: `The graph is overloaded. Try again ${wait}.`,
    INCOMPLETE_UPSTREAM_DATA: 'The service sent an incomplete list, so nothing is computed from it.',
    [noAnswer]: 'The graph cannot be reached. You are offline, or the graph is stopped.',
    [lateAnswer]: 'The graph has not answered yet.',
    [notTheGraph]: 'The reply did not come from the graph but perhaps from a proxy. Try again in a moment.',
  };
  const code = codeOf(error);
  const known = Object.hasOwn(sentences, code) && sentences[code];
  return known || error.message + request;
}
