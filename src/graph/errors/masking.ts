/** What callers see of an error. Coded errors are ours and pass; everything else is given a code, and a message that says nothing of the inside. */
import { GraphQLError } from 'graphql';
import { type ErrorCode, errorCodes } from './codes.ts';
import { GatewayError } from './gateway-error.ts';

/** Told of every error whose message was withheld, with its cause, for the log. */
export type OnInternalError = (error: unknown) => void;

/** Makes the function Yoga calls on each error of a result. */
export function createErrorMask(onInternalError: OnInternalError): (error: unknown) => GraphQLError {
  return (error) => {
    if (!(error instanceof GraphQLError)) {
      onInternalError(error);
      return new GatewayError('INTERNAL_SERVER_ERROR', { http: { status: 500 } });
    }
    const ours = ourCode(error);
    if (ours) return plain(error, ours);
    const code = typeof error.extensions.code === 'string' ? codeOfYoga(error) : codeOf(error);
    if (code === 'INTERNAL_SERVER_ERROR') onInternalError(error.originalError ?? error);
    return withCode(error, code);
  };
}

function ourCode({ extensions: { code } }: GraphQLError): ErrorCode | undefined {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : undefined;
}

/** Yoga's own refusals carry codes of its own; what they mean here is in their HTTP status. */
function codeOfYoga({ extensions }: GraphQLError): ErrorCode {
  const { status } = (extensions.http ?? {}) as { status?: number };
  return status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_USER_INPUT';
}

/**
 * The code of an error that came without one. The resolvers of this schema are plain reads of what the service sent, so a value that
 * does not fit its type (an error with a path, thrown by GraphQL itself) is the service's fault.
 */
function codeOf(error: GraphQLError): ErrorCode {
  const { originalError, path } = error;
  if (originalError && !(originalError instanceof GraphQLError) && !forbiddenNull.test(originalError.message)) {
    return 'INTERNAL_SERVER_ERROR';
  }
  return path === undefined ? 'BAD_USER_INPUT' : 'UPSTREAM_ERROR';
}

/** GraphQL's own word for a value that is missing where the type needs one: a plain Error, unlike its others. */
const forbiddenNull = /^Cannot return null for non-nullable field /;

function withCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, retryable } = errorCodes[code];
  return new GraphQLError(code === 'BAD_USER_INPUT' ? truncate(error.message) : message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { ...error.extensions, ...statusOf(error, code), code, retryable },
  });
}

/** The same error, cut from what caused it: nothing downstream can print the cause. Those of GraphQL's parser are completed. */
function plain(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, nodes, source, positions, path, originalError } = error;
  if (originalError === undefined && error instanceof GatewayError) return error;
  const extensions = { retryable: errorCodes[code].retryable, ...statusOf(error, code), ...error.extensions };
  return new GraphQLError(truncate(message), { nodes, source, positions, path, extensions });
}

/** Variables that cannot be coerced end an operation before it has data: like what fails validation, a 400 where the media type allows one. */
function statusOf({ path }: GraphQLError, code: ErrorCode): { http?: { status: number; spec: boolean } } {
  return path === undefined && code === 'BAD_USER_INPUT' ? { http: { status: 400, spec: true } } : {};
}

const messageLengthMax = 1_000;

/** GraphQL's own messages quote the document, a whole input object for each of its faults. */
export function truncate(message: string): string {
  return message.length <= messageLengthMax ? message : `${message.slice(0, messageLengthMax - 1)}…`;
}
