/** What is no request a handler could be given: still answered with a problem and a request id, and never with a 5xx. */
import { expect, test } from 'vitest';
import { exchange } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const silenceMsMax = 5_000;

test.each<[name: string, text: string, status: number]>([
  ['a malformed Host', 'GET /docs HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['HTTP/1.0 without Host', 'GET /docs HTTP/1.0\r\n\r\n', 400],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['headers of 20 kB', `GET /docs HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is a problem with a request id', async (_, text, status) => {
  await using product = await startProduct();
  const { received, hung } = await exchange(product.serviceUrl, Buffer.from(text), silenceMsMax);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect([hung, head.split(' ')[1]]).toEqual([false, String(status)]);
  const id = /^x-request-id: (.+)$/im.exec(head)?.[1];
  expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, request_id: id });
});
