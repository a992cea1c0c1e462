/** Errors that callers may see: a code of the closed list, a message of ours, and details for programs. */
import { type ASTNode, GraphQLError } from 'graphql';
import { parseInstant } from '../../platform/time/instant.ts';
import { type ErrorCode, errorCodes, type InputFaultCode, isRetryable } from './codes.ts';

/** One violation of an argument or input. `path` is in the graph's names: `["input", "growthStage", "code"]`. */
export interface InputFault {
  path: string[];
  code: InputFaultCode;
  message: string;
}

interface ErrorDetails {
  message?: string;
  /** HTTP status of the service's response, if there was one. */
  status?: number;
  /** The id by which the logs of the service, or of the gateway, name the failed request. */
  requestId?: string;
  retryable?: boolean;
  retryAfterSeconds?: number;
  faults?: InputFault[];
  limit?: { name: string; max: number; actual: number };
  /** Whether the caller disconnected. No caller sees such an error, and no log states its code. */
  isAbandoned?: boolean;
  /** The schema coordinate of the field that causes it. */
  coordinate?: string | undefined;
  /** Status and headers of the reply, if the whole request fails. With `spec`, the status does not count under application/json. */
  http?: { status?: number; spec?: boolean; headers?: Record<string, string> };
  cause?: unknown;
  /** Sets the error's `locations`. */
  node?: ASTNode;
  /** Path of an error that no resolver throws. */
  path?: string[];
}

/** An error that a caller may see: its message and extensions are ours and safe, whatever its `cause` has. */
export class GatewayError extends GraphQLError {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  declare readonly extensions: Omit<ErrorDetails, 'message' | 'cause' | 'node' | 'path' | 'retryable'> & {
    code: ErrorCode;
    retryable: boolean;
  };
  /** The unknown document that the request names, for its log line. */
  declare document?: { readonly hash: string };

  constructor(code: ErrorCode, { message, cause, node, path, retryable, ...extensions }: ErrorDetails = {}) {
    // Nobody sees the stack, which costs more than the rest: one list may cause thousands of errors.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message ?? errorCodes[code].message, {
      nodes: node,
      path,
      extensions: { code, retryable: retryable ?? isRetryable(code), ...dropUndefined(extensions) },
    });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause, enumerable: false });
  }
}

/** The error of a request that is refused before it runs, with the status and headers of its reply. */
export function refusal(code: ErrorCode, status: number, message?: string, headers?: Record<string, string>) {
  return new GatewayError(code, { message, http: { status, headers } });
}

/** The header of a 401 (RFC 6750, section 3). */
export const challenge = { 'www-authenticate': 'Bearer realm="fieldgraph"' };

/** Message for a response that breaks the contract: `how`, in the contract's names. */
export const messageOfBreak = (how: string) => `The response of the Field Data Service breaks its contract: ${how}.`;

/** UPSTREAM_ERROR for a response that breaks the contract. */
export function malformed(how: string): GatewayError {
  return new GatewayError('UPSTREAM_ERROR', { message: messageOfBreak(how) });
}

/** How a value breaks the contract that is missing or not of its type. The error's path says which. */
export const wrongValue = 'the value is missing, or not of its type';

/** Throws UPSTREAM_ERROR, for a value of the service that is not of its type. */
export function refuseValue(): never {
  throw malformed(wrongValue);
}

/** Milliseconds of an instant that the service sent. Throws UPSTREAM_ERROR if it has no offset: its timezone is then unknown. */
export function instantOf(text: string): number {
  const ms = parseInstant(text);
  if (ms === undefined) throw malformed('an instant is no RFC 3339 date-time with an offset');
  return ms;
}

/** Details of a temporary refusal: when to retry, in the error and in the header. */
export const retryAfter = (status: number, retryAfterSeconds: number) => ({
  retryAfterSeconds,
  http: { status, headers: { 'retry-after': String(retryAfterSeconds) } },
});

/** Throws the error of a read. If the caller may not read the list, it gets this message, which says what the caller may do. */
export function explainForbidden(error: unknown, message: string): never {
  if (!(error instanceof GatewayError && error.code === 'FORBIDDEN')) throw error;
  throw new GatewayError('FORBIDDEN', { ...error.extensions, message, cause: error });
}

/** BAD_USER_INPUT for one argument, by its path. */
export function invalidArgument(path: string[], message: string, code: InputFaultCode = 'NOT_ALLOWED'): GatewayError {
  return new GatewayError('BAD_USER_INPUT', { message, faults: [{ path, code, message }] });
}

/** The code for a number outside its range, whose bounds are included; undefined for a number inside. */
export function rangeFault(value: number, min: number, max: number): InputFaultCode | undefined {
  if (value < min) return 'TOO_SMALL';
  return value > max ? 'TOO_LARGE' : undefined;
}

const listedMax = 100;

/** Throws BAD_USER_INPUT with the violations, at most 100, if there are any. The message is that of the first, and counts the others. */
export function assertNoFaults(all: InputFault[]): void {
  const [first] = all;
  if (first === undefined) return;
  const message = `${first.message}${countOthers(all)}`;
  throw new GatewayError('BAD_USER_INPUT', { message, faults: all.slice(0, listedMax) });
}

/** The same message for violations that do not name their argument: it begins with the path of the first. */
export function messageOfFaults(violations: InputFault[]): string | undefined {
  const [first] = violations;
  return first && `${first.path.join('.')}: ${first.message}${countOthers(violations)}`;
}

function countOthers({ length }: InputFault[]): string {
  return length > 1 ? ` (And ${length - 1} more: see \`faults\`.)` : '';
}

function dropUndefined(extensions: object): object {
  return Object.fromEntries(Object.entries(extensions).filter(([, value]) => value !== undefined));
}
