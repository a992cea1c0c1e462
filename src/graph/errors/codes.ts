/** Every public error code of the graph: closed lists. The schema, docs/errors.md and /llms.txt print them. */
import type { components } from '../../contract/openapi.ts';

interface CodeFacts {
  /** What a developer should do. Printed in the schema and in docs/errors.md. */
  description: string;
  /** Whether the same operation, sent again later, may succeed. */
  retryable?: true;
  /** The default message. */
  message: string;
}

const facts = {
  BAD_USER_INPUT: {
    description:
      'An argument or input is not acceptable. The message or `faults` name which and why. Change it and send again.',
    message: 'The request was not acceptable.',
  },
  UNAUTHENTICATED: {
    description: 'The API key is missing, unknown, malformed or revoked. Send `Authorization: Bearer <API key>`.',
    message: 'Send a valid API key as Authorization: Bearer <key>.',
  },
  FORBIDDEN: {
    description: 'The API key lacks the scope for this, or none was sent. Send a key that has the scope.',
    message: 'The API key lacks the scope for this, or none was sent.',
  },
  NOT_FOUND: {
    description: 'The field does not exist or is not visible to the caller.',
    message: 'No such field, or it is not visible to you.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    description:
      'The first request with this idempotency key is still being written. Repeat the request after a moment.',
    retryable: true,
    message: 'A write with this idempotency key is still in progress: repeat the request.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    description: 'The idempotency key was used before for a different observation. Use a new key for each observation.',
    message: 'This idempotency key was already used for a different observation: use a new key.',
  },
  RATE_LIMITED: {
    description: 'Too many requests. Wait `retryAfterSeconds`, then send again.',
    retryable: true,
    message: 'Too many requests: wait before you repeat it.',
  },
  UPSTREAM_TIMEOUT: {
    description: 'The Field Data Service did not answer before the deadline of the operation.',
    retryable: true,
    message: 'The Field Data Service did not answer in time.',
  },
  UPSTREAM_UNAVAILABLE: {
    description: 'The Field Data Service could not be reached or says it is unavailable.',
    retryable: true,
    message: 'The Field Data Service is unavailable.',
  },
  UPSTREAM_ERROR: {
    description:
      'The Field Data Service failed, or its response breaks the contract. Retryable after status 500, and always for a write: the idempotency key makes that safe.',
    message: 'The Field Data Service failed.',
  },
  OVERLOADED: {
    description:
      'The gateway has too much work, or its queue to the Field Data Service is full. Repeat the request after a moment, or request less.',
    retryable: true,
    message: 'Too many calls are waiting: repeat the request later.',
  },
  INCOMPLETE_UPSTREAM_DATA: {
    description:
      'The service may have left out records that the total or page needs. Request a shorter window, or the list itself.',
    message: 'The Field Data Service may have left out records, so this total or page could be wrong.',
  },
  INTERNAL_SERVER_ERROR: {
    description:
      'An error of the gateway itself. Report `requestId` or `X-Request-Id`: the log has the reason. Retryable for a write.',
    message: 'Something went wrong in the gateway.',
  },
  GRAPHQL_PARSE_FAILED: {
    description: 'The document is not GraphQL.',
    message: 'The document is not GraphQL.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    description: 'The document does not fit the schema.',
    message: 'The document does not fit the schema.',
  },
  OPERATION_TOO_COMPLEX: {
    description:
      'The operation exceeds a limit, named in `limit` with its maximum and the actual figure. The message says how to stay below it. If retryable, a write was executed: send it again under its idempotency key, with fewer selections.',
    message: 'The operation exceeds a limit.',
  },
  PAYLOAD_TOO_LARGE: {
    description: 'The request body has too many bytes.',
    message: 'The request body is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    description: 'The request body is not application/json in UTF-8, or it is compressed.',
    message: 'Send the operation as application/json, in UTF-8.',
  },
  PERSISTED_DOCUMENT_NOT_FOUND: {
    description:
      'The gateway does not know this `documentId`. Send the document itself, or ask the operator to deploy its manifest.',
    message: 'This documentId is unknown.',
  },
  PERSISTED_DOCUMENT_REQUIRED: {
    description:
      'The gateway runs only documents that its operator deployed. Send the `documentId` of one, or ask the operator to deploy this one.',
    message: 'Only deployed documents may run: send the documentId of one, or its text, byte for byte.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    description:
      'The gateway does not know the document of this hash (automatic persisted queries). Clients then send the document themselves.',
    message: 'PersistedQueryNotSupported',
  },
  METHOD_NOT_ALLOWED: {
    description: 'Use POST for mutations, and GET or POST for queries.',
    message: 'Use GET or POST for queries, POST for mutations.',
  },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof facts;

/** The closed list of `extensions.code`, with the facts of each code. */
export const errorCodes: Readonly<Record<ErrorCode, CodeFacts>> = facts;

/** Whether an error of this code may be gone when the same operation is sent again later. */
export const isRetryable = (code: ErrorCode): boolean => errorCodes[code].retryable === true;

/** All codes as a list in Markdown. */
export function listedCodes(): string {
  const lines = Object.entries(errorCodes).map(
    ([code, { description, retryable }]) => `- \`${code}\`${retryable ? ' (retryable)' : ''}: ${description}`,
  );
  return lines.join('\n');
}

/** Reasons why one part of an input is not acceptable: the service's words in capitals. A word added there fails the type check here. */
export const inputFaultCodes = {
  REQUIRED: 'It is missing.',
  DUPLICATE: 'It occurs twice.',
  UNKNOWN_PROPERTY: 'No such property exists.',
  WRONG_TYPE: 'It has the wrong type.',
  WRONG_FORMAT: 'Its text has the wrong format.',
  NOT_ALLOWED: 'Its value is not among those allowed.',
  TOO_SHORT: 'It has too few characters or entries.',
  TOO_LONG: 'It has too many characters.',
  TOO_SMALL: 'It is below the minimum.',
  TOO_LARGE: 'It is above the maximum.',
  TOO_MANY: 'It has too many entries.',
  UNKNOWN_CURSOR: 'It is not a cursor of this list.',
  EMPTY_WINDOW: 'The window ends before it begins, or as it begins.',
  UNKNOWN: 'A code that this version does not recognise, or that the service did not report.',
} as const satisfies Record<Uppercase<components['schemas']['FaultCode']> | 'UNKNOWN', string>;

export type InputFaultCode = keyof typeof inputFaultCodes;
