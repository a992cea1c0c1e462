/**
 * Translates the service's refusals into the graph's errors. Messages are ours. Only the `errors[].detail` of a 400 or 422 passes,
 * shortened and without URLs.
 */
import type { components } from '../../contract/openapi.ts';
import { camelCase } from '../../platform/text/camel-case.ts';
import { parseHttpDate } from '../../platform/time/http-date.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { type ErrorCode, errorCodes, type InputFaultCode, inputFaultCodes, isRetryable } from '../errors/codes.ts';
import { GatewayError, type InputFault, messageOfBreak, messageOfFaults } from '../errors/gateway-error.ts';
import type { Untrusted } from './untrusted.ts';

type Problem = components['schemas']['Problem'];
type Violation = components['schemas']['Fault'];
type SentHeaders = Readonly<Record<string, string>>;
type Answered = { status: number; headers: Pick<Headers, 'get'> };

/** Statuses of Cloudflare for a service that is down or does not answer. */
export const originStatuses: readonly number[] = [520, 521, 522, 523, 524, 525, 526, 527, 530];

const codeByStatus: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  [400, 'BAD_USER_INPUT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [408, 'UPSTREAM_TIMEOUT'],
  [422, 'BAD_USER_INPUT'],
  [429, 'RATE_LIMITED'],
  [502, 'UPSTREAM_UNAVAILABLE'],
  [503, 'UPSTREAM_UNAVAILABLE'],
  [504, 'UPSTREAM_TIMEOUT'],
  ...originStatuses.map((status): [number, ErrorCode] => [status, 'UPSTREAM_UNAVAILABLE']),
]);

/** The contract has these for the POST only. */
const codeOfWrite: ReadonlyMap<number, ErrorCode> = new Map([
  [409, 'IDEMPOTENCY_IN_PROGRESS'],
  [413, 'BAD_USER_INPUT'],
  [415, 'BAD_USER_INPUT'],
]);

/**
 * Translates a response that is not 2xx. Its `body` is parsed and untrusted. A status that the contract does not list is UPSTREAM_ERROR.
 * `sent` has the headers of the call: its request id counts if the response has none.
 */
export function errorFromResponse({ status, headers }: Answered, body: unknown, isWrite = false, sent?: SentHeaders) {
  const problem: Untrusted<Problem> = isRecord(body) ? body : {};
  const code = isOfProxy(status, headers, isWrite ? problem : undefined)
    ? 'UPSTREAM_UNAVAILABLE'
    : codeOf(status, problem, isWrite);
  const passesText = code === 'BAD_USER_INPUT' && (status === 400 || status === 422);
  const faults = passesText ? inputFaults(problem, isWrite) : undefined;
  // A failure that the service reports may be temporary; a response that breaks the contract is not.
  const retryable = status === 500 || isRetryable(code);
  return new GatewayError(code, {
    message: faults ? messageOfFaults(faults) : messageOfRefusal(status, code, headers.get('www-authenticate'), sent),
    status,
    retryable,
    requestId:
      safeRequestId(headers.get('x-request-id')) ?? safeRequestId(problem.request_id) ?? sent?.['x-request-id'],
    // Every UPSTREAM_ERROR of a write becomes retryable.
    retryAfterSeconds: retryable || (isWrite && code === 'UPSTREAM_ERROR') ? retryAfterSeconds(headers) : undefined,
    faults,
  });
}

/** The outcome in metrics of a response: its status, or UPSTREAM_UNAVAILABLE if a proxy wrote it. */
export const outcomeOfResponse = ({ status, headers }: Answered) =>
  isOfProxy(status, headers) ? 'UPSTREAM_UNAVAILABLE' : status;

/** Statuses of refusals that proxies write as HTML pages, and of those that they write in other types, too. */
const pageStatuses = new Set([400, 401, 403, 404, 409, 422]);
const proxyStatuses = new Set([401, 403, 404]);
const problemMembers = ['type', 'title', 'status', 'code'];

/**
 * Whether a proxy wrote this refusal in place of an unavailable service: the service itself writes problems. `problem` is the body of a
 * refused write. Such a refusal must not lose the write, so JSON must be a problem to count as the service's.
 */
function isOfProxy(status: number, headers: Pick<Headers, 'get'>, problem?: object): boolean {
  if (!pageStatuses.has(status)) return false;
  const type = headers.get('content-type') ?? '';
  if (/^text\/html\b/i.test(type)) return true;
  if (type === '' || !proxyStatuses.has(status)) return false;
  return !/[/+]json\b/i.test(type) || (problem !== undefined && !problemMembers.some((name) => name in problem));
}

function codeOf(status: number, { code }: Untrusted<Problem>, isWrite: boolean): ErrorCode {
  if (isWrite && code === ('idempotency_key_reused' satisfies Problem['code']) && status === 422)
    return 'IDEMPOTENCY_KEY_REUSED';
  // The remote does not know the path itself: it is another service, and no field is missing.
  if (code === ('not_found' satisfies Problem['code']) && status === 404) return 'UPSTREAM_ERROR';
  return codeByStatus.get(status) ?? (isWrite ? codeOfWrite.get(status) : undefined) ?? 'UPSTREAM_ERROR';
}

/** A scope of the contract. The service's text passes in no other form. */
const scopeForm = /\bscope="([a-z_]{1,40}:(?:read|write))"/;

/** `challenge` is the WWW-Authenticate of a 401 or 403 (RFC 6750, section 3), which names the missing scope. */
function messageOfRefusal(status: number, code: ErrorCode, challenge: string | null, sent?: SentHeaders) {
  if (status === 413 && code === 'BAD_USER_INPUT')
    return 'The input is larger than the Field Data Service accepts: shorten it.';
  if (code === 'UPSTREAM_ERROR' && status !== 404 && status !== 500)
    return messageOfBreak(`it lists no status ${status}`);
  if (code === 'UNAUTHENTICATED' && challenge?.includes('error="invalid_token"'))
    return 'The API key is not known to the service, or was revoked.';
  // Proxies and redirects may drop the key of a field that then looks unknown.
  if (code === 'NOT_FOUND' && sent !== undefined && sent.authorization === undefined)
    return `${errorCodes.NOT_FOUND.message} The request had no API key.`;
  if (code !== 'FORBIDDEN') return undefined;
  const scope = challenge?.match(scopeForm)?.[1];
  return scope === undefined ? undefined : `The API key lacks the scope ${scope}.`;
}

const unknownCursor = 'must be a cursor of this list, such as pageInfo.endCursor of an earlier page';
const detailLengthMax = 200;
/** Maximum number of violations that the contract's service names. */
const violationsMax = 100;

function inputFaults({ errors }: Untrusted<Problem>, isWrite: boolean): InputFault[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  const violations = errors.slice(0, violationsMax).filter(isRecord);
  return violations.length > 0 ? violations.map((violation) => inputFault(violation, isWrite)) : undefined;
}

/** One violation in the graph's names. */
export function inputFault(violation: Untrusted<Violation>, isWrite: boolean): InputFault {
  const code = faultCodeOf(violation.code);
  return {
    path: pathOf(violation, isWrite),
    code,
    // The service's text uses its own name for a cursor.
    message: code === 'UNKNOWN_CURSOR' ? unknownCursor : safeDetail(violation.detail),
  };
}

function faultCodeOf(word: unknown): InputFaultCode {
  if (typeof word !== 'string') return 'UNKNOWN';
  const code = word.toUpperCase();
  return Object.hasOwn(inputFaultCodes, code) ? (code as InputFaultCode) : 'UNKNOWN';
}

/** Whether a text can name a property, an index or a parameter of the contract. A path ends before any other text of the service. */
const isName = (text: string): boolean => /^\w{1,64}$/.test(text);

/** The path in the graph's names, from a JSON Pointer (RFC 6901), a parameter or a header of the contract. */
function pathOf({ pointer, parameter, header }: Untrusted<Violation>, isWrite: boolean): string[] {
  if (typeof pointer === 'string') {
    const segments = pointer.split('/').slice(1, 9);
    const end = segments.findIndex((segment) => !isName(segment));
    const names = segments.slice(0, end === -1 ? undefined : end).map(camelCase);
    if (names[1] !== 'coordinates') return ['input', ...names];
    const coordinate = coordinates[Number(names[2])];
    return ['input', 'location', ...(coordinate ? [coordinate] : [])];
  }
  if (typeof header === 'string')
    return header.toLowerCase() === 'idempotency-key' ? ['input', 'idempotencyKey'] : ['input'];
  // A write has no argument but its input.
  if (!isWrite && typeof parameter === 'string' && isName(parameter)) return [argumentOf(parameter)];
  return ['input'];
}

/** Parameters that the graph names in another way. */
const argumentNames: ReadonlyMap<string, string> = new Map([
  ['field_id', 'id'],
  ['cursor', 'after'],
]);
const coordinates = ['longitude', 'latitude'];

/** The graph's argument for a parameter of the contract. */
export const argumentOf = (parameter: string): string => argumentNames.get(parameter) ?? camelCase(parameter);

/**
 * A URL, with or without its scheme; an address of a scheme without a host; a host with its port (not a time of day); a name of three
 * labels with its path; an IP address. Each run of an address's characters is tried only from its start, so that the time is linear.
 */
const address =
  /(?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:)?\/\/\S+|\b(?:data|file|javascript|mailto|tel|urn):\S+|(?<![a-z0-9.-])[a-z0-9.-]*\.[a-z0-9-]+:\d{2,5}\b\S*|(?<![a-z0-9.-])(?=[0-9-]*[a-z])[a-z0-9-]+:\d{4,5}\b\S*|(?<![\w.-])(?:[\w-]+\.){2,}[a-z]{2,}\/\S*|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi;

/** Controls of terminals and of the direction of writing, and spaces without width. Joiners belong to words and emoji. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Half of a surrogate pair that a cut left at the end: such a text is not well-formed. */
const halfPair = /[\ud800-\udbff]$/;

/** The shown characters, to the end of a word or of the longest host name with its port: half an address would not be recognised. */
const firstWords = new RegExp(`^(.{0,${detailLengthMax}}\\S{0,260}).*`, 's');

const notAcceptable = 'Not acceptable.';

function safeDetail(detail: unknown): string {
  if (typeof detail !== 'string') return notAcceptable;
  const words = detail.replace(firstWords, '$1').replace(invisible, ' ').trim();
  if (words === '') return notAcceptable;
  return words.replace(address, '[address]').slice(0, detailLengthMax).replace(halfPair, '');
}

function safeRequestId(requestId: unknown): string | undefined {
  return typeof requestId === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(requestId) ? requestId : undefined;
}

const retryAfterSecondsMax = 86_400;

/** Retry-After (RFC 9110, section 10.2.3) in whole seconds, from its number or its date; undefined if it is neither. */
export function retryAfterSeconds(headers: Pick<Headers, 'get'>): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const dateMs = parseHttpDate(value);
  if (dateMs === undefined && !/^\d+$/.test(value)) return undefined;
  // A date is by the service's clock, which may be wrong.
  const now = parseHttpDate(headers.get('date') ?? '') ?? Date.now();
  const seconds = dateMs === undefined ? Number(value) : Math.ceil((dateMs - now) / 1000);
  return Math.min(Math.max(seconds, 0), retryAfterSecondsMax);
}
