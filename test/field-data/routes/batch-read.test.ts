/** Batch reads: each item equals the response of the read of its field. An error of the whole request refuses all items. */
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/field-data/store/store-error.ts';
import { demoFields } from '../../support/demo-fields.ts';
import { type Call, sharedService, startOverShared, startServiceOver } from '../support/service.ts';

const resources = ['weather', 'earth-observations', 'observations'];

/** The responses of single reads of fields, as items of a batch. */
async function oneByOne(call: Call, resource: string, fieldIds: string[], query = '', key?: string) {
  const answers = await Promise.all(fieldIds.map((id) => call(`/api/v1/${resource}?field_id=${id}${query}`, { key })));
  return answers.map(({ status, headers, text }, index) => ({
    field_id: fieldIds[index],
    status,
    etag: headers.get('etag'),
    cache_control: headers.get('cache-control'),
    text,
  }));
}

describe('200', () => {
  test.each(resources)(
    '%s: every item equals the response of its field, byte for byte, in the requested order',
    async (resource) => {
      const { call, demoKey } = await sharedService();
      const ids = ['fld_demo_07', 'fld_demo_02', 'fld_demo_60', 'fld_demo_59', 'fld_demo_01', 'fld_demo_31'];
      for (const key of [undefined, demoKey]) {
        const query = resource === 'observations' ? '&limit=2' : '&from=2026-05-01&to=2026-05-09&limit=3';
        const single = await oneByOne(call, resource, ids, query, key);
        const { status, headers, text, body } = await call(
          `/api/v1/batch/${resource}?field_ids=${ids.join(',')}${query}`,
          { key },
        );
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('application/json');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('etag')).toBeNull();
        const items = single.map(({ text: body, ...head }) => `${JSON.stringify(head).slice(0, -1)},"body":${body}}`);
        expect(text).toBe(`{"data":[${items.join(',')}]}`);
        expect(body.data).toHaveLength(ids.length);
      }
    },
  );

  test('a batch of a hundred fields is read', async () => {
    const { call } = await sharedService();
    const ids = demoFields(100);
    const { body } = await call(`/api/v1/batch/weather?field_ids=${ids.join(',')}`);
    expect(body.data.map(({ field_id }: { field_id: string }) => field_id)).toEqual(ids);
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([
      ...Array(60).fill(200),
      ...Array(40).fill(404),
    ]);
  });

  test('an unknown field and a field of another account are identical 404 items', async () => {
    const { call, addFarm } = await sharedService();
    const [{ fieldId }, { key }] = [await addFarm(), await addFarm()];
    const url = `/api/v1/batch/weather?field_ids=${fieldId},fld_demo_01,fld_none`;
    const { body, headers } = await call(url, { key });
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([404, 200, 404]);
    const [theirs, , none] = body.data;
    expect(theirs).toEqual({ ...none, field_id: fieldId });
    expect(theirs).toMatchObject({ etag: null, cache_control: 'no-store', body: { code: 'field_not_found' } });
    expect(theirs.body.request_id).toBe(headers.get('x-request-id'));
    expect(theirs.body.instance).toBe('/api/v1/weather');
  });

  test('an item whose ETag is known is a 304 without a body', async () => {
    const { call } = await sharedService();
    const url = '/api/v1/batch/observations?field_ids=fld_demo_01,fld_demo_02,fld_demo_03';
    const [first, second] = (await call(url)).body.data;
    const { body } = await call(url, { headers: { 'known-etags': `W/${first.etag}, "other",${second.etag}` } });
    const { body: _, ...unchanged } = first;
    expect(body.data[0]).toEqual({ ...unchanged, status: 304 });
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([304, 304, 200]);
  });
});

test('400 is returned for field_ids instead of field_id in a read of one field', async () => {
  const { call } = await sharedService();
  const { status, body } = await call('/api/v1/weather?field_ids=fld_demo_01,fld_demo_02');
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.objectContaining({ parameter: 'field_id', code: 'required' })]);
});

describe('400', () => {
  test.each([
    ['one field', 'field_ids=fld_a', 'field_ids', 'too_short'],
    ['no field', 'field_ids=', 'field_ids', 'too_short'],
    ['no field_ids', 'limit=2', 'field_ids', 'required'],
    ['field_id', 'field_id=fld_a&field_ids=fld_a,fld_b', 'field_id', 'not_allowed'],
    ['a repetition', 'field_ids=fld_a,fld_b,fld_a', 'field_ids', 'duplicate'],
    ['a malformed id', 'field_ids=fld_a,b', 'field_ids', 'wrong_format'],
    ['two lists', 'field_ids=fld_a,fld_b&field_ids=fld_c,fld_d', 'field_ids', 'duplicate'],
    ['101 fields', `field_ids=${Array.from({ length: 101 }, (_, at) => `fld_${at}`)}`, 'field_ids', 'too_many'],
    ['a cursor, which belongs to one field', 'field_ids=fld_a,fld_b&cursor=obs_a', 'cursor', 'not_allowed'],
    ['an empty window', 'field_ids=fld_a,fld_b&from=2026-05-02&to=2026-05-01', 'from', 'empty_window'],
  ])('is returned for %s', async (_title, query, parameter, code) => {
    const { call } = await sharedService();
    const { status, body } = await call(`/api/v1/batch/observations?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ parameter, code }));
  });

  test.each([
    ['malformed', 'fld_a,b,fld_c', /^field_ids entry 2 must be a field id, such as fld_demo_01: /],
    ['repeated', 'fld_a,fld_b,fld_b', /^field_ids entries 2 and 3 are the same\.$/],
  ])('names the position of a %s id', async (_what, ids, detail) => {
    const { call } = await sharedService();
    const { body } = await call(`/api/v1/batch/weather?field_ids=${ids}`);
    expect(body.detail).toMatch(detail);
  });

  test('names each malformed id and a repetition, of at most 20 in all', async () => {
    const { call } = await sharedService();
    const detailsOf = async (ids: string) =>
      (await call(`/api/v1/batch/weather?field_ids=${ids}`)).body.errors.map(
        ({ detail }: { detail: string }) => detail,
      );
    expect(await detailsOf('fld_p,xx,yy,fld_p')).toEqual([
      expect.stringMatching(/^entry 2 must be a field id/),
      expect.stringMatching(/^entry 3 must be a field id/),
      'entries 1 and 4 are the same',
    ]);
    expect(await detailsOf('fld_p,'.repeat(2) + 'xx,'.repeat(99))).toHaveLength(20);
  });

  test('is returned for a response of more than 32 MiB, before all of it is read', async () => {
    let reads = 0;
    const record = `"${'x'.repeat(1024 * 1024)}"`;
    const call = await startServiceOver(() => ({
      async weather() {
        reads += 1;
        return [record, record, record];
      },
    }));
    const ids = Array.from({ length: 100 }, (_, index) => `fld_${index}`);
    const { status, body } = await call(`/api/v1/batch/weather?field_ids=${ids}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'field_ids', code: 'too_large' })]);
    expect(reads).toBeLessThan(20);
  });
});

test('401 and 403 are returned for the whole batch', async () => {
  const { call, addKey } = await sharedService();
  const url = '/api/v1/batch/weather?field_ids=fld_demo_01,fld_demo_02';
  expect((await call(url, { key: 'fds_test_wrong' })).body.code).toBe('unauthenticated');
  const key = await addKey({ account: 'us', scopes: ['observations:read'] });
  expect((await call(url, { key })).body.code).toBe('insufficient_scope');
});

test('a batch counts as one request per field for the rate limit, and is refused with 429 above it', async () => {
  const { call } = await startOverShared({ rateLimitPerMinute: 10 });
  const client = { address: '192.0.2.1' };
  const left = async (query: string) => {
    const { status, headers } = await call(`/api/v1/${query}`, { client });
    return [status, /;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]];
  };
  expect(await left('batch/weather?field_ids=fld_demo_01,fld_demo_02,fld_demo_03')).toEqual([200, '7']);
  expect(await left('weather?field_id=fld_demo_01')).toEqual([200, '6']);
  expect(await left('batch/weather?field_ids=not,ids,at,all')).toEqual([400, '2']);
  expect(await left('batch/weather?field_ids=fld_demo_01,fld_demo_02,fld_demo_03')).toEqual([429, '0']);
});

test('a batch with more fields than the quota per minute is refused with 400 and counts as one request', async () => {
  const { call } = await startOverShared({ rateLimitPerMinute: 3, rateLimitExempt: ['192.0.2.9'] });
  const read = (fields: number, address = '192.0.2.1') => {
    const ids = Array.from({ length: fields }, (_, at) => `fld_demo_0${at + 1}`);
    return call(`/api/v1/batch/weather?field_ids=${ids}`, { client: { address } });
  };
  const { status, body, headers } = await read(4);
  expect([status, body.code, headers.get('ratelimit')]).toEqual([
    400,
    'invalid_parameter',
    expect.stringContaining(';r=2;'),
  ]);
  expect(body.errors).toEqual([
    { parameter: 'field_ids', code: 'too_many', detail: 'must have at most 3 ids, the quota of a minute' },
  ]);
  expect((await read(2)).status).toBe(200);
  expect((await read(4)).status).toBe(429);
  expect((await read(3, '192.0.2.2')).headers.get('ratelimit')).toContain(';r=0;');
  expect((await read(4, '192.0.2.9')).status).toBe(200);
});

test('503 is returned for the whole batch when the store is unavailable', async () => {
  const call = await startServiceOver(() => ({
    weather: () => Promise.reject(new StoreError('The disk is gone.')),
  }));
  const { status, body } = await call('/api/v1/batch/weather?field_ids=fld_a,fld_b');
  expect([status, body.code]).toEqual([503, 'unavailable']);
});
