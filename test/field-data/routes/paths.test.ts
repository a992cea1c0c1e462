/** Guarantees for every path: methods, request ids, links, and a response below 500 to any request. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.ts';
import { sized } from '../../support/size.ts';
import { sharedService, startService } from '../support/service.ts';

const api = ['/api/v1/weather', '/api/v1/earth-observations', '/api/v1/observations'];
const batches = api.map((path) => path.replace('/v1/', '/v1/batch/'));
const numRuns = sized(150, 300, 3_000);

describe('404', () => {
  test.each([
    '/api',
    '/api/v1',
    '/api/v1/fields',
    '/api/v1/weather/',
    '/api/v2/weather',
    '//',
    '/API/V1/weather',
    '/healthz',
  ])('%s is not_found', async (path) => {
    const { call } = await sharedService();
    const { status, body } = await call(path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('405', () => {
  test.each([
    ['PUT', '/api/v1/weather', 'GET, HEAD'],
    ['POST', '/api/v1/weather', 'GET, HEAD'],
    ['DELETE', '/api/v1/observations', 'GET, HEAD, POST'],
    ['PATCH', '/api/v1/observations', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/v1/observations', 'GET, HEAD, POST'],
    ['PROPFIND', '/openapi.json', 'GET, HEAD'],
    ['POST', '/problems/unavailable', 'GET, HEAD'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const { call } = await sharedService();
    const { status, body, headers } = await call(path, { method });
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });
});

test('HEAD responds like GET, without a body', async () => {
  const { call } = await sharedService();
  for (const path of api) {
    const get = await call(`${path}?field_id=fld_demo_01`);
    const head = await call(`${path}?field_id=fld_demo_01`, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
  }
});

describe('request ids', () => {
  test('of a caller are used in response and problem when well-formed', async () => {
    const { call } = await sharedService();
    const { headers, body } = await call('/nothing', { headers: { 'x-request-id': 'Trace-1_a.b' } });
    expect([headers.get('x-request-id'), body.request_id]).toEqual(['Trace-1_a.b', 'Trace-1_a.b']);
  });

  test.each(['', 'a b', 'a'.repeat(65), '<script>', 'ü'])('replace the malformed id %j', async (id) => {
    const { call } = await sharedService();
    const { headers } = await call('/openapi.json', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  });
});

test('every response links the API description', async () => {
  const { call } = await sharedService();
  for (const path of ['/nothing', '/openapi.json', '/docs', `${api[0]}?field_id=fld_demo_01`, `${api[0]}`]) {
    expect((await call(path)).headers.get('link')).toBe('</openapi.json>; rel="service-desc"');
  }
});

test('any query gets a response below 500 that matches the description', async () => {
  const { call } = await sharedService();
  const names = [
    'field_id',
    'field_ids',
    'from',
    'to',
    'limit',
    'cursor',
    'category',
    'kind',
    'granularity',
    'order',
    'max_cloud_cover',
  ];
  const values = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      'fld_demo_01',
      'fld_demo_59',
      'fld_demo_01,fld_demo_59',
      'obs_x',
      '1',
      '25',
      '100',
      'asc',
      'daily',
      'hourly',
      'pest',
      '2026-05-01',
      '2026-05-02T03:04:05Z',
    ),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...api, ...batches),
      fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 6 }),
      async (path, pairs) => {
        const { status } = await call(
          `${path}?${new URLSearchParams([['field_id', 'fld_demo_01'], ...pairs].slice(pairs.length % 2))}`,
        );
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns },
  );
});

test('any body gets a response below 500 that matches the description', async () => {
  const { call, demoKey } = await startService();
  const input = fc.record(
    {
      field_id: fc.constantFrom('fld_demo_01', 'x'),
      text: fc.oneof(fc.string({ unit: anyCharacter }), fc.jsonValue()),
      observed_at: fc.oneof(
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.string(),
      ),
      tags: fc.oneof(fc.array(fc.string({ unit: 'grapheme' })), fc.jsonValue()),
      photos: fc.oneof(fc.array(fc.record({ href: fc.oneof(fc.webUrl(), fc.string()) })), fc.jsonValue()),
      location: fc.oneof(
        fc.record({ type: fc.constant('Point'), coordinates: fc.array(fc.double({ noNaN: true })) }),
        fc.jsonValue(),
      ),
      affected_area: fc.oneof(
        fc.record({ value: fc.double({ noNaN: true }), unit: fc.constantFrom('percent', 'fraction') }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(input, fc.jsonValue()), async (body) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const { status } = await call('/api/v1/observations', {
        method: 'POST',
        key: demoKey,
        headers,
        body: JSON.stringify(body),
      });
      expect(status).toBeLessThan(500);
    }),
    { numRuns },
  );
});
