/**
 * Every error of the service, as RFC 9457 problems. Texts for callers are written here, or name a parameter, header or JSON Pointer. They
 * contain no internals (SQL, paths, stacks).
 */
import type { components } from '../../contract/openapi.ts';

export type ProblemCode = components['schemas']['ProblemCode'];
export type Violation = components['schemas']['Fault'];
type Problem = components['schemas']['Problem'];

/** Status, title and advice of each code, which are the text of the code's page. */
export const problemFacts: Readonly<Record<ProblemCode, { status: number; title: string; advice: string }>> = {
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not acceptable',
    advice:
      'Each entry of `errors` names a query parameter and its accepted values. Correct it and send the request again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    advice: 'Send one JSON object as UTF-8. Check for a cut-off body, a trailing comma or another character encoding.',
  },
  idempotency_key_missing: {
    status: 400,
    title: 'The Idempotency-Key is missing',
    advice:
      'Create a new key (a UUID) for each observation and send it in the header Idempotency-Key. Retry with the same key.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    advice: 'Use 1 to 255 visible ASCII characters without spaces, bare or as a quoted structured-field string.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid API key',
    advice: 'Send `Authorization: Bearer <API key>` with a valid key. A mistyped or revoked key is refused.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks the scope',
    advice: 'Ask the operator of the service for a key with this scope.',
  },
  field_not_found: {
    status: 404,
    title: 'No such field',
    advice: 'The field does not exist or is not visible to you. Check the id and the API key.',
  },
  not_found: {
    status: 404,
    title: 'No such path',
    advice: 'See `/openapi.json` for every path.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    advice: 'The header Allow names the methods of this path.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'This write is still in progress',
    advice: 'The first request with this key has not finished. Repeat the request after `Retry-After` seconds.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    advice: 'An observation has at most 64 KiB. Send links to photos, not the photos.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not application/json',
    advice: 'Send `Content-Type: application/json`, in UTF-8 and without a content encoding.',
  },
  validation_failed: {
    status: 422,
    title: 'The observation is not valid',
    advice:
      'Each entry of `errors` points at one error in the body. Correct all of them. You may use the same key again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key belongs to another observation',
    advice: 'The key was used before with another body. Use a new key for each observation.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait `Retry-After` seconds. The header `RateLimit` has the remaining quota.',
  },
  internal_error: {
    status: 500,
    title: 'An error of the service',
    advice: 'Report the `request_id` to the operator of the service, who finds the reason in the log.',
  },
  unavailable: {
    status: 503,
    title: 'The service is unavailable',
    advice:
      'Repeat the request after `Retry-After` seconds. Nothing that was acknowledged is lost, unless the database is damaged or was removed.',
  },
};

interface ProblemOptions extends ErrorOptions {
  violations?: readonly Violation[];
  headers?: Readonly<Record<string, string>>;
}

/** A problem lists at most this many violations, because all could make it larger than its request. `detail` of a body states the total. */
const violationsMax = 100;

/** A refusal with a code. Throw it anywhere below a route; the error boundary renders it. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly code: ProblemCode;
  readonly violations: readonly Violation[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** Callers read `detail`: one sentence without internals. */
  constructor(code: ProblemCode, detail: string, { violations, headers = {}, cause }: ProblemOptions = {}) {
    super(detail, { cause });
    this.code = code;
    this.violations = violations?.slice(0, violationsMax);
    this.headers = headers;
  }
}

/** Refuses query parameters, naming each and its violation. */
export function invalidParameters(violations: readonly Violation[]): ServiceProblem {
  // A detail about several parameters already begins with the name of one.
  const sentenceOf = ({ parameter, detail }: Violation) => (detail.startsWith('`') ? detail : `${parameter} ${detail}`);
  const said = [...new Set(violations.map(sentenceOf))].join('; ');
  return new ServiceProblem('invalid_parameter', `${said}.`, { violations });
}

/** Refuses a body: lists its first hundred violations and states the total. If there is only one, `detail` states it. */
export function invalidBody(violations: readonly Violation[]): ServiceProblem {
  const [first, second] = violations;
  const cut = violations.length > violationsMax ? `, of which the first ${violationsMax} are listed` : '';
  const detail =
    first && !second
      ? `${first.pointer || 'The body'} ${first.detail}.`
      : `The body has ${violations.length} errors${cut}.`;
  return new ServiceProblem('validation_failed', detail, { violations });
}

/** The same problem for a field that does not exist and for one that the caller may not see. */
export function fieldNotFound(hasKey = true): ServiceProblem {
  const hint = hasKey ? '' : ' The request had no API key.';
  return new ServiceProblem('field_not_found', `The field does not exist or is not visible to you.${hint}`);
}

/** The write of another request with this key has not ended. `cause` goes to the log only. */
export function writeInProgress(cause: unknown): ServiceProblem {
  const detail = 'Another request with this key is still waiting to be written.';
  return new ServiceProblem('idempotency_in_progress', detail, { cause, headers: { 'retry-after': '1' } });
}

/** The store cannot be read or written now; `isIntact` if that lost no record. `cause` goes to the log only. */
export function unavailable(cause: unknown, isIntact: boolean): ServiceProblem {
  const detail = `The store is unavailable now.${isIntact ? ' Nothing that was acknowledged is lost.' : ''}`;
  return new ServiceProblem('unavailable', detail, { cause, headers: { 'retry-after': '1' } });
}

/** The body of a problem, as the contract's Problem. */
export function renderProblem({ code, message, violations }: ServiceProblem, requestId: string, instance: string) {
  const { status, title } = problemFacts[code];
  return JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    instance,
    code,
    request_id: requestId,
    ...(violations ? { errors: [...violations] } : {}),
  } satisfies Problem);
}
