/** Error messages for people: what happened, and what to do about it. By code, never by message. */
import { writeCount } from '../measures.ts';
import { codeOf, type GraphError, lateAnswer, noAnswer, notTheGraph } from './request.ts';

/** A sentence for an error. For an unknown code it is the graph's own message, which is written for people too. */
export function sentenceOf(error: GraphError, { fieldId, hasKey }: { fieldId: string; hasKey: boolean }): string {
  const { retryAfterSeconds, requestId } = error.extensions ?? {};
  const wait = retryAfterSeconds ? `in ${writeCount(retryAfterSeconds, 'second')}` : 'in a moment';
  switch (codeOf(error)) {
    case 'NOT_FOUND':
      return hasKey
        ? `Field ${fieldId} does not exist, or this API key has no access to it. Check the id, or enter another key.`
        : `Field ${fieldId} does not exist, or it is private. Check the id, or enter its API key.`;
    case 'BAD_USER_INPUT':
      return `Invalid input: ${error.message}`;
    case 'UNAUTHENTICATED':
      return hasKey
        ? 'The API key is not valid: it is mistyped or revoked. Only public data is shown.'
        : 'This service needs an API key. Enter yours.';
    case 'FORBIDDEN':
      return 'This API key lacks the scope. Ask the person who issued it for a key with the scope.';
    case 'RATE_LIMITED':
      return `Too many requests. Try again ${wait}.`;
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
      return `The Field Data Service is not available. Try again ${wait}.`;
    case 'UPSTREAM_ERROR':
      return `The Field Data Service failed. Try again. If it fails again, report request ${requestId ?? 'id'} to its operators.`;
    case 'OVERLOADED':
      return `The graph is overloaded. Try again ${wait}.`;
    case 'INCOMPLETE_UPSTREAM_DATA':
      return 'The service sent an incomplete list, so nothing is computed from it.';
    case noAnswer:
      return 'The graph cannot be reached. You are offline, or the graph is stopped.';
    case lateAnswer:
      return 'The graph has not answered yet.';
    case notTheGraph:
      return 'The reply did not come from the graph but perhaps from a proxy. Try again in a moment.';
    default:
      return `${error.message}${requestId ? ` (request ${requestId})` : ''}`;
  }
}
