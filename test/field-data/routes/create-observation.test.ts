/** POST /api/v1/observations, one block per status. Idempotency is tested in its own file. */
import { describe, expect, test } from 'vitest';
import { StoreBusyError, StoreError } from '../../../src/field-data/store/store-error.ts';
import { countCpu } from '../../support/cpu.ts';
import { type CallOptions, sharedService, startService, startServiceOver, testNow } from '../support/service.ts';

const path = '/api/v1/observations';
const note = { field_id: 'fld_demo_01', text: 'First open flowers.' };

/** A valid POST with the given changes. */
const post = ({ headers = {}, ...rest }: CallOptions = {}): CallOptions => ({
  method: 'POST',
  body: JSON.stringify(note),
  headers: { 'content-type': 'application/json', 'idempotency-key': 'a', ...headers },
  ...rest,
});

describe('201', () => {
  test('a new observation has every property of the contract, null for those not sent', async () => {
    const { write, demoKey } = await startService();
    const { status, body, headers } = await write(note, { key: demoKey });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('idempotent-replayed')).toBe('false');
    expect(body.data).toEqual({
      id: expect.stringMatching(/^obs_[0-9a-f]{32}$/),
      ...note,
      category: 'general',
      title: null,
      severity: null,
      affected_area: null,
      growth_stage: null,
      organism: null,
      location: null,
      photos: [],
      tags: [],
      author: null,
      observed_at: '2026-05-04T19:00:00Z',
      created_at: '2026-05-04T19:00:00Z',
      live_mode: false,
    });
  });

  test('a full observation is returned as sent, in the units of the service and in UTC', async () => {
    const { write, demoKey, call } = await startService();
    const full = {
      ...note,
      category: 'disease',
      title: 'Rust',
      severity: 'high',
      affected_area: { value: 0.07, unit: 'fraction' },
      growth_stage: { scale: 'bbch', code: '65' },
      organism: { name: 'Puccinia triticina', eppo_code: 'PUCCRT' },
      location: { type: 'Point', coordinates: [-122.3, 47.4] },
      photos: [
        { href: 'https://example.com/1.jpg', media_type: 'image/jpeg', caption: 'Leaf' },
        { href: 'http://example.com/2' },
      ],
      tags: ['flag leaf', 'Überprüfen 🌾'],
      author: { name: 'A. Scout' },
      observed_at: '2026-05-04T12:30:00.5+02:00',
    };
    const { body } = await write(full, { key: demoKey });
    expect(body.data).toMatchObject({
      ...full,
      affected_area: { value: 7, unit: 'percent' },
      photos: [full.photos[0], { href: 'http://example.com/2', media_type: null, caption: null }],
      observed_at: '2026-05-04T10:30:00.500Z',
    });
    const list = await call(`${path}?field_id=fld_demo_01&limit=1&from=2026-05-04`, { key: demoKey });
    expect(list.body.data).toEqual([body.data]);
  });

  test.each(['https://u:p@e.com/', 'https://a@b@c', 'https://[::1]:8080/x', 'http://e.com:?x', 'http://e.com:99999#a'])(
    'accepts the photo address %s',
    async (href) => {
      const { write, demoKey } = await sharedService();
      const { status, body } = await write({ ...note, photos: [{ href }] }, { key: demoKey });
      expect([status, body.data?.photos]).toMatchObject([201, [{ href }]]);
    },
  );

  test('a live key writes live observations', async () => {
    const { write, addField, addKey } = await startService();
    await addField({ id: 'fld_farm', account: 'farm' });
    const key = await addKey({ account: 'farm', mode: 'live' });
    expect((await write({ field_id: 'fld_farm', text: 'x' }, { key })).body.data.live_mode).toBe(true);
  });

  test('text is stored unchanged, including markup, quotes, line breaks and NUL', async () => {
    const { write, demoKey, call } = await startService();
    const text = '<script>alert(1)</script> "\'\\ \r\n\u0000 end';
    const { body } = await write({ ...note, text }, { key: demoKey });
    expect(body.data.text).toBe(text);
    const list = await call(`${path}?field_id=fld_demo_01&limit=1`, { key: demoKey });
    expect(list.body.data[0].text).toBe(text);
  });

  test('a space in place of the T of an instant is accepted, in the body and in a window', async () => {
    const { write, demoKey, call } = await startService();
    const { body } = await write({ ...note, observed_at: '2026-05-04 12:30:00Z' }, { key: demoKey });
    expect(body.data.observed_at).toBe('2026-05-04T12:30:00Z');
    const list = await call(`${path}?field_id=fld_demo_01&from=2026-05-04 12:30:00Z`, { key: demoKey });
    expect(list.body.data).toEqual([body.data]);
  });

  test('the limit of 4,000 characters counts code points, not UTF-16 units', async () => {
    const { write, demoKey } = await startService();
    expect((await write({ ...note, text: '🌾'.repeat(4_000) }, { key: demoKey })).status).toBe(201);
  });

  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'the content type %s is accepted',
    async (type) => {
      const { call, demoKey } = await startService();
      expect((await call(path, post({ key: demoKey, headers: { 'content-type': type } }))).status).toBe(201);
    },
  );

  test('the scheme of the Authorization header is accepted in any case', async () => {
    const { call, demoKey } = await startService();
    const headers = { authorization: `bearer ${demoKey}` };
    expect((await call(path, post({ headers }))).status).toBe(201);
  });
});

describe('400', () => {
  const truncated = JSON.stringify(note).slice(0, -1);
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['no content', ''],
    ['a missing closing brace', truncated],
    ['a trailing comma', `${truncated},}`],
    ['broken UTF-8', Uint8Array.from([...Buffer.from('{"field_id":"fld_demo_01","text":"'), 0xff, 0x22, 0x7d])],
    ['UTF-16', Uint8Array.from(Buffer.from(JSON.stringify(note), 'utf16le'))],
    ['a NUL', '\u0000'],
    ['30,000 open brackets', '['.repeat(30_000)],
    ['NaN', '{"text":NaN}'],
  ])('a body with %s is malformed_json', async (_, body) => {
    const { call, demoKey } = await sharedService();
    const answer = await call(path, post({ key: demoKey, body }));
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json']);
  });

  test('an interrupted body is malformed_json, not an internal error', async () => {
    const { call, demoKey } = await sharedService();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('{"field'));
        controller.error(new Error('gone'));
      },
    });
    expect((await call(path, post({ key: demoKey, body }))).body.code).toBe('malformed_json');
  });

  test('a missing Idempotency-Key is idempotency_key_missing', async () => {
    const { call, demoKey } = await sharedService();
    const headers = { 'content-type': 'application/json' };
    const answer = await call(path, { method: 'POST', key: demoKey, body: JSON.stringify(note), headers });
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_missing']);
    expect(answer.body.errors).toMatchObject([{ header: 'Idempotency-Key', code: 'required' }]);
  });

  test.each([
    ['empty', ''],
    ['a space inside', 'a b'],
    ['256 characters', 'a'.repeat(256)],
    ['not ASCII', 'ü'],
    ['a tab', 'a\tb'],
    ['an open quote', '"a'],
    ['a quote and more', '"a"b'],
    ['nothing in quotes', '""'],
    ['a bad escape', '"a\\b"'],
  ])('an Idempotency-Key with %s is idempotency_key_invalid', async (_, key) => {
    const { call, demoKey } = await sharedService();
    const answer = await call(path, post({ key: demoKey, headers: { 'idempotency-key': key } }));
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_invalid']);
  });

  test.each([
    ['malformed', 'a b', 'idempotency_key_invalid', 'wrong_format'],
    ['required', undefined, 'idempotency_key_missing', 'required'],
  ])(
    'an Idempotency-Key that is %s is reported together with the errors of the body',
    async (what, key, code, violation) => {
      const { call, demoKey } = await sharedService();
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (key !== undefined) headers['idempotency-key'] = key;
      const body = JSON.stringify({ field_id: 'north', text: '', observed_at: '2999-01-01T00:00:00Z' });
      const answer = await call(path, { method: 'POST', key: demoKey, headers, body });
      const detail = `The header Idempotency-Key is ${what}.`;
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([400, code, detail]);
      expect(answer.body.errors).toMatchObject([
        { header: 'Idempotency-Key', code: violation },
        { pointer: '/field_id', code: 'wrong_format' },
        { pointer: '/text', code: 'too_short' },
        { pointer: '/observed_at', code: 'too_large' },
      ]);
    },
  );

  test('the first value that is nested too deep is named', async () => {
    const { call, demoKey } = await sharedService();
    const body = `{"field_id":"fld_demo_01","text":"x","tags":[0,${'{"a/b":'.repeat(31)}[]${'}'.repeat(31)}]}`;
    const answer = await call(path, post({ key: demoKey, body }));
    const pointer = `/tags/1${'/a~1b'.repeat(31 - 1)}`;
    expect(answer.body).toMatchObject({ code: 'malformed_json', errors: [{ code: 'not_allowed', pointer }] });
  });
});

describe('401', () => {
  test('a missing or unknown key is refused with a WWW-Authenticate challenge', async () => {
    const { call } = await sharedService();
    for (const [key, challenge] of [
      [undefined, 'Bearer realm="field-data"'],
      ['fds_test_x', 'Bearer realm="field-data", error="invalid_token"'],
    ] as const) {
      const { status, headers } = await call(path, post({ key }));
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
    }
  });
});

describe('403', () => {
  test('a read-only key is refused before its body is parsed', async () => {
    const { call, addKey } = await startService();
    const key = await addKey({ account: 'farm', scopes: ['observations:read'] });
    const { status, body, headers } = await call(path, post({ key, body: '{' }));
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toContain('scope="observations:write"');
  });
});

describe('404', () => {
  test('an unknown field and a field of another account get the same response', async () => {
    const { write, addField, demoKey } = await startService();
    await addField({ id: 'fld_other', account: 'other' });
    for (const field_id of ['fld_other', 'fld_unknown']) {
      const { status, body } = await write({ ...note, field_id }, { key: demoKey });
      expect([status, body.code, body.detail]).toEqual([
        404,
        'field_not_found',
        'The field does not exist or is not visible to you.',
      ]);
    }
  });
});

describe('413', () => {
  const tooLarge = JSON.stringify({ ...note, text: 'x'.repeat(66_000) });

  test('a body over 64 KiB is refused before its key is checked', async () => {
    const { call } = await sharedService();
    const answer = await call(path, post({ body: tooLarge }));
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('an endless body without Content-Length is refused and cancelled', async () => {
    const { call, demoKey } = await sharedService();
    let pulled = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect((await call(path, post({ key: demoKey, body }))).status).toBe(413);
    await expect.poll(() => isCancelled).toBe(true);
    expect(pulled).toBeLessThan(1_100);
  });

  test('a body of exactly 64 KiB is read', async () => {
    const { call, demoKey } = await startService();
    const body = JSON.stringify(note).padEnd(65_536);
    expect((await call(path, post({ key: demoKey, body }))).status).toBe(201);
  });
});

describe('415', () => {
  test.each([
    ['content-type', 'text/plain'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-type', 'application/json; charset=iso-8859-1'],
    ['content-type', 'application/jsonp'],
    ['content-encoding', 'gzip'],
  ])('%s: %s is refused', async (name, value) => {
    const { call, demoKey } = await sharedService();
    const answer = await call(path, post({ key: demoKey, headers: { [name]: value } }));
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('422', () => {
  const invalid: [title: string, change: Record<string, unknown>, pointer: string, code: string][] = [
    ['an unknown property', { txet: 'x' }, '/txet', 'unknown_property'],
    ['a property whose name needs an escape', { 'a/b~c': 1 }, '/a~1b~0c', 'unknown_property'],
    ['no text', { text: undefined }, '/text', 'required'],
    ['empty text', { text: '' }, '/text', 'too_short'],
    ['blank text', { text: ' \n\t ' }, '/text', 'wrong_format'],
    ['4,001 characters', { text: 'x'.repeat(4_001) }, '/text', 'too_long'],
    ['a text that is a number', { text: 5 }, '/text', 'wrong_type'],
    ['a title that is null', { title: null }, '/title', 'wrong_type'],
    ['a field id without its prefix', { field_id: 'demo_01' }, '/field_id', 'wrong_format'],
    ['an unknown category', { category: 'weather' }, '/category', 'not_allowed'],
    ['a category that is null', { category: null }, '/category', 'wrong_type'],
    ['a category that is a number', { category: 5 }, '/category', 'wrong_type'],
    ['an unknown severity', { severity: 'extreme' }, '/severity', 'not_allowed'],
    [
      'an area above 100 percent',
      { affected_area: { value: 101, unit: 'percent' } },
      '/affected_area/value',
      'too_large',
    ],
    [
      'an area above 1 as a fraction',
      { affected_area: { value: 7, unit: 'fraction' } },
      '/affected_area/value',
      'too_large',
    ],
    ['a negative area', { affected_area: { value: -1, unit: 'percent' } }, '/affected_area/value', 'too_small'],
    ['a measure without a unit', { affected_area: { value: 1 } }, '/affected_area/unit', 'required'],
    ['an unknown scale', { growth_stage: { scale: 'zadoks', code: '65' } }, '/growth_stage/scale', 'not_allowed'],
    [
      'a growth stage of one digit',
      { growth_stage: { scale: 'bbch', code: '6' } },
      '/growth_stage/code',
      'wrong_format',
    ],
    [
      'a misspelt inner property',
      { growth_stage: { scale: 'bbch', code: '65', cod: 1 } },
      '/growth_stage/cod',
      'unknown_property',
    ],
    [
      'an EPPO code in lower case',
      { organism: { name: 'x', eppo_code: 'puccrt' } },
      '/organism/eppo_code',
      'wrong_format',
    ],
    [
      'a longitude above 180',
      { location: { type: 'Point', coordinates: [181, 0] } },
      '/location/coordinates/0',
      'too_large',
    ],
    [
      'a position with an altitude',
      { location: { type: 'Point', coordinates: [1, 2, 3] } },
      '/location/coordinates',
      'too_many',
    ],
    ['a javascript: link', { photos: [{ href: 'javascript:alert(1)' }] }, '/photos/0/href', 'wrong_format'],
    ['a relative link', { photos: [{ href: '/a.jpg' }] }, '/photos/0/href', 'wrong_format'],
    ...[
      'https:///x',
      'https://:80/',
      'https://?a',
      'https://#',
      'https://u@/',
      'https://e.com:abc/',
      'https://[::1]x/',
    ].map((href): (typeof invalid)[number] => [
      `a link without a host or with a wrong port: ${href}`,
      { photos: [{ href }] },
      '/photos/0/href',
      'wrong_format',
    ]),
    [
      'a link of 2,049 characters',
      { photos: [{ href: `https://a/${'x'.repeat(2_039)}` }] },
      '/photos/0/href',
      'too_long',
    ],
    ['eleven photos', { photos: Array(11).fill({ href: 'https://a/b' }) }, '/photos', 'too_many'],
    ['twenty-one tags', { tags: Array.from({ length: 21 }, (_, index) => String(index)) }, '/tags', 'too_many'],
    ['a duplicate tag', { tags: ['a', 'a'] }, '/tags', 'duplicate'],
    ['a text with half of an emoji', { text: 'a\ud83d b' }, '/text', 'wrong_format'],
    ['a title that ends with half of an emoji', { title: 'a\ud83d' }, '/title', 'wrong_format'],
    ['a tag that begins with half of an emoji', { tags: ['a', '\udf3e'] }, '/tags/1', 'wrong_format'],
    ['an author with half of an emoji', { author: { name: '\ud83d' } }, '/author/name', 'wrong_format'],
    [
      'a caption with half of an emoji',
      { photos: [{ href: 'https://a/b', caption: 'a\ud83d' }] },
      '/photos/0/caption',
      'wrong_format',
    ],
    ['a property named by half of an emoji', { 'a\ud83d': '\ud83d' }, '/a\ufffd', 'unknown_property'],
    [
      'a property with a long name over texts with half of an emoji, once and with the start of its name,',
      { ['~'.repeat(10_000)]: Array(100).fill('\ud83d') },
      `/${'~0'.repeat(100)}`,
      'unknown_property',
    ],
    ['a day that does not exist', { observed_at: '2026-02-30T00:00:00Z' }, '/observed_at', 'wrong_format'],
    ['a time without an offset', { observed_at: '2026-05-04T12:00:00' }, '/observed_at', 'wrong_format'],
    ['a time more than 5 minutes in the future', { observed_at: '2026-05-04T19:05:01Z' }, '/observed_at', 'too_large'],
  ];
  test('a time without an offset is refused with an example that has one', async () => {
    const { call, demoKey } = await sharedService();
    const body = JSON.stringify({ ...note, observed_at: '2026-05-04T12:00:00' });
    const answer = await call(path, post({ key: demoKey, body }));
    const detail = '/observed_at must be a date-time with an offset (2026-05-01T12:00:00Z) that exists.';
    expect(answer.body.detail).toBe(detail);
  });

  test.each(invalid)('is returned for %s', async (_, change, pointer, code) => {
    const { write, demoKey } = await sharedService();
    const { status, body } = await write({ ...note, ...change }, { key: demoKey });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors).toMatchObject([{ pointer, code }]);
  });

  test('half of a surrogate pair is refused with what it is and how to cut texts', async () => {
    const { write, demoKey } = await sharedService();
    const { body } = await write({ ...note, text: 'a\ud83d b' }, { key: demoKey });
    const advice =
      'must not contain half of a surrogate pair, such as an emoji cut in two: cut texts between code points';
    expect(body.detail).toBe(`/text ${advice}.`);
  });

  test.each<[name: string, tags: string, status: number]>([
    ['thousands of different objects', `[${Array.from({ length: 5_500 }, (_, index) => `{"${index}":0}`)}]`, 422],
    ['two lists nested 15,000 deep', `[${Array(2).fill('['.repeat(15_000) + ']'.repeat(15_000))}]`, 400],
    ['33 nested lists, one level too deep in the body,', '['.repeat(32) + ']'.repeat(32), 400],
  ])('%s as tags are refused without comparing them', async (_, tags, refusal) => {
    const { call, demoKey } = await sharedService();
    const body = `{"field_id":"fld_demo_01","text":"x","tags":${tags}}`;
    const cpuMs = countCpu();
    expect((await call(path, post({ key: demoKey, body }))).status).toBe(refusal);
    expect((await call(`${path}?field_id=fld_demo_01`)).status).toBe(200);
    // Pairwise comparison took over five seconds.
    expect(cpuMs()).toBeLessThan(2_500);
  });

  test('a time five minutes in the future is accepted, because clocks differ', async () => {
    const { write, demoKey } = await startService();
    const observed_at = new Date(testNow.getTime() + 300_000).toISOString();
    expect((await write({ ...note, observed_at }, { key: demoKey })).status).toBe(201);
  });

  test('all errors of a body are listed in one response', async () => {
    const { write, demoKey } = await sharedService();
    const { body } = await write(
      {
        text: '',
        title: '\ud83d',
        extra: 1,
        tags: ['', 5],
        growth_stage: { code: 'x' },
        observed_at: '2026-05-04T19:06:00Z',
      },
      { key: demoKey },
    );
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
    expect(pointers).toEqual([
      ...[
        '/extra',
        '/field_id',
        '/growth_stage/code',
        '/growth_stage/scale',
        '/observed_at',
        '/tags/0',
        '/tags/1',
        '/text',
        '/title',
      ],
    ]);
  });

  test.each(['null', '5', '"x"', '[]', '[[[[1]]]]'])('%s is refused as not an object', async (body) => {
    const { call, demoKey } = await sharedService();
    const answer = await call(path, post({ key: demoKey, body }));
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer: '', code: 'wrong_type' }]]);
  });

  test('thousands of errors are counted, and the first hundred are listed', async () => {
    const { call, write, demoKey } = await sharedService();
    const junk = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, 1]));
    const { body } = await write({ ...note, ...junk }, { key: demoKey });
    expect(body.errors).toHaveLength(100);
    expect(body.detail).toBe('The body has 5000 errors, of which the first 100 are listed.');
    const unnamed = await call(
      path,
      post({ key: demoKey, headers: { 'idempotency-key': 'a b' }, body: JSON.stringify(junk) }),
    );
    expect(unnamed.body.errors).toHaveLength(100);
  });

  test('thousands of photos are checked only up to the longest list that a record may have', async () => {
    const { write, demoKey } = await sharedService();
    const { body } = await write({ ...note, photos: Array(20_000).fill(0) }, { key: demoKey });
    expect(body.errors).toContainEqual({
      pointer: '/photos',
      code: 'too_many',
      detail: 'must have at most 10 entries',
    });
    expect(body.detail).toBe('The body has 1002 errors, of which the first 100 are listed.');
  });

  test('a property named __proto__ is refused like any other unknown property', async () => {
    const { call, demoKey } = await sharedService();
    const answer = await call(
      path,
      post({ key: demoKey, body: `{"__proto__":{"x":1},${JSON.stringify(note).slice(1)}` }),
    );
    expect(answer.body.errors).toMatchObject([{ pointer: '/__proto__', code: 'unknown_property' }]);
  });
});

describe('429', () => {
  test('a request over the quota is refused, and its observation is not written', async () => {
    const { write, demoKey } = await startService({ rateLimitPerMinute: 1 });
    await write(note, { key: demoKey });
    const { status, headers } = await write(note, { key: demoKey });
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
  });
});

describe('500 and 503', () => {
  const key = 'fds_demo';
  const options = post({ key, body: JSON.stringify({ ...note, field_id: 'fld_a' }) });

  test('an internal error is 500 without its message', async () => {
    const call = await startServiceOver(() => ({ addObservation: () => Promise.reject(new Error('secret')) }), key);
    const { status, text } = await call(path, options);
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
  });

  test.each([
    ['unavailable', new StoreError('secret')],
    ['locked', new StoreBusyError('secret')],
  ])('a store that is %s is 503 with Retry-After', async (_, error) => {
    const call = await startServiceOver(() => ({ addObservation: () => Promise.reject(error) }), key);
    const { status, headers } = await call(path, options);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });
});

test.each<[more: object, detail: string]>([
  [{ text: '' }, '/text must not be empty.'],
  [{ title: null }, '/title must be a string, not null: leave it out if it is optional.'],
  [
    { growth_stage: { scale: 'bbch', code: '1' } },
    '/growth_stage/code must be two digits, or three for crops with mesostages.',
  ],
  [{ organism: { name: 'x', eppo_code: 'a' } }, '/organism/eppo_code must be five or six capital letters or digits.'],
  ...['javascript:x', 'https://example.com/Fläche 3.jpg', 'https://例え.jp/写真'].map((href): [object, string] => [
    { photos: [{ href }] },
    '/photos/0/href must be an absolute http or https address in percent-encoded ASCII, as `new URL(address).href` is if you also encode brackets, braces and |.',
  ]),
])('a single error is described in full, with its location and the expected form: %j', async (more, detail) => {
  const { call, demoKey } = await sharedService();
  const body = JSON.stringify({ field_id: 'fld_demo_01', text: 'x', ...more });
  expect((await call(path, post({ key: demoKey, body }))).body.detail).toBe(detail);
});
