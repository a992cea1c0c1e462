/** A refusal of the service becomes an error with a code and a message of the graph. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/graph/errors/codes.ts';
import { GatewayError } from '../../../src/graph/errors/gateway-error.ts';
import { errorFromResponse, outcomeOfResponse, retryAfterSeconds } from '../../../src/graph/upstream/problems.ts';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

const problem = 'application/problem+json';

function errorOf(status: number, headers: HeadersInit = { 'content-type': problem }, body?: object, isWrite?: boolean) {
  const error = errorFromResponse({ status, headers: new Headers(headers) }, body, isWrite);
  expect(error).toBeInstanceOf(GatewayError);
  return error;
}

const known = { type: 'about:blank', title: 'x', status: 401, code: 'x' };

it.each<[status: number, isWrite: boolean, code: string, retryable: boolean, message: RegExp]>([
  [400, false, 'BAD_USER_INPUT', false, /./],
  [404, false, 'NOT_FOUND', false, /./],
  [408, false, 'UPSTREAM_TIMEOUT', true, /./],
  [409, false, 'UPSTREAM_ERROR', false, /it lists no status 409/],
  [409, true, 'IDEMPOTENCY_IN_PROGRESS', true, /./],
  [413, false, 'UPSTREAM_ERROR', false, /it lists no status 413/],
  [413, true, 'BAD_USER_INPUT', false, /^The input is larger than .* shorten it\.$/],
  [415, true, 'BAD_USER_INPUT', false, /^(?!.*larger)/],
  [418, true, 'UPSTREAM_ERROR', false, /it lists no status 418/],
  [422, false, 'BAD_USER_INPUT', false, /./],
  [429, false, 'RATE_LIMITED', true, /./],
  [500, false, 'UPSTREAM_ERROR', true, /^(?!.*lists no status)/],
  [502, false, 'UPSTREAM_UNAVAILABLE', true, /./],
  [504, false, 'UPSTREAM_TIMEOUT', true, /./],
  [519, false, 'UPSTREAM_ERROR', false, /it lists no status 519/],
  [520, false, 'UPSTREAM_UNAVAILABLE', true, /./],
  [530, true, 'UPSTREAM_UNAVAILABLE', true, /./],
])('the status %i (of a write: %s) becomes %s', (status, isWrite, code, retryable, message) => {
  const { extensions, message: text } = errorOf(status, undefined, known, isWrite);
  expect(extensions).toMatchObject({ code, retryable, status });
  expect(text).toMatch(message);
});

it.each<[status: number, code: string, is: string, isRead?: boolean]>([
  [422, 'idempotency_key_reused', 'IDEMPOTENCY_KEY_REUSED'],
  [422, 'idempotency_key_reused', 'BAD_USER_INPUT', true],
  [400, 'idempotency_key_reused', 'BAD_USER_INPUT'],
  [404, 'not_found', 'UPSTREAM_ERROR'],
  [400, 'not_found', 'BAD_USER_INPUT'],
])('the status %i with the code %s becomes %s (of a read: %s)', (status, code, is, isRead = false) => {
  const error = errorOf(status, undefined, { ...known, code }, !isRead);
  expect(error.code).toBe(is);
  expect(error.message).not.toContain('lists no status');
});

it.each<[status: number, type: string | undefined, body: object, read: string, written: string]>([
  [401, 'text/html', {}, 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
  [422, 'Text/HTML; charset=utf-8', {}, 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
  [422, 'application/json; profile=text/html', {}, 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  [422, 'text/htmlx', {}, 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  [415, 'text/html', {}, 'UPSTREAM_ERROR', 'BAD_USER_INPUT'],
  [401, 'text/plain', {}, 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
  [401, undefined, {}, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  [422, 'text/plain', {}, 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  [401, 'application/json', { error: 'x' }, 'UNAUTHENTICATED', 'UPSTREAM_UNAVAILABLE'],
  [401, 'application/json', { title: 'x' }, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
])(
  'a refusal %i of type %s with %j is attributed to a proxy or to the service',
  (status, type, body, read, written) => {
    const headers: HeadersInit = type === undefined ? {} : { 'content-type': type };
    expect(errorOf(status, headers, body).code).toBe(read);
    expect(errorOf(status, headers, body, true).code).toBe(written);
    const outcome = outcomeOfResponse({ status, headers: new Headers(headers) });
    expect(outcome).toBe(read === 'UPSTREAM_UNAVAILABLE' ? read : status);
  },
);

it.each([
  [401, 'Bearer error="invalid_token"', 'The API key is not known to the service, or was revoked.'],
  [401, 'Bearer', errorCodes.UNAUTHENTICATED.message],
  [403, 'Bearer scope="weather:read"', 'The API key lacks the scope weather:read.'],
  [403, 'Bearer scope="weather:erase"', errorCodes.FORBIDDEN.message],
  [403, undefined, errorCodes.FORBIDDEN.message],
  [404, 'Bearer scope="weather:read", error="invalid_token"', errorCodes.NOT_FOUND.message],
])('the status %i with the challenge %s has the right message', (status, challenge, message) => {
  expect(
    errorOf(status, { 'content-type': problem, ...(challenge && { 'www-authenticate': challenge }) }).message,
  ).toBe(message);
});

it.each([
  ['without an API key', {}, ' The request had no API key.'],
  ['with an API key', { authorization: 'Bearer key' }, ''],
])('NOT_FOUND of a request %s has the right hint', async (_, headers, hint) => {
  const { answer } = gatewayOver(() => ({ status: 404, body: {} }));
  const query = '{ field(id: "fld_a") { weather { date } } }';
  const { errors } = await requestJson(answer, { query }, headers);
  expect(errors).toMatchObject([{ message: errorCodes.NOT_FOUND.message + hint }]);
});

describe('faults', () => {
  const violationsOf = (status: number, errors: unknown) =>
    errorOf(status, undefined, { ...known, errors }).extensions.faults;

  it.each([400, 422])('are passed on with the status %i, at most 100 of them', (status) => {
    const errors = Array.from({ length: 101 }, () => ({ parameter: 'from', code: 'too_late', detail: 'is too late' }));
    expect(violationsOf(status, errors)).toHaveLength(100);
  });

  it.each<[status: number, errors: unknown]>([
    [400, []],
    [400, ['no object']],
    [400, { 0: {} }],
    [401, [{}]],
    [500, [{}]],
    [404, [{}]],
  ])('are not passed on with the status %i from %j', (status, errors) => {
    expect(violationsOf(status, errors)).toBeUndefined();
  });

  it('are not passed on for a write that is too large', () => {
    expect(errorOf(413, undefined, { ...known, errors: [{}] }, true).extensions.faults).toBeUndefined();
  });

  it('are not passed on for a write whose key another write used', () => {
    const body = { ...known, code: 'idempotency_key_reused', errors: [{ detail: 'is at http://10.0.0.1' }] };
    expect(errorOf(422, undefined, body, true).extensions.faults).toBeUndefined();
  });

  it.each(['no_such_code', 'constructor', ''])('have the code UNKNOWN for %j', (code) => {
    expect(violationsOf(400, [{ code }])).toMatchObject([{ code: 'UNKNOWN' }]);
  });

  it('have a message of the graph for an unknown cursor', () => {
    expect(
      violationsOf(400, [{ parameter: 'cursor', code: 'unknown_cursor', detail: 'is no cursor of fld_a' }]),
    ).toEqual([
      { path: ['after'], code: 'UNKNOWN_CURSOR', message: expect.stringMatching(/^must be a cursor of this list/) },
    ]);
  });

  it.each<[violation: object, path: string[]]>([
    [{ pointer: '/a_b/0/c_d' }, ['input', 'aB', '0', 'cD']],
    [{ pointer: '#/a_b' }, ['input', 'aB']],
    [{ pointer: '/1/2/3/4/5/6/7/8/9' }, ['input', ...'12345678']],
    [{ pointer: `/${'x'.repeat(64)}/${'x'.repeat(65)}/a` }, ['input', 'x'.repeat(64)]],
    ...['a b', '~1c', '-d', 'é', ''].map((no): [object, string[]] => [{ pointer: `/text/${no}/a` }, ['input', 'text']]),
    [{ pointer: '/location/coordinates/0' }, ['input', 'location', 'longitude']],
    [{ pointer: '/location/coordinates' }, ['input', 'location']],
    [{ header: 'idempotency-KEY' }, ['input', 'idempotencyKey']],
    [{ header: 'Accept' }, ['input']],
    [{ parameter: 'field_id' }, ['id']],
    [{ parameter: 'max_cloud_cover' }, ['maxCloudCover']],
    [{ parameter: 'http://10.0.0.1' }, ['input']],
    [{}, ['input']],
  ])('for %j have the path %j', (violation, path) => {
    expect(violationsOf(400, [violation])).toEqual([{ path, code: 'UNKNOWN', message: 'Not acceptable.' }]);
  });

  it.each([
    ['x'.repeat(201), 'x'.repeat(200)],
    [`${'x'.repeat(195)} 10.0.0.1 and more`, `${'x'.repeat(195)} [address]`.slice(0, 200)],
    [`10.0.0.1 ${'x'.repeat(300)}`, `[address] ${'x'.repeat(190)}`],
    [`${'x'.repeat(199)}🌾`, 'x'.repeat(199)],
    [`${'x'.repeat(190)} http://10.0.0.1/${'y'.repeat(100)}`, `${'x'.repeat(190)} [address]`.slice(0, 200)],
    [`//${'a'.repeat(240)} ${'x'.repeat(100)} db.internal.example:${'5'.repeat(300)}`, '[address]'],
    ['at svc_a.ns.cluster.local/api', 'at [address]'],
    ['\u200b', 'Not acceptable.'],
    ['\u202eabc 👨‍🌾', 'abc 👨‍🌾'],
    ['می‌خواهم', 'می‌خواهم'],
    ['at internal.host.local/api or a.b-2.example/', 'at [address] or [address]'],
    [
      'sandy/loam, e.g. 3.5/4, i.e. kg.m/s2 or input.location.text',
      'sandy/loam, e.g. 3.5/4, i.e. kg.m/s2 or input.location.text',
    ],
    [7, 'Not acceptable.'],
    ['', 'Not acceptable.'],
    [' \t\0', 'Not acceptable.'],
    ['\x1b[31mtoo\0late\x85\n', '[31mtoo late'],
  ])('have the message of the detail %j: %j', (detail, message) => {
    expect(violationsOf(400, [{ code: 7, detail }])).toMatchObject([{ code: 'UNKNOWN', message }]);
  });
});

it.each([
  ['req_1-a.B', 'req_1-a.B'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), undefined],
  ['a b', undefined],
])('the request id %s of the service is passed on as %s', (sent, passedOn) => {
  expect(errorOf(500, { 'x-request-id': sent }).extensions.requestId).toBe(passedOn);
  expect(errorOf(500).extensions).not.toHaveProperty('requestId');
});

it.each([
  ['of the response', 'req_header', { request_id: 'req_problem' }, 'req_header'],
  ['of the problem, if the header is absent', undefined, { request_id: 'req_problem' }, 'req_problem'],
  ['of the problem, if the header is not safe', 'a b', { request_id: 'req_problem' }, 'req_problem'],
  ['that was sent, if the response has none', undefined, { request_id: 7 }, 'req_sent'],
])('the request id is the one %s', (_, header, body, expected) => {
  const headers = new Headers(header === undefined ? {} : { 'x-request-id': header });
  expect(
    errorFromResponse({ status: 503, headers }, body, false, { 'x-request-id': 'req_sent' }).extensions.requestId,
  ).toBe(expected);
});

it.each<[status: number, isWrite: boolean, code: string, seconds: number | undefined]>([
  [409, false, 'UPSTREAM_ERROR', undefined],
  [409, true, 'IDEMPOTENCY_IN_PROGRESS', 7],
  [418, true, 'UPSTREAM_ERROR', 7],
  [401, false, 'UNAUTHENTICATED', undefined],
  [500, false, 'UPSTREAM_ERROR', 7],
])('Retry-After counts only for an error that is retryable: %i (of a write: %s)', (status, isWrite, code, seconds) => {
  const { extensions } = errorOf(status, { 'retry-after': '7' }, known, isWrite);
  expect([extensions.code, extensions.retryAfterSeconds]).toEqual([code, seconds]);
});

it.each([
  ['5', undefined, 5],
  ['999999', undefined, 86_400],
  ['-5', undefined, undefined],
  ['5 s', undefined, undefined],
  ['Sun, 29 Nov 2026 08:00:30 GMT', 'Sun, 29 Nov 2026 08:00:00 GMT', 30],
  ['Sun, 29 Nov 2026 08:00:00 GMT', 'Sun, 29 Nov 2026 08:00:30 GMT', 0],
  ['Sun, 29 Nov 2099 08:00:00 GMT', undefined, 86_400],
])('Retry-After %s with the Date %s is %s seconds', (value, date, seconds) => {
  const headers = new Headers({ 'retry-after': value, ...(date !== undefined && { date }) });
  expect(retryAfterSeconds(headers)).toBe(seconds);
  expect(retryAfterSeconds(new Headers())).toBeUndefined();
});
