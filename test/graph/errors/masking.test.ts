/** The errors that callers receive: each has a code, and none reveals an internal detail. */
import { GraphQLError, type GraphQLErrorOptions, Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/graph/errors/codes.ts';
import {
  assertNoFaults,
  explainForbidden,
  GatewayError,
  instantOf,
  invalidArgument,
  messageOfFaults,
  rangeFault,
  refuseValue,
} from '../../../src/graph/errors/gateway-error.ts';
import { createErrorMask, truncate, withStatus } from '../../../src/graph/errors/masking.ts';

/** The error that a caller receives, and the errors that the log receives. */
function maskedOf(error: unknown) {
  const reported: unknown[] = [];
  const masked = createErrorMask((each) => reported.push(each))(error);
  return { masked, reported };
}

const secret = new TypeError('secret');
const unit = new GraphQLError('Expected a unit.', { nodes: [{ kind: Kind.NULL }] });
const failed = { code: 'INTERNAL_SERVER_ERROR', retryable: false };
const refused = { code: 'BAD_USER_INPUT', retryable: false };
const broken = { code: 'UPSTREAM_ERROR', retryable: false };
const wrongValue =
  'The response of the Field Data Service breaks its contract: the value is missing, or not of its type.';
const http = { status: 400, spec: true };

describe('errors that the gateway did not create', () => {
  it.each<[what: string, error: unknown, extensions: object, message: string, reported: unknown[]]>([
    [
      'thrown outside a resolver',
      secret,
      { ...failed, http: { status: 500 } },
      errorCodes.INTERNAL_SERVER_ERROR.message,
      [secret],
    ],
    [
      'thrown by a resolver',
      located({ originalError: secret }),
      failed,
      errorCodes.INTERNAL_SERVER_ERROR.message,
      [secret],
    ],
    [
      'a thrown string',
      'secret',
      { ...failed, http: { status: 500 } },
      errorCodes.INTERNAL_SERVER_ERROR.message,
      ['secret'],
    ],
    [
      'a missing value of the service',
      located({ originalError: new Error('Cannot return null for non-nullable field A.b.') }),
      broken,
      wrongValue,
      [],
    ],
    ['a value that does not fit its type', located({}), broken, wrongValue, []],
    ['a value that GraphQL refuses', located({ originalError: new GraphQLError('x') }), broken, wrongValue, []],
    ['a refused argument', located({ originalError: unit }), refused, 'secret of a value', []],
    ['refused variables', new GraphQLError('Variable "$id".'), { ...refused, http }, 'Variable "$id".', []],
    [
      'a method that Yoga refuses',
      new GraphQLError('GET only.', { extensions: { code: 'YOGA', http: { status: 405 } } }),
      { code: 'METHOD_NOT_ALLOWED', retryable: false, http: { status: 405 } },
      errorCodes.METHOD_NOT_ALLOWED.message,
      [],
    ],
    [
      'a code that is no text',
      new GraphQLError('x', { extensions: { code: ['NOT_FOUND'] } }),
      { ...refused, http },
      'x',
      [],
    ],
    [
      'a body that Yoga refuses',
      new GraphQLError('No body.', { extensions: { code: 'YOGA' } }),
      { ...refused, http },
      'No body.',
      [],
    ],
  ])('have a code and a message that callers may see: %s', (_what, error, extensions, message, reported) => {
    const seen = maskedOf(error);
    expect(seen.masked.extensions).toEqual(extensions);
    expect(seen.masked.message).toBe(message);
    expect(seen.masked.originalError).toBeUndefined();
    expect(seen.reported).toEqual(reported);
  });

  function located(options: GraphQLErrorOptions): GraphQLError {
    return new GraphQLError('secret of a value', { path: ['field'], ...options });
  }
});

describe('errors of the gateway', () => {
  it('reach callers without the error that wraps them and without undefined members', () => {
    const own = new GatewayError('NOT_FOUND', { message: 'No such field.', cause: secret, requestId: undefined });
    expect(maskedOf(own)).toEqual({ masked: own, reported: [] });
    expect(Object.keys(own.extensions)).toEqual(['code', 'retryable']);
    expect(Object.keys(own)).not.toContain('cause');
    expect(own.cause).toBe(secret);
    expect(Object.hasOwn(new GatewayError('NOT_FOUND'), 'cause')).toBe(false);
    const around = new GraphQLError(own.message, { originalError: own, path: ['field'] });
    const { masked } = maskedOf(around);
    expect(masked).toMatchObject({ message: 'No such field.', path: ['field'], extensions: own.extensions });
    expect(masked.originalError).toBeUndefined();
  });

  it('have the message of the refused list if the code is FORBIDDEN, and are thrown unchanged otherwise', () => {
    const denied = new GatewayError('FORBIDDEN', { requestId: 'req_1' });
    const explained = { message: 'Leave it out.', code: 'FORBIDDEN', cause: denied };
    expect(() => explainForbidden(denied, 'Leave it out.')).toThrow(expect.objectContaining(explained));
    for (const other of [secret, new GatewayError('NOT_FOUND')])
      expect(() => explainForbidden(other, 'x')).toThrow(other);
  });

  it.each([
    ['BAD_USER_INPUT', 400],
    ['UNAUTHENTICATED', 401, { 'www-authenticate': 'Bearer realm="fieldgraph"' }],
    ['FORBIDDEN', 403],
    ['UPSTREAM_UNAVAILABLE', 503],
    ['UPSTREAM_ERROR', 500],
  ] as const)('with the code %s and without data have the status %i', (code, status, headers?: object) => {
    expect(withStatus(new GatewayError(code)).extensions.http).toEqual({ status, spec: true, headers });
    const own = new GatewayError(code, { http: { status: 429 } });
    expect(withStatus(own)).toBe(own);
  });

  it('list at most 100 `faults` and count all of them', () => {
    const faults = Array.from({ length: 101 }, (_, at) => ({
      path: ['input', `${at}`],
      code: 'TOO_LONG' as const,
      message: 'is too long',
    }));
    expect(() => assertNoFaults([])).not.toThrow();
    expect(() => assertNoFaults(faults)).toThrow(
      expect.objectContaining({
        message: 'is too long (And 100 more: see `faults`.)',
        extensions: { ...refused, faults: faults.slice(0, 100) },
      }),
    );
    expect(messageOfFaults(faults.slice(0, 1))).toBe('input.0: is too long');
    expect(messageOfFaults([])).toBeUndefined();
  });

  it.each([
    [0, 'TOO_SMALL'],
    [1, undefined],
    [3, undefined],
    [4, 'TOO_LARGE'],
  ])('report %i in a range of 1 to 3 as %s', (value, code) => {
    expect(rangeFault(value, 1, 3)).toBe(code);
  });
});

it('a value of another type, or an instant without an offset, violates the contract of the service', () => {
  const broken = { name: 'GatewayError', code: 'UPSTREAM_ERROR' };
  expect(refuseValue).toThrow(expect.objectContaining({ ...broken, message: wrongValue }));
  expect(() => instantOf('2026-05-01T00:00:00')).toThrow(
    expect.objectContaining({ ...broken, message: expect.stringContaining('RFC 3339 date-time with an offset') }),
  );
  expect(instantOf('1970-01-01T00:00:01Z')).toBe(1_000);
});

it('a refused argument has one entry in `faults`, with the code NOT_ALLOWED by default', () => {
  expect(invalidArgument(['a', 'b'], 'x').extensions.faults).toEqual([
    { path: ['a', 'b'], code: 'NOT_ALLOWED', message: 'x' },
  ]);
});

it.each([
  ['x'.repeat(1_000), 'x'.repeat(1_000)],
  ['x'.repeat(1_001), `${'x'.repeat(999)}…`],
  [`${'x'.repeat(998)}🌾x`, `${'x'.repeat(998)}…`],
  [`🌾${'x'.repeat(1_000)}`, `🌾${'x'.repeat(997)}…`],
  [
    'Expected value not to include unknown field "a", found: { a: 1 }',
    'Expected value not to include unknown field "a".',
  ],
  ['Expected an object, found: { a: 1 }', 'Expected an object, found: { a: 1 }'],
])('a message is shortened: %j', (text, shortened) => {
  expect(truncate(text)).toBe(shortened);
});

it('errors of the gateway capture no stack, and leave that of other errors', () => {
  const refused = invalidArgument(['limit'], 'limit must be 1 to 100.');
  expect(refused.stack).not.toContain(' at ');
  expect(new Error('internal').stack).toContain(' at ');
});
