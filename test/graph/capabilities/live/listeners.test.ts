/** The HTTP requests that may open a stream: trusted documents, and requests from allowed pages. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStream } from '../../../support/event-stream.ts';
import { postOf } from '../../../support/execute.ts';
import { readMetric } from '../../../support/metric.ts';
import { type Product, startProduct } from '../../../support/running.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const query = 'subscription Watch { fieldsChanged(ids: ["fld_demo_01"], lists: [OBSERVATIONS]) { cursor lists } }';
const opened = { data: { fieldsChanged: { cursor: expect.any(String), lists: [] } } };

const live = ({ graphUrl }: Product, operation: object = { query }, headers: Record<string, string> = {}) =>
  openStream(`${graphUrl}/graphql`, operation, headers);

const openedBy = ({ adminUrl }: Product) => readMetric(adminUrl, 'streams_opened_total');

it('with TRUSTED_DOCUMENTS_ONLY, a trusted subscription opens a stream, and an unknown one opens none', async () => {
  await using folder = await temporaryFolder();
  const documentId = `sha256:${createHash('sha256').update(query).digest('hex')}`;
  const manifest = join(folder.path, 'manifest.json');
  await writeFile(manifest, JSON.stringify({ [documentId]: query }));
  const settings = { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on', ADMIN_PORT: '0' };
  await using product = await startProduct(settings);
  await using trusted = await live(product, { documentId });
  expect(JSON.parse((await trusted.next())?.data ?? '{}')).toEqual(opened);
  for (const unknown of [
    { query: query.replace('cursor', '__typename') },
    { documentId: `sha256:${'0'.repeat(64)}` },
  ]) {
    await using refused = await live(product, unknown);
    const { data, errors } = JSON.parse((await refused.next())?.data ?? '{}');
    expect(data).toBeUndefined();
    expect(errors[0].extensions.code).toMatch(/^PERSISTED_DOCUMENT_/);
    expect(await refused.next()).toMatchObject({ event: 'complete' });
    expect(await refused.next()).toBeUndefined();
  }
  expect(await openedBy(product)).toBe(1);
});

it.each(['text/event-stream', 'application/json, text/event-stream'])(
  'a stream that is opened by HEAD ends at once, with Accept: %s',
  async (accept) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    const search = new URLSearchParams({ query });
    const { headers } = await fetch(`${product.graphUrl}/graphql?${search}`, { method: 'HEAD', headers: { accept } });
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(await openedBy(product)).toBe(1);
    await expect.poll(() => readMetric(product.adminUrl, 'streams')).toBe(0);
  },
);

it('cross-site requests that need no CORS preflight open no stream', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  const body = JSON.stringify({ query });
  for (const [contentType, sent] of [
    ['text/plain', body],
    ['text/plain; application/json', body],
    ['application/x-www-form-urlencoded', new URLSearchParams({ query }).toString()],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n${query}\r\n--x--`],
  ] as const) {
    const answer = await sendAsPage(product, 'POST', '', { 'content-type': contentType }, sent);
    expect(answer).toMatchObject({ status: 415, text: expect.stringContaining('UNSUPPORTED_MEDIA_TYPE') });
  }
  // `fetch` of mode no-cors: the browser withholds the events, but would leave the stream open.
  const hidden = await sendAsPage(product, 'GET', `?${new URLSearchParams({ query })}`, {
    'sec-fetch-mode': 'no-cors',
  });
  expect(hidden).toMatchObject({ status: 400, text: expect.stringContaining('BAD_USER_INPUT') });
  expect(hidden.text).toContain('event: complete');
  expect(await openedBy(product)).toBe(0);
});

/** The whole reply to a request with the headers of a browser, which `fetch` would set itself. */
function sendAsPage({ graphUrl }: Product, method: string, search: string, headers: object, body = '') {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const all = { accept: 'text/event-stream', 'sec-fetch-site': 'cross-site', ...headers };
    request(`${graphUrl}/graphql${search}`, { method, headers: all }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    })
      .on('error', reject)
      .end(body);
  });
}

it.each(['*/*, text/event-stream;q=0', 'application/json, text/event-stream; q=0.0', 'text/event-stream;q=0, */*'])(
  'a subscription with Accept: %s is refused with 406 and opens no stream',
  async (accept) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    const response = await fetch(`${product.graphUrl}/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept },
      signal: AbortSignal.timeout(30_000),
    });
    expect(response.status).toBe(406);
    expect(await response.text()).toContain('send Accept: text/event-stream');
    expect(await openedBy(product)).toBe(0);
  },
);

it('a refused subscription has status 400, as application/graphql-response+json requires without data', async () => {
  await using product = await startProduct();
  const refused = { query: query.replace('["fld_demo_01"]', '[]') };
  const headers = { accept: 'text/event-stream, application/graphql-response+json' };
  const { status } = await fetch(postOf(refused, headers, `${product.graphUrl}/graphql`));
  expect(status).toBe(400);
});

it('a page of an allowed origin may read a stream and send Last-Event-ID, and other pages may not', async () => {
  const origin = 'https://app.example.com';
  await using product = await startProduct({ CORS_ORIGINS: origin });
  for (const [page, allowed] of [
    [origin, origin],
    ['https://evil.example.com', null],
  ] as const) {
    await using stream = await live(product, { query }, { origin: page });
    const { headers } = stream.response;
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(headers.has('access-control-expose-headers')).toBe(allowed !== null);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')?.toLowerCase()).toContain('origin');
    const preflight = await fetch(`${product.graphUrl}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,last-event-id',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed);
    const names = preflight.headers.get('access-control-allow-headers')?.split(',') ?? [];
    expect(names.includes('last-event-id')).toBe(allowed !== null);
  }
});
