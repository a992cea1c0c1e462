/** The layer that batches reads: which reads share a call, and which response each read gets. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import type { CallScope, Fetch, UpstreamRequest } from '../../../../src/graph/upstream/call.ts';
import { batchReads } from '../../../../src/graph/upstream/layers/batch.ts';
import { tooLarge } from '../../../../src/graph/upstream/wire/content-encoding.ts';
import { Lifetime } from '../../../../src/graph/upstream/lifetime.ts';
import { UpstreamResponse } from '../../../../src/graph/upstream/response.ts';
import { answer, openCalls, type Outcome, scripted } from '../../../support/scripted-fetch.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service.test/base';
const weather = `${base}/api/v1/weather`;
/** The batch endpoints that the service supports. */
const known = new Map([[weather, `${base}/api/v1/batch/weather`]]);

const list = (fieldId: string) => `{"data":[{"field_id":"${fieldId}"}],"meta":{"field_id":"${fieldId}"}}`;
const item = (fieldId: string, more: object = {}) => ({
  field_id: fieldId,
  status: 200,
  etag: `"${fieldId}"`,
  cache_control: 'no-cache',
  ...more,
});
const idsOf = ({ url }: UpstreamRequest) => new URL(url).searchParams.get('field_ids')?.split(',') ?? [];

/** Responds to batches by the contract, with `others` in place of some items. */
function serviceOf(others: Record<string, object | undefined> = {}, write = JSON.stringify) {
  return scripted((request) => {
    const ids = idsOf(request);
    if (ids.length === 0) return answer(200, {}, list(new URL(request.url).searchParams.get('field_id') ?? ''));
    const items = ids
      .map((id) => (id in others ? others[id] : item(id, { body: JSON.parse(list(id)) })))
      .filter((one) => one !== undefined);
    const headers = { 'x-request-id': 'req_of_all', vary: 'Authorization, Known-ETags', age: '7' };
    return answer(200, headers, write({ data: items }));
  });
}

function batching(next: Fetch, observer: Parameters<typeof batchReads>[0] = {}) {
  const batches = batchReads(observer);
  batches.allow(known);
  return batches.layer(next);
}

const one = (scope: CallScope, fieldId: string, more = '') =>
  read(base, { scope, path: `/api/v1/weather?field_id=${fieldId}${more}` });

/** Reads each field in one operation. */
function requestEach(service: ReturnType<typeof scripted>, ids = ['fld_a', 'fld_b']) {
  const fetch = batching(service);
  const scope = callScope();
  return Promise.all(ids.map((id) => fetch(one(scope, id))));
}

describe('reads are batched', () => {
  it('if they have one operation, tick and query, without a cursor; otherwise each has its own call', async () => {
    const service = serviceOf();
    const fetch = batching(service);
    const scope = callScope();
    await Promise.all([
      ...['fld_a', 'fld_b'].map((id) => fetch(one(scope, id))),
      ...['fld_h', 'fld_i'].map((id) => fetch(one(scope, id, '&granularity=hourly'))),
      fetch(one(callScope(), 'fld_c')),
      fetch(read(base, { scope, path: '/api/v1/other?field_id=fld_d' })),
      ...['fld_j', 'fld_k'].map((id) => fetch(one(scope, id, '&limit=5&cursor=abc'))),
      fetch(read(base, { scope, path: '/api/v1/weather?field_id=fld%2Fe' })),
      fetch(write(base, { scope })),
    ]);
    await fetch(one(scope, 'fld_f'));
    expect(service.sent.map(({ url, method }) => `${method} ${url.slice(base.length + '/api/v1'.length)}`)).toEqual([
      'GET /other?field_id=fld_d',
      'GET /weather?field_id=fld_j&limit=5&cursor=abc',
      'GET /weather?field_id=fld_k&limit=5&cursor=abc',
      'GET /weather?field_id=fld%2Fe',
      'POST /observations',
      'GET /batch/weather?field_ids=fld_a,fld_b',
      'GET /batch/weather?field_ids=fld_h,fld_i&granularity=hourly',
      'GET /weather?field_id=fld_c',
      'GET /weather?field_id=fld_f',
    ]);
  });

  it('under the headers of their operation, unless its key does not match the credential of its scope', async () => {
    const service = serviceOf();
    const fetch = batching(service);
    const keyed = callScope({ headers: { authorization: 'Bearer a' }, credential: 'hash of a' });
    const unscoped = callScope({ headers: { authorization: 'Bearer b' }, credential: '' });
    await Promise.all(['fld_a', 'fld_b'].flatMap((id) => [fetch(one(keyed, id)), fetch(one(unscoped, id))]));
    expect(service.sent.map(({ sentHeaders, url }) => [sentHeaders.authorization, url.split('?')[1]])).toEqual([
      ['Bearer b', 'field_id=fld_a'],
      ['Bearer b', 'field_id=fld_b'],
      ['Bearer a', 'field_ids=fld_a,fld_b'],
    ]);
  });

  it('up to a hundred at a time, in a URL of at most 8,000 bytes, without repeated fields', async () => {
    const service = serviceOf();
    const fetch = batching(service);
    const scope = callScope();
    const short = Array.from({ length: 101 }, (_, index) => `fld_${index}`);
    await Promise.all(short.map((id) => fetch(one(scope, id))));
    expect(service.sent.map((request) => idsOf(request).length)).toEqual([100, 0]);
    service.sent.length = 0;
    const long = Array.from({ length: 100 }, (_, index) => `fld_${String(index).padStart(128, 'x')}`);
    await Promise.all(long.map((id) => fetch(one(scope, id))));
    expect(service.sent).toHaveLength(2);
    for (const { url } of service.sent) expect(url.length).toBeLessThanOrEqual(8_000);
    service.sent.length = 0;
    await Promise.all(['fld_a', 'fld_b', 'fld_a'].map((id) => fetch(one(scope, id))));
    expect(service.sent.map(({ url }) => url.split('?')[1])).toEqual(['field_ids=fld_a,fld_b', 'field_id=fld_a']);
  });

  it('with fewer than 5,000 characters of known ETags, so that servers accept the headers', async () => {
    const service = serviceOf();
    const fetch = batching(service);
    const scope = callScope();
    const etag = `"${'e'.repeat(500)}"`;
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => fetch(one(scope, `fld_${index}`).again({ ifNoneMatch: etag }))),
    );
    for (const { headers } of service.sent) expect(headers?.get('known-etags')?.length).toBeLessThan(5_000);
  });
});

describe('each read of a batch gets', () => {
  it.each([
    ['without spaces', JSON.stringify],
    ['indented', (value: unknown) => JSON.stringify(value, null, 2)],
    ['with a line break at its end', (value: unknown) => `${JSON.stringify(value)}\n`],
    [
      'with the body first',
      (value: unknown) => JSON.stringify(value).replace(/("field_id":[^{]*),("body":.*?\}\})\}/g, '$2,$1}'),
    ],
  ])('its own status, ETag, directives and body from a batch written %s', async (_title, write) => {
    let written = '';
    const problem = { type: '/problems/field_not_found', status: 404, code: 'field_not_found' };
    const unknown = item('fld_b', { status: 404, etag: null, cache_control: 'no-store', body: problem });
    const others = { fld_b: unknown, fld_c: item('fld_c', { status: 304 }) };
    const fetch = batching(serviceOf(others, (value) => (written = write(value))));
    const scope = callScope();
    const requests = [one(scope, 'fld_a'), one(scope, 'fld_b'), one(scope, 'fld_c').again({ ifNoneMatch: '"fld_c"' })];
    const [a, b, c] = await Promise.all(requests.map(fetch));
    expect([a?.status, b?.status, c?.status]).toEqual([200, 404, 304]);
    expect(JSON.parse(String(a?.bytes))).toEqual(JSON.parse(list('fld_a')));
    expect(written).toContain(String(a?.bytes));
    expect(await b?.json()).toEqual(problem);
    expect(c?.bytes).toHaveLength(0);
    const headers = (name: string) => [a, b, c].map((response) => response?.headers.get(name));
    expect(headers('etag')).toEqual(['"fld_a"', null, '"fld_c"']);
    expect(headers('cache-control')).toEqual(['no-cache', 'no-store', 'no-cache']);
    expect(headers('content-type')).toEqual(['application/json', 'application/problem+json', 'application/json']);
    expect(headers('vary')).toEqual(['Authorization', 'Authorization', 'Authorization']);
    expect(headers('age')).toEqual(['7', '7', '7']);
    expect(headers('x-request-id')).toEqual(['req_of_all', 'req_of_all', 'req_of_all']);
  });

  type Items = { data: { field_id: string; body?: object }[] };

  it.each([
    [
      'a member after each body',
      ({ data }: Items) => ({ data: data.map((each) => ({ ...each, links: { self: '/' } })) }),
    ],
    ['a number after each body', ({ data }: Items) => ({ data: data.map((each) => ({ ...each, bytes: 7 })) })],
    [
      'a list with its meta after each body',
      ({ data }: Items) => ({
        data: data.map((each) => ({ ...each, near: { data: [{}], meta: { timezone: 'UTC' } } })),
      }),
    ],
    ['an array after the items', (all: Items) => ({ ...all, links: [] })],
    ['an object in an array after the items', (all: Items) => ({ ...all, links: [{ rel: 'self' }] })],
    [
      'bodies that do not end with meta',
      ({ data }: Items) => ({ data: data.map((each) => ({ ...each, body: { ...each.body, tags: [] } })) }),
    ],
  ])('its own response from a batch with %s, written without spaces', async (_title, change) => {
    const problem = { type: '/problems/field_not_found', status: 404, code: 'field_not_found' };
    const unknown = item('fld_b', { status: 404, etag: null, cache_control: 'no-store', body: problem });
    const service = serviceOf({ fld_b: unknown }, (value) => JSON.stringify(change(value as Items)));
    const answers = await requestEach(service, ['fld_a', 'fld_b', 'fld_c']);
    const bodies = await Promise.all(answers.map(async (response) => JSON.parse(response.bytes.toString())));
    expect(bodies).toMatchObject([JSON.parse(list('fld_a')), problem, JSON.parse(list('fld_c'))]);
    expect(service.sent).toHaveLength(1);
  });

  const deep = `${'{"0":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  /** Sends items with this text of a body, and returns the bytes of each read. */
  const readBodies = async (name: string, body: string) => {
    const items = ['fld_a', 'fld_b'].map((id) => `${JSON.stringify(item(id)).slice(0, -1)}, "${name}": ${body}}`);
    const whole = `{ "data": [${items}] }`;
    const service = scripted((request) => answer(200, {}, idsOf(request).length > 0 ? whole : 'single'));
    return (await requestEach(service)).map(({ bytes }) => bytes.toString());
  };

  it.each([
    ['nested deeply', `{"data": ${deep}}`],
    ['with a number that cannot be serialized again', '{"data": [{"mean": 1e400}]}'],
    ['with brackets, quotes and a name of its own in texts', '{"data": ["}]\\"\\\\", {"body": {"é": "{"}}]}'],
  ])('its own body byte for byte, also %s', async (_title, body) => {
    expect(await readBodies('body', body)).toEqual([body, body]);
  });

  it.each([
    ['is malformed', 'body', '{"data": [1}'],
    ['does not end', 'body', '{"data": ["'],
    ['is not JSON', 'body', '{"mean": NaN}'],
    ['has an escaped name', 'b\\u006fdy', '{"data": []}'],
  ])('its own call if a body %s', async (_title, name, body) => {
    expect(await readBodies(name, body)).toEqual(['single', 'single']);
  });

  it('UPSTREAM_ERROR if an exception is thrown while the batch is divided', async () => {
    const cause = new Error('of an observer');
    const fetch = batching(serviceOf({ fld_b: undefined }), {
      fellBack: () => {
        throw cause;
      },
    });
    const scope = callScope();
    const [first, second] = await Promise.all([fetch(one(scope, 'fld_a')), rejection(fetch(one(scope, 'fld_b')))]);
    expect(first?.bytes.toString()).toBe(list('fld_a'));
    expect(second).toMatchObject({ code: 'UPSTREAM_ERROR', cause });
  });

  it('its own call if no body can be distinguished from the text after it', async () => {
    const cut = `{"data":[${['fld_a', 'fld_b'].map((id) => `${JSON.stringify(item(id)).slice(0, -1)},"body":{"data":[}}`).join()}]}`;
    const service = scripted((request) => answer(200, {}, idsOf(request).length > 0 ? cut : 'single'));
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['single', 'single']);
  });

  it.each([
    ['occurs twice', 'fld_a'],
    ['was not requested', 'fld_z'],
  ])('its own call if an item %s', async (_title, extra) => {
    const more = item(extra, { body: JSON.parse(list(extra)) });
    const insert = ({ data }: Items) => ({ data: [data[0], more, ...data.slice(1)] });
    const service = serviceOf({}, (value) => JSON.stringify(insert(value as Items)));
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['fld_a', 'fld_b'].map(list));
    expect(service.sent.map(idsOf)).toEqual([['fld_a', 'fld_b'], [], []]);
  });

  it('its own call if an item was not requested, and the item before it states no meta', async () => {
    const ofNobody = item('fld_z', { body: JSON.parse(list('fld_z')) });
    const insert = ({ data: [first, ...rest] }: Items) => ({
      data: [{ ...first, body: { data: [{ field_id: 'fld_a' }] } }, ofNobody, ...rest],
    });
    const service = serviceOf({}, (value) => JSON.stringify(insert(value as Items)));
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['fld_a', 'fld_b'].map(list));
  });

  it('its own call if an item occurs twice, and another is missing', async () => {
    const twice = ({ data: [first] }: Items) => ({ data: [first, first] });
    const service = serviceOf({}, (value) => JSON.stringify(twice(value as Items), null, 1));
    await requestEach(service);
    expect(service.sent.map(idsOf)).toEqual([['fld_a', 'fld_b'], [], []]);
  });

  it('its own error if more than 1 MiB follows its list, without a parse and without a further call', async () => {
    const meta = { field_id: 'fld_b', boundary: Array(600_000).fill(1) };
    const long = item('fld_b', { body: { data: [{ field_id: 'fld_b' }], meta } });
    const service = serviceOf({ fld_b: long }, (value) => JSON.stringify(value, null, 1));
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const [a, b] = await requestEach(service);
    expect(a?.json()).toMatchObject({ meta: { field_id: 'fld_a' } });
    expect(() => b?.json()).toThrow('the members after `data` have more than 1 MiB');
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(1_048_576);
    expect(service.sent).toHaveLength(1);
  });

  it('its own call if an item does not end as an object', async () => {
    const whole = JSON.stringify({ data: ['fld_a', 'fld_b'].map((id) => item(id, { body: JSON.parse(list(id)) })) });
    const broken = whole.replace('}},{"field_id":"fld_b"', '}],{"field_id":"fld_b"');
    expect(broken).not.toBe(whole);
    const service = scripted((request) => answer(200, {}, idsOf(request).length > 0 ? broken : 'single'));
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['single', 'single']);
  });

  it('a view of the bytes of the batch, which are not copied', async () => {
    const data = ['fld_a', 'fld_b'].map((id) => item(id, { body: JSON.parse(list(id)) }));
    const whole = answer(200, {}, JSON.stringify({ data }));
    for (const { bytes } of await requestEach(scripted(() => whole))) {
      expect(bytes.buffer).toBe(whole.bytes.buffer);
      expect(bytes.byteOffset).toBe(whole.bytes.byteOffset + whole.bytes.indexOf(bytes));
    }
  });

  it('its own call if its item has an unusable status', async () => {
    const service = serviceOf({
      fld_a: item('fld_a', { status: 304 }),
      fld_b: item('fld_b', { status: 304, etag: '"another"' }),
      fld_c: item('fld_c', { status: 500 }),
    });
    const fetch = batching(service);
    const scope = callScope();
    const requests = [one(scope, 'fld_a'), one(scope, 'fld_b').again({ ifNoneMatch: '"fld_b"' }), one(scope, 'fld_c')];
    const answers = await Promise.all(requests.map(fetch));
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['fld_a', 'fld_b', 'fld_c'].map(list));
    expect(service.sent.slice(1)).toEqual(requests);
  });

  it('its own call if it has no item, while the others get their responses', async () => {
    const service = serviceOf({ fld_b: undefined });
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['fld_a', 'fld_b'].map(list));
    expect(service.sent.map(idsOf)).toEqual([['fld_a', 'fld_b'], []]);
  });

  it.each([
    ['another media type', { 'content-type': 'text/html' }, 'utf8', 1],
    ['another encoding', {}, 'latin1', 1],
    ['another encoding, without spaces', {}, 'latin1', 0],
  ] as const)('its own call if the batch has %s', async (_title, headers, encoding, spaces) => {
    const data = ['fld_a', 'fld_b'].map((id) => item(id, { body: { data: ['é'] } }));
    const bytes = Buffer.from(JSON.stringify({ data }, null, spaces), encoding);
    const whole = new UpstreamResponse(200, { 'content-type': 'application/json', ...headers }, bytes);
    const service = scripted((request) => (idsOf(request).length > 0 ? whole : answer(200, {}, 'single')));
    const answers = await requestEach(service);
    expect(answers.map(({ bytes: own }) => own.toString())).toEqual(['single', 'single']);
  });

  it('smaller batches after a batch was too large, but not for another query', async () => {
    const most = 3;
    const service = scripted((request) => {
      const ids = idsOf(request);
      if (ids.length > most && request.url.includes('hourly'))
        return new GatewayError('UPSTREAM_ERROR', { message: tooLarge });
      if (ids.length === 0) return answer(200, {}, '{}');
      return answer(200, {}, JSON.stringify({ data: ids.map((id) => item(id, { body: {} })) }));
    });
    const fallbacks: number[] = [];
    const fetch = batching(service, { fellBack: (_endpoint, fields) => fallbacks.push(fields) });
    const readAll = async (more = '') => {
      service.sent.length = 0;
      const scope = callScope();
      const ids = Array.from({ length: 8 }, (_, at) => `fld_${at}`);
      const answers = await Promise.all(ids.map((id) => fetch(one(scope, id, more))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      return service.sent.map((request) => idsOf(request).length);
    };
    const single = (count: number) => Array(count).fill(0);
    expect(await readAll('&granularity=hourly')).toEqual([8, ...single(8)]);
    expect(await readAll('&granularity=hourly')).toEqual([4, 4, ...single(8)]);
    expect(await readAll('&granularity=hourly')).toEqual([2, 2, 2, 2]);
    expect(await readAll()).toEqual([8]);
    expect(fallbacks).toEqual([8, 4, 4]);
  });

  it.each([
    ['no body', {}],
    ['null', { body: null }],
    ['a text', { body: list('fld_a') }],
    ['a list', { body: [{ field_id: 'fld_a' }] }],
  ])('its own call if its item has %s instead of a list', async (_title, more) => {
    const service = serviceOf({ fld_a: item('fld_a', more) });
    const answers = await requestEach(service);
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['fld_a', 'fld_b'].map(list));
    expect(service.sent.map(idsOf)).toEqual([['fld_a', 'fld_b'], []]);
  });

  it('a batch of the same size as before if only one field had no usable item', async () => {
    const service = serviceOf({ fld_3: item('fld_3', { status: 410 }) });
    const fetch = batching(service);
    for (const _ of [1, 2]) {
      service.sent.length = 0;
      const scope = callScope();
      await Promise.all(Array.from({ length: 8 }, (_, at) => fetch(one(scope, `fld_${at}`))));
      expect(service.sent.map((request) => idsOf(request).length)).toEqual([8, 0]);
    }
  });

  it.each(['"v\u2013 1"', '"a\r\nb: c"', 'v1'])('no ETag from the invalid entity tag %j', async (etag) => {
    const service = serviceOf({ fld_a: item('fld_a', { etag, body: JSON.parse(list('fld_a')) }) });
    const [first, second] = await requestEach(service);
    expect(first?.headers.get('etag') ?? null).toBeNull();
    expect(second?.headers.get('etag')).toBe('"fld_b"');
  });

  it('its own call at once, after a batch of two fell back', async () => {
    const service = scripted((request) => answer(idsOf(request).length > 0 ? 400 : 200, {}, '{}'));
    const fetch = batching(service);
    for (const calls of [3, 2]) {
      service.sent.length = 0;
      const scope = callScope();
      await Promise.all(['fld_a', 'fld_b'].map((id) => fetch(one(scope, id))));
      expect(service.sent).toHaveLength(calls);
    }
  });

  /** Reads three fields and returns the number of calls, with this response to batches or else a usable one. */
  function countCalls() {
    const usable = serviceOf();
    let calls = 0;
    let batch: Fetch = usable;
    const fetch = batching((request) => {
      calls += 1;
      return (idsOf(request).length > 0 ? batch : usable)(request);
    });
    return async (outcome?: Outcome) => {
      calls = 0;
      batch = outcome ? scripted(() => outcome) : usable;
      const scope = callScope();
      await Promise.all(['fld_a', 'fld_b', 'fld_c'].map((id) => fetch(one(scope, id))));
      return calls;
    };
  }

  it.each<[string, Outcome]>([
    ['an HTML page', answer(200, { 'content-type': 'text/html' }, '<p>Soon back.</p>')],
    ['418', answer(418)],
    ['a response that is not HTTP', new GatewayError('UPSTREAM_ERROR')],
  ])(
    'a batch again right after a batch failed with %s, because its size was not the cause',
    async (_title, outcome) => {
      const callsAfter = countCalls();
      expect([await callsAfter(outcome), await callsAfter()]).toEqual([4, 1]);
    },
  );

  it.each([404, 405, 501])('its own call for a minute after a %i of a service without batches', async (status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    onTestFinished(() => {
      vi.useRealTimers();
      time.mockRestore();
    });
    const callsAfter = countCalls();
    expect([await callsAfter(answer(status)), await callsAfter()]).toEqual([4, 3]);
    time.mockReturnValue(62_000);
    // The LRU cache reads the time at most once a millisecond.
    vi.advanceTimersByTime(1);
    expect(await callsAfter()).toBe(1);
  });

  it('a batch of the same size if the single-field calls failed too, and for other credentials', async () => {
    let single = answer(404);
    const service = scripted((request) => (idsOf(request).length > 0 ? answer(400) : single));
    const fetch = batching(service);
    const callsOf = async (credential: string) => {
      service.sent.length = 0;
      const scope = callScope({ credential, headers: { authorization: credential } });
      await Promise.all(['fld_a', 'fld_b'].map((id) => fetch(one(scope, id))));
      return service.sent.length;
    };
    expect([await callsOf('one'), await callsOf('one')]).toEqual([3, 3]);
    single = answer(200, {}, '{}');
    expect([await callsOf('one'), await callsOf('one'), await callsOf('other')]).toEqual([3, 2, 3]);
    single = answer(304);
    expect([await callsOf('third'), await callsOf('third')]).toEqual([3, 2]);
  });

  it.each([401, 403, 429, 500, 503])('the response of the batch if that is %i', async (status) => {
    const service = scripted(() => answer(status, { 'retry-after': '7' }, '{"code":"of all"}'));
    const answers = await requestEach(service);
    expect(answers.map((response) => [response.status, response.headers.get('retry-after')])).toEqual([
      [status, '7'],
      [status, '7'],
    ]);
    expect(service.sent).toHaveLength(1);
  });

  it('an empty body for a refusal with a long body, which each field would parse', async () => {
    const answers = await requestEach(scripted(() => answer(503, {}, JSON.stringify({ detail: 'x'.repeat(70_000) }))));
    expect(await Promise.all(answers.map((response) => response.text()))).toEqual(['', '']);
  });

  it('its own call if the batch has more items than fields', async () => {
    const service = serviceOf({}, ({ data }) => JSON.stringify({ data: [...data, item('fld_c')] }, undefined, 1));
    await requestEach(service);
    expect(service.sent).toHaveLength(3);
  });

  it('its own call if an item has a thousand bodies, of which no more than fields are parsed', async () => {
    const bodies = '"body":{},'.repeat(1_000);
    const service = serviceOf({}, () => `{ "data":[{${bodies}"x":1}]}`);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    await requestEach(service);
    expect(service.sent).toHaveLength(3);
    expect(parse.mock.calls.length).toBeLessThan(10);
  });

  it.each([400, 404, 405, 414, 431])('its own call if the batch is %i', async (status) => {
    const service = scripted(({ url }) => (url.includes('field_ids') ? answer(status) : answer(200)));
    const answers = await requestEach(service);
    expect(answers.map((response) => response.status)).toEqual([200, 200]);
    expect(service.sent).toHaveLength(3);
  });

  it.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'OVERLOADED'] as const)(
    'the error of the batch if that is %s',
    async (code) => {
      const service = scripted(() => new GatewayError(code));
      const fetch = batching(service);
      const scope = callScope();
      const errors = await Promise.all(['fld_a', 'fld_b'].map((id) => rejection(fetch(one(scope, id)))));
      expect(errors).toMatchObject([{ code }, { code }]);
      expect(service.sent).toHaveLength(1);
    },
  );
});

it.each([answer(503), new GatewayError('UPSTREAM_TIMEOUT')])(
  'no read listens to its caller after the batch has ended, case %$',
  async (outcome) => {
    const { signal } = new AbortController();
    const fetch = batching(scripted(() => outcome));
    const scope = callScope({ signal });
    await Promise.allSettled(['fld_a', 'fld_b'].map((id) => fetch(one(scope, id))));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  },
);

describe('a read whose lifetime ends', () => {
  const left = new GatewayError('UPSTREAM_TIMEOUT');

  it('before the batch is sent is not requested', async () => {
    const service = serviceOf();
    const fetch = batching(service);
    const scope = callScope();
    const lifetime = new Lifetime(scope.deadlineAt);
    const gone = fetch(one(scope, 'fld_a').again({ lifetime }));
    const others = ['fld_b', 'fld_c'].map((id) => fetch(one(scope, id)));
    lifetime.end(left);
    expect(await rejection(gone)).toBe(left);
    await Promise.all(others);
    const late = ['fld_d', 'fld_e'].map((id) => rejection(fetch(one(scope, id).again({ lifetime }))));
    expect(await Promise.all(late)).toEqual([left, left]);
    expect(service.sent.map(idsOf)).toEqual([['fld_b', 'fld_c']]);
  });

  it('in flight rejects at once; the batch continues for the others, and ends with the last', async () => {
    const service = openCalls();
    const request = batching(service);
    const scope = callScope();
    const lifetimes = ['fld_a', 'fld_b', 'fld_c'].map(() => new Lifetime(scope.deadlineAt));
    const responses = lifetimes.map((lifetime, index) =>
      request(one(scope, `fld_${'abc'[index]}`).again({ lifetime })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const [call] = service.open;
    lifetimes[0]?.end(left);
    expect(await rejection(responses[0] ?? Promise.resolve())).toBe(left);
    expect(call?.request.lifetime.ended).toBeUndefined();
    const items = ['fld_a', 'fld_b', 'fld_c'].map((id) => item(id, { body: JSON.parse(list(id)) }));
    lifetimes[1]?.end(left);
    expect(await rejection(responses[1] ?? Promise.resolve())).toBe(left);
    call?.answer(answer(200, {}, JSON.stringify({ data: items })));
    expect((await responses[2])?.bytes.toString()).toBe(list('fld_c'));

    const more = ['fld_a', 'fld_b'].map((id) => request(one(scope, id).again({ lifetime: lifetimes[2] as Lifetime })));
    await new Promise((resolve) => setImmediate(resolve));
    lifetimes[2]?.end(left);
    expect(await Promise.all(more.map(rejection))).toEqual([left, left]);
    expect(service.open[1]?.request.lifetime.ended).toBe(left);
  });
});
