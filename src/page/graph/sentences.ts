/** Error messages for people: what happened, and what to do about it. By code, never by message. */
import { codeOf, type GraphError, noAnswer, notTheGraph } from './request.ts';

interface Circumstances {
  fieldId: string;
  hasKey: boolean;
}

/** A sentence for an error. For an unknown code it is the graph's own message, which is written for people too. */
export function sentenceOf(error: GraphError, { fieldId, hasKey }: Circumstances): string {
  const { retryAfterSeconds, requestId } = error.extensions ?? {};
  const wait = retryAfterSeconds ? `in ${retryAfterSeconds} seconds` : 'in a moment';
  switch (codeOf(error)) {
    case 'NOT_FOUND':
      return hasKey
        ? `There is no field ${fieldId}, or this API key may not see it. Check the id, or enter the key that it belongs to.`
        : `There is no field ${fieldId} that can be seen without an API key. Check the id; if it is yours, enter its API key.`;
    case 'BAD_USER_INPUT':
      return `The graph does not accept this: ${error.message}`;
    case 'UNAUTHENTICATED':
      return hasKey
        ? 'The service does not know this API key: it is mistyped or revoked. Enter another, or forget it to see what is public.'
        : 'The service shows nothing without an API key. Enter yours.';
    case 'FORBIDDEN':
      return 'This API key lacks the scope for this. Ask its operator for a key with the scope.';
    case 'RATE_LIMITED':
      return `Too many requests came from here. Try again ${wait}.`;
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
      return `The Field Data Service does not answer the graph right now. Nothing is lost: try again ${wait}.`;
    case 'UPSTREAM_ERROR':
      return `The Field Data Service failed at this. Try again; if it stays, tell its operators the request ${requestId ?? 'id'}.`;
    case 'OVERLOADED':
      return `The graph has more to do than it can. Try again ${wait}.`;
    case 'INCOMPLETE_UPSTREAM_DATA':
      return 'Days are missing in what the service sent, so no total is shown: it would be too small.';
    case noAnswer:
      return 'The graph cannot be reached: there is no network, or it is stopped.';
    case notTheGraph:
      return 'What answered is not the graph; a proxy on the way may have. Try again in a moment.';
    default:
      return `${error.message}${requestId ? ` (request ${requestId})` : ''}`;
  }
}
