/** The embedded service behind the same seam. */
import { expect, it } from 'vitest';
import { callInProcess } from '../../../src/graph/upstream/wire/in-process.ts';
import { callScope, read, rejection, write } from '../../support/upstream-call.ts';

const base = 'http://service';

it('hands on method, URL, headers, body and validator, and gives status, headers and body back', async () => {
  const seen: unknown[] = [];
  const { fetch } = callInProcess(async (request) => {
    seen.push([request.method, request.url, Object.fromEntries(request.headers), await request.text()]);
    return Response.json({ data: 1 }, { status: 201, headers: { etag: '"e"' } });
  });
  const response = await fetch(write(base));
  expect([response.status, response.headers.get('ETag'), await response.json()]).toEqual([201, '"e"', { data: 1 }]);
  await fetch(read(base, { headers: { authorization: 'Bearer k' } }).validating('"e"'));
  expect(seen).toEqual([
    [
      'POST',
      `${base}/api/v1/observations`,
      { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      '{"field_id":"fld_1","text":"hail"}',
    ],
    ['GET', `${base}/api/v1/weather?field_id=fld_1`, { authorization: 'Bearer k', 'if-none-match': '"e"' }, ''],
  ]);
});

it('tells a caller at its deadline, whatever the service does', async () => {
  const { fetch } = callInProcess(() => new Promise(() => {}));
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: 10 }) })))).code).toBe('UPSTREAM_TIMEOUT');
});

it('a service that throws is UPSTREAM_ERROR, and says nothing of itself', async () => {
  const { fetch } = callInProcess(async () => {
    throw new Error('secret');
  });
  const error = await rejection(fetch(read(base)));
  expect(error.code).toBe('UPSTREAM_ERROR');
  expect(error.message).not.toContain('secret');
});
