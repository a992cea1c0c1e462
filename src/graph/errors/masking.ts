/** Masks errors: those with a code of ours pass, and all others get a code and a message without details. */
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { type ErrorCode, errorCodes, isRetryable } from './codes.ts';
import { challenge, GatewayError, messageOfBreak, wrongValue } from './gateway-error.ts';

/** Returns the function that masks an error of a result. `onInternalError` gets every error whose message is masked, for logs. */
export function createErrorMask(
  onInternalError: (error: unknown, requestId?: string) => void,
): (error: unknown, requestId?: string) => GraphQLError {
  return (error, requestId) => {
    if (!(error instanceof GraphQLError)) {
      onInternalError(error, requestId);
      return new GatewayError('INTERNAL_SERVER_ERROR', { http: { status: 500 } });
    }
    const { code: sent } = error.extensions;
    if (typeof sent === 'string' && Object.hasOwn(errorCodes, sent)) return plain(error, sent as ErrorCode);
    const code = typeof sent === 'string' ? codeOfYoga(error) : codeOf(error);
    if (code === 'INTERNAL_SERVER_ERROR') onInternalError(error.originalError ?? error, requestId);
    const extensions = { ...error.extensions, ...statusOf(error, code), code, retryable: isRetryable(code) };
    return masked(error, messageOf(error, code), extensions);
  };
}

/** Yoga's refusals have codes of its own; their HTTP status shows their meaning. */
function codeOfYoga({ extensions }: GraphQLError): ErrorCode {
  const { status } = (extensions.http ?? {}) as { status?: number };
  return status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_USER_INPUT';
}

/**
 * The code of an error without one. Resolvers only read the service's data, so a GraphQL error with a path (a value that does not fit its
 * type) is the service's. The original error of a wrong argument, such as a null variable, has nodes: it is the caller's.
 */
function codeOf(error: GraphQLError): ErrorCode {
  const { originalError, path } = error;
  if (originalError && !(originalError instanceof GraphQLError) && !forbiddenNull.test(originalError.message))
    return 'INTERNAL_SERVER_ERROR';
  const isOfArgument = originalError instanceof GraphQLError && originalError.nodes !== undefined;
  return path === undefined || isOfArgument ? 'BAD_USER_INPUT' : 'UPSTREAM_ERROR';
}

/** GraphQL's message for a missing value. Unlike its other errors, it is a plain Error. */
const forbiddenNull = /^Cannot return null for non-nullable field /;

function messageOf(error: GraphQLError, code: ErrorCode): string {
  if (code === 'BAD_USER_INPUT') return truncate(error.message);
  return code === 'UPSTREAM_ERROR' ? messageOfBreak(wrongValue) : errorCodes[code].message;
}

/** The same error without its cause. Errors of GraphQL's parser get their extensions. */
function plain(error: GraphQLError, code: ErrorCode): GraphQLError {
  if (error instanceof GatewayError) return error;
  const extensions = { retryable: isRetryable(code), ...statusOf(error, code), ...error.extensions };
  return masked(error, truncate(error.message), extensions);
}

/** Copies an error without the details that must not be printed. The copy has no stack, which would be most of the cost of many errors. */
function masked(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { locations, positions, path } = error;
  return Object.assign(Object.create(GraphQLError.prototype), { message, locations, positions, path, extensions });
}

/** Sets the status of an error without data. Only under application/json is the reply a 200 (GraphQL over HTTP, section 6.4). */
export function withStatus(error: GraphQLError): GraphQLError {
  const { http, code, retryable } = error.extensions;
  if (http) return error;
  const status = ofCaller[code as ErrorCode] ?? (retryable ? 503 : 500);
  const headers = status === 401 ? challenge : undefined;
  return masked(error, error.message, { ...error.extensions, http: { status, spec: true, headers } });
}

/** Statuses of errors that are the caller's own: a proxy must not take them for a failing gateway. */
const ofCaller: Readonly<Partial<Record<ErrorCode, number>>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
};

/** Variables that cannot be coerced are a 400, like failed validation, if the media type allows one. */
function statusOf({ path }: GraphQLError, code: ErrorCode): { http?: { status: number; spec: boolean } } {
  return path === undefined && code === 'BAD_USER_INPUT' ? { http: { status: 400, spec: true } } : {};
}

const messageLengthMax = 1_000;
const quote = /(?:, f|\. F)ound: \{/;

/** Removes the input object that GraphQL's own messages quote for each unknown field in it, and shortens long messages. */
export function truncate(text: string): string {
  const quotedAt = text.includes(' not to include unknown field "') ? text.search(quote) : -1;
  const message = quotedAt === -1 ? text : `${text.slice(0, quotedAt)}.`;
  return message.length <= messageLengthMax
    ? message
    : `${message.slice(0, messageLengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
