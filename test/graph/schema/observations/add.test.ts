import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute, requestJson } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { note, type RecordedCall, type Reply } from '../../../support/recorded-service.ts';

const AddNote = graphql(`
  mutation AddNote($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { replayed observation { id field { id } } field { observations(limit: 1) { id } } }
      ... on FieldgraphError { code message retryable retryAfterSeconds }
      ... on InvalidInputError { faults { path code message } }
    }
  }
`);

const AddTwice = graphql(`
  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {
    first: addObservation(input: $first) { __typename }
    second: addObservation(input: $second) { __typename }
  }
`);

const AddAndRead = graphql(`
  mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {
    first: addObservation(input: $first) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }
    second: addObservation(input: $second) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }
  }
`);

const authorization = 'Bearer fds_test_key';
const input = { idempotencyKey: '"a-key"', fieldId: 'fld_a', text: 'Rust on the flag leaves.' };

/** Adds an observation with a key over a service with this reply; returns the result and the service calls. */
async function add(reply?: () => Reply, sent: object = input) {
  const { answer, calls } = gatewayOver(reply);
  return { ...(await execute(answer, AddNote, { input: sent as never }, { authorization })), calls };
}

/** A value of an input type with UNKNOWN for each open enum, and nothing else that is optional. Adds the paths of these words. */
function unknownIn(type: GraphQLInputType, path: string[], paths: string[][]): unknown {
  if (isListType(type)) return [unknownIn(type.ofType, [...path, '0'], paths)];
  if (isNonNullType(type)) return unknownIn(type.ofType, path, paths) ?? (String(type.ofType) === 'Float' ? 1 : 'x');
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return Object.fromEntries(fields.map((field) => [field.name, unknownIn(field.type, [...path, field.name], paths)]));
  }
  if (!isEnumType(type) || type.extensions.openEnum !== true) return undefined;
  paths.push(path);
  return 'UNKNOWN';
}

function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Reply {
  const body = {
    type: `/problems/${code}`,
    title: 'secret title',
    status,
    detail: 'secret detail',
    code,
    request_id: 'req_1',
    ...more,
  };
  return { status, body, headers: { 'content-type': 'application/problem+json', ...headers } };
}

describe('addObservation', () => {
  it('forwards the API key, the idempotency key and the input under the names of the contract', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(
      answer,
      AddNote,
      {
        input: {
          ...input,
          category: 'GROWTH_STAGE',
          severity: 'LOW',
          affectedArea: { value: 12, unit: 'PERCENT' },
          growthStage: { code: '39' },
          organism: { name: 'Puccinia striiformis', eppoCode: 'PUCCST' },
          location: { longitude: -122.3, latitude: 47.6 },
          photos: [{ href: 'https://photos.example.com/1.jpg', mediaType: 'image/jpeg' }],
          tags: ['headland'],
          author: { name: 'Ada' },
          title: null,
          observedAt: '2026-05-01T08:00:00+02:00',
        },
      },
      { authorization, cookie: 'session=1', 'x-request-id': 'mine' },
    );
    expect(errors).toBeUndefined();
    expect(data?.addObservation).toMatchObject({
      __typename: 'AddObservationSuccess',
      replayed: null,
      observation: { id: 'fld_a:obs:obs_1', field: { id: 'fld_a' } },
      field: { observations: [{ id: 'fld_a:obs:obs_0' }] },
    });
    expect(calls[0]).toEqual({
      method: 'POST',
      path: '/api/v1/observations',
      query: {},
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': '"a-key"',
        'x-request-id': 'mine',
      },
      body: {
        field_id: 'fld_a',
        text: 'Rust on the flag leaves.',
        category: 'growth_stage',
        severity: 'low',
        affected_area: { value: 12, unit: 'percent' },
        growth_stage: { scale: 'bbch', code: '39' },
        organism: { name: 'Puccinia striiformis', eppo_code: 'PUCCST' },
        location: { type: 'Point', coordinates: [-122.3, 47.6] },
        photos: [{ href: 'https://photos.example.com/1.jpg', media_type: 'image/jpeg' }],
        tags: ['headland'],
        author: { name: 'Ada' },
        observed_at: '2026-05-01T08:00:00+02:00',
      },
    });
    expect(calls[1]?.headers).toMatchObject({ authorization });
  });

  it('sends no API key if the caller sent none', async () => {
    const { answer, calls } = gatewayOver();
    await execute(answer, AddNote, { input });
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['False', false],
    ['0', false],
    ['maybe', null],
  ])('reports whether the service replayed the write: Idempotent-Replayed %s', async (header, replayed) => {
    const { answer } = gatewayOver(({ method }) =>
      method === 'POST'
        ? { status: 201, headers: { 'idempotent-replayed': header }, body: { data: note('fld_a') } }
        : undefined,
    );
    const { data } = await execute(answer, AddNote, { input });
    expect(data?.addObservation).toMatchObject({ replayed });
  });

  it.each([
    [401, 'unauthenticated', 'UnauthenticatedError', 'UNAUTHENTICATED', false],
    [403, 'insufficient_scope', 'ForbiddenError', 'FORBIDDEN', false],
    [404, 'field_not_found', 'FieldNotFoundError', 'NOT_FOUND', false],
    [409, 'idempotency_in_progress', 'IdempotencyInProgressError', 'IDEMPOTENCY_IN_PROGRESS', true],
    [422, 'idempotency_key_reused', 'IdempotencyKeyReusedError', 'IDEMPOTENCY_KEY_REUSED', false],
    [429, 'rate_limited', 'RateLimitedError', 'RATE_LIMITED', true],
    [400, 'idempotency_key_invalid', 'InvalidInputError', 'BAD_USER_INPUT', false],
  ])('returns a %s %s as %s in data, without errors', async (status, problemCode, typename, code, retryable) => {
    const { data, errors } = await add(() => problem(status, problemCode, {}, { 'retry-after': '7' }));
    expect(errors).toBeUndefined();
    expect(data?.addObservation).toMatchObject({
      __typename: typename,
      code,
      retryable,
      retryAfterSeconds: retryable ? 7 : null,
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('reports a parameter that the service refuses as a violation of the input, the only argument', async () => {
    const errors = [{ parameter: 'from', code: 'not_allowed', detail: 'is no parameter' }];
    const { data } = await add(() => problem(400, 'invalid_parameter', { errors }));
    expect(data?.addObservation).toMatchObject({ faults: [{ path: ['input'], code: 'NOT_ALLOWED' }] });
  });

  it('has the request id of the problem if that of the header is empty', async () => {
    const { errors } = await add(() => problem(503, 'unavailable', {}, { 'x-request-id': '' }));
    expect(errors?.[0]?.extensions.requestId).toBe('req_1');
  });

  it.each([
    [413, 'payload_too_large', 'BAD_USER_INPUT'],
    [415, 'unsupported_media_type', 'BAD_USER_INPUT'],
    [405, 'method_not_allowed', 'UPSTREAM_ERROR'],
    [500, 'internal_error', 'UPSTREAM_ERROR'],
    [503, 'unavailable', 'UPSTREAM_UNAVAILABLE'],
    [404, 'not_found', 'UPSTREAM_ERROR'],
    [418, 'teapot', 'UPSTREAM_ERROR'],
  ])('returns a %s %s as %s in errors', async (status, problemCode, code) => {
    const { data, errors } = await add(() => problem(status, problemCode));
    expect(data).toEqual({ addObservation: null });
    expect(errors).toMatchObject([
      { path: ['addObservation'], extensions: { code, status, requestId: 'req_service' } },
    ]);
    expect(JSON.stringify(errors)).not.toMatch(/secret|service\.test/);
  });

  it('names the input that is too long, in data, if the service refuses the size of the body', async () => {
    const text = 'x'.repeat(70_000);
    const { data, errors, calls } = await add(() => problem(413, 'payload_too_large'), { ...input, text });
    expect(errors).toBeUndefined();
    expect(data?.addObservation).toMatchObject({
      __typename: 'InvalidInputError',
      message: 'input.text: must have at most 4000 characters',
      faults: [{ path: ['input', 'text'], code: 'TOO_LONG' }],
    });
    expect(calls).toHaveLength(1);
  });

  it('advises to shorten the input if the service refuses the size of a body that the contract allows', async () => {
    const { errors } = await add(() => problem(413, 'payload_too_large'));
    expect(errors).toMatchObject([{ message: 'The input is larger than the Field Data Service accepts: shorten it.' }]);
  });

  it.each([
    [400, 'BAD_USER_INPUT'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [422, 'BAD_USER_INPUT'],
    [429, 'RATE_LIMITED'],
  ])('maps a %s with an unrecognised code to %s by its status', async (status, code) => {
    const { data } = await add(() => problem(status, 'of_a_later_release'));
    expect(data?.addObservation).toMatchObject({ code });
  });

  it('marks a failed write as retryable', async () => {
    const { errors } = await add(() => problem(500, 'internal_error'));
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR', retryable: true } }]);
  });

  it('lists every error by its path in the graph, with only the detail, shortened and without addresses', async () => {
    const { data } = await add(() =>
      problem(422, 'validation_failed', {
        errors: [
          {
            pointer: '/growth_stage/code',
            code: 'wrong_format',
            detail: `see http://10.0.0.1:8080/x ${'y'.repeat(300)}`,
          },
          { pointer: '/photos/0/media_type', code: 'too_long', detail: 'is too long' },
          {
            pointer: '/location/coordinates/1',
            code: 'too_small',
            detail: 'not 10.1.2.3, db.internal:5432, db:5432 or //x/y at 12:30',
          },
          { header: 'Idempotency-Key', code: 'required', detail: 'is missing' },
          { detail: 'ask mailto:ops@corp.example, not javascript:alert(1)' },
          { pointer: '/http:~1~110.0.0.5:8080/a b/text/at Object.<anonymous> (~1srv~1db.js)', detail: 'no' },
          { pointer: '/location/coordinates/7', detail: 'no' },
          { parameter: 'postgres://app:hunter2@10.0.0.5/prod', detail: 'no' },
          { parameter: 'x'.repeat(65), detail: 'no' },
        ],
      }),
    );
    expect(data?.addObservation).toMatchObject({
      __typename: 'InvalidInputError',
      faults: [
        {
          path: ['input', 'growthStage', 'code'],
          code: 'WRONG_FORMAT',
          message: expect.stringMatching(/^see \[address\] y{184,186}$/),
        },
        { path: ['input', 'photos', '0', 'mediaType'], code: 'TOO_LONG', message: 'is too long' },
        {
          path: ['input', 'location', 'latitude'],
          code: 'TOO_SMALL',
          message: 'not [address], [address] [address] or [address] at 12:30',
        },
        { path: ['input', 'idempotencyKey'], code: 'REQUIRED', message: 'is missing' },
        { path: ['input'], code: 'UNKNOWN', message: 'ask [address] not [address]' },
        { path: ['input'] },
        { path: ['input', 'location'] },
        { path: ['input'] },
        { path: ['input'] },
      ],
    });
  });

  it.each([
    [[], ['input']],
    [['text is too long'], ['input']],
    [Array.from({ length: 100 }, () => ({ pointer: '/text' })), ['input', 'text']],
  ])('lists at least one error for a refusal whose errors are %j, and as many as the service', async (errors, path) => {
    const { data } = await add(() => problem(422, 'validation_failed', { errors }));
    const faults = (data?.addObservation as { faults?: { path: string[] }[] } | undefined)?.faults ?? [];
    expect(faults.map((violation) => violation.path)).toEqual(Array(Math.max(1, errors.length)).fill(path));
  });

  it.each(['10.20.30.40', 'db.internal.example:5432', 'http://db.internal/x'])(
    'passes on no part of the address %s, wherever the text is cut',
    async (address) => {
      const errors = Array.from({ length: address.length }, (_, at) => ({
        detail: `${'y'.repeat(199 - at)} ${address} and ${'z '.repeat(200)}`,
        code: 'UNKNOWN',
      }));
      const { data } = await add(() => problem(422, 'validation_failed', { errors }));
      const message = expect.stringMatching(/^y+ (?:\[|$)/);
      expect(data?.addObservation).toMatchObject({ faults: errors.map(() => ({ message })) });
    },
  );

  it.each([' a', 'a b', 'tab\t', 'é', '', 'x'.repeat(256), '"a'])(
    'refuses the idempotency key %j without a call, because the service would read another key or none',
    async (idempotencyKey) => {
      const { data, calls } = await add(undefined, { ...input, idempotencyKey });
      expect(data?.addObservation).toMatchObject({
        __typename: 'InvalidInputError',
        faults: [{ path: ['input', 'idempotencyKey'] }],
      });
      expect(calls).toEqual([]);
    },
  );

  it('lists every error of an input together, including those the service would find, and sends nothing', async () => {
    const invalid = {
      idempotencyKey: 'a b',
      fieldId: 'north',
      text: '',
      category: 'UNKNOWN',
      severity: 'UNKNOWN',
      affectedArea: { value: 12, unit: 'UNKNOWN' },
      growthStage: { scale: 'UNKNOWN', code: 'x' },
      location: { longitude: 200, latitude: 1 },
      photos: [{ href: 'ftp://a.test/b' }],
      tags: ['a', 'a'],
      // UNKNOWN is allowed in free text.
      title: 'UNKNOWN',
      observedAt: '2999-01-01T00:00:00Z',
    };
    const { data, errors, calls } = await add(undefined, invalid);
    expect(errors).toBeUndefined();
    expect(data?.addObservation).toMatchObject({
      __typename: 'InvalidInputError',
      message: expect.stringContaining('(And 11 more: '),
      faults: [
        { path: ['input', 'idempotencyKey'], code: 'WRONG_FORMAT' },
        { path: ['input', 'fieldId'], code: 'WRONG_FORMAT' },
        { path: ['input', 'category'], code: 'NOT_ALLOWED' },
        { path: ['input', 'severity'], code: 'NOT_ALLOWED' },
        { path: ['input', 'affectedArea', 'unit'], code: 'NOT_ALLOWED' },
        { path: ['input', 'growthStage', 'scale'], code: 'NOT_ALLOWED' },
        { path: ['input', 'text'], code: 'TOO_SHORT' },
        { path: ['input', 'growthStage', 'code'], code: 'WRONG_FORMAT' },
        { path: ['input', 'location', 'longitude'], code: 'TOO_LARGE' },
        { path: ['input', 'photos', '0', 'href'], code: 'WRONG_FORMAT' },
        { path: ['input', 'tags'], code: 'DUPLICATE' },
        { path: ['input', 'observedAt'], code: 'TOO_LARGE' },
      ],
    });
    expect(calls).toEqual([]);
  });

  it('refuses UNKNOWN for every open enum of the input', async () => {
    const paths: string[][] = [];
    const sent = unknownIn(schema.getType('AddObservationInput') as GraphQLInputType, ['input'], paths);
    expect(paths).toContainEqual(['input', 'growthStage', 'scale']);
    const { data, calls } = await add(undefined, sent as object);
    const faults = paths.map((path) => expect.objectContaining({ path, code: 'NOT_ALLOWED' }));
    expect(data?.addObservation).toMatchObject({ faults: expect.arrayContaining(faults) });
    expect(calls).toEqual([]);
  });

  it('quotes UNKNOWN as it was sent in the error of an input that does not match its type', async () => {
    const odd = { ...input, affectedArea: { unit: 'UNKNOWN' } };
    const { errors } = await add(undefined, odd);
    expect(errors?.[0]?.message).toContain('found: { unit: "UNKNOWN" }');
  });

  it('sends an input whose only error is one that the service checks', async () => {
    const { data, calls } = await add(undefined, { ...input, text: '' });
    expect(data?.addObservation).toMatchObject({ __typename: 'AddObservationSuccess' });
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  const inOneHour = Date.now() + 3_600_000;

  it.each<[string, number | null]>([
    ['30', 30],
    ['99999999999999999999', 86_400],
    [new Date(inOneHour).toUTCString(), 3_600],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Sun Nov  6 08:49:37 1994', 0],
    ['-1', null],
    ['+1', null],
    ['1.5', null],
    ['2027-01-01', null],
    ['1 s', null],
    ['soon', null],
  ])('reads Retry-After: %s as %j seconds', async (sent, seconds) => {
    const { data } = await add(() => problem(429, 'rate_limited', {}, { 'retry-after': sent }));
    const about = (expected: number) => expect.toSatisfy((value) => Math.abs(value - expected) < 30);
    // A date counts from now, and time passes during the test.
    expect(data?.addObservation).toMatchObject({ retryAfterSeconds: seconds === null ? null : about(seconds) });
  });

  it('counts a Retry-After date from the Date of its response, because the service has its own clock', async () => {
    const headers = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT' };
    const { data } = await add(() => problem(429, 'rate_limited', {}, headers));
    expect(data?.addObservation).toMatchObject({ retryAfterSeconds: 30 });
  });

  it('names the path of the first error, or the scope that the key lacks, in its message', async () => {
    const errors = [
      { detail: 'must not be empty', code: 'too_short', pointer: '/text' },
      { detail: 'is required', code: 'required', pointer: '/field_id' },
    ];
    const { data } = await add(() => problem(422, 'validation_failed', { errors }));
    expect(data?.addObservation).toMatchObject({
      message: 'input.text: must not be empty (And 1 more: see `faults`.)',
    });
    for (const [challenge, message] of [
      [
        'Bearer error="insufficient_scope", scope="observations:write"',
        'The API key lacks the scope observations:write.',
      ],
      ['Bearer scope="<script>"', 'The API key lacks the scope for this, or none was sent.'],
    ] as const) {
      const forbidden = await add(() => problem(403, 'insufficient_scope', {}, { 'www-authenticate': challenge }));
      expect(forbidden.data?.addObservation).toMatchObject({ __typename: 'ForbiddenError', message });
    }
  });

  it.each([
    ['affectedArea: { value: 1e400, unit: PERCENT }', 'affectedArea.value', 'TOO_LARGE'],
    ['location: { longitude: -1e400, latitude: 0 }', 'location.longitude', 'TOO_SMALL'],
    ['location: { longitude: 0, latitude: 1e400 }', 'location.latitude', 'TOO_LARGE'],
  ])('refuses a number that is not finite, without a call: %s', async (members, place, code) => {
    const { answer, calls } = gatewayOver();
    const { data } = await requestJson(
      answer,
      `mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_a", text: "b", ${members} }) {
        ... on InvalidInputError { faults { path code message } } } }`,
      { authorization },
    );
    const message = `${place} must be a finite number.`;
    expect(data.addObservation.faults).toEqual([{ path: ['input', ...place.split('.')], code, message }]);
    expect(calls).toHaveLength(0);
  });

  it('returns an InvalidInputError with the path of a malformed field id, without a call', async () => {
    const { data, calls } = await add(undefined, { ...input, fieldId: 'field 7' });
    expect(data?.addObservation).toMatchObject({
      __typename: 'InvalidInputError',
      faults: [{ path: ['input', 'fieldId'] }],
    });
    expect(calls).toEqual([]);
  });

  it('lists fewer than 60 errors of a list that is far too long', async () => {
    const tags = Array(4_900).fill('');
    const { data } = await add(undefined, { ...input, fieldId: 'x', tags });
    const faults = data?.addObservation && 'faults' in data.addObservation ? data.addObservation.faults : [];
    expect(faults.length).toBeGreaterThan(20);
    expect(faults.length).toBeLessThan(60);
  });

  it('reads the fields under each write after that write, whatever was read before', async () => {
    let written = 0;
    const { answer, calls } = gatewayOver(({ method }: RecordedCall) => {
      if (method === 'POST') {
        written += 1;
        return { status: 201, body: { data: note('fld_a', `obs_${written}`) } };
      }
      const data = Array.from({ length: written }, (_, index) => note('fld_a', `obs_${written - index}`));
      return { body: { data, page: { limit: 5, has_more: false, next_cursor: null } } };
    });
    const { data } = await execute(
      answer,
      AddAndRead,
      { first: { ...input, idempotencyKey: 'one' }, second: { ...input, idempotencyKey: 'two' } },
      { authorization },
    );
    expect(data?.first).toEqual({ field: { observations: [{ id: 'fld_a:obs:obs_1' }] } });
    expect(data?.second).toEqual({ field: { observations: [{ id: 'fld_a:obs:obs_2' }, { id: 'fld_a:obs:obs_1' }] } });
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  it('refuses UNKNOWN as a literal and as a separate variable before the operation runs', async () => {
    const { answer, calls } = gatewayOver();
    const send = (query: string, variables: object) => requestJson(answer, { query, variables });
    const start = 'addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "t", severity:';
    const refused = { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] };
    expect(await send(`mutation { ${start} UNKNOWN }) { __typename } }`, {})).toMatchObject(refused);
    const variable = `mutation($severity: ObservationSeverity) { ${start} $severity }) { __typename } }`;
    expect(await send(variable, { severity: 'UNKNOWN' })).toMatchObject(refused);
    expect(calls).toEqual([]);
  });

  it.each(['Basic a2V5', 'Bearer a b', 'Bearer  a  b', 'Bearer', 'fds_test_key'])(
    'returns UnauthenticatedError for the malformed Authorization %j, instead of a call without a key',
    async (malformed) => {
      const { answer, calls } = gatewayOver();
      const { data, errors } = await execute(answer, AddNote, { input }, { authorization: malformed });
      expect(errors).toBeUndefined();
      expect(data?.addObservation).toMatchObject({
        __typename: 'UnauthenticatedError',
        code: 'UNAUTHENTICATED',
        message: expect.stringMatching(/Bearer.*Authorization|Authorization: Bearer/),
        retryable: false,
      });
      expect(calls).toEqual([]);
    },
  );

  it('returns a successful write if its sibling write fails', async () => {
    const { answer } = gatewayOver(({ headers }) =>
      headers['idempotency-key'] === 'two' ? problem(500, 'internal_error') : undefined,
    );
    const { data, errors } = await execute(
      answer,
      AddTwice,
      { first: { ...input, idempotencyKey: 'one' }, second: { ...input, idempotencyKey: 'two' } },
      { authorization },
    );
    expect(data).toEqual({ first: { __typename: 'AddObservationSuccess' }, second: null });
    expect(errors).toMatchObject([{ path: ['second'] }]);
  });
});
