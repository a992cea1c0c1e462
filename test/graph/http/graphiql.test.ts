/** GraphiQL as a browser loads it: a small page, and files that the build compressed and that no process retains. */
import { expect, test } from 'vitest';
import { createCompressedFile } from '../../../src/graph/http/pages/compressed-file.ts';
import { createTextPage } from '../../../src/graph/http/pages/page.ts';
import { gatewayOver } from '../../support/gateway.ts';

const { answer } = gatewayOver(undefined, { graphiql: { demoKey: 'demo key' } });

const graphiqlFolder = new URL('../../../dist/graphiql/', import.meta.url);

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answer(new Request(`http://gateway.test${path}`, { method, headers }));

async function readPage() {
  const html = await (await get('/graphql', { accept: 'text/html' })).text();
  const paths = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  return { html, paths };
}

test('the page is small and loads a style sheet and a script below the path of the graph', async () => {
  const { html, paths } = await readPage();
  expect(paths).toEqual([
    expect.stringMatching(/^\/graphql\/graphiql-[0-9a-f]{8}\.css$/),
    expect.stringMatching(/^\/graphql\/graphiql-[0-9a-f]{8}\.js$/),
  ]);
  expect(Buffer.byteLength(html)).toBeLessThan(50_000);
});

test('each file is sent in the coding that the caller prefers, and browsers may cache it forever', async () => {
  for (const path of (await readPage()).paths) {
    const files = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) => {
        const response = await get(path, { 'accept-encoding': coding });
        const file = Buffer.from(await response.arrayBuffer());
        expect(response.status).toBe(200);
        const heads = ['content-encoding', 'cache-control', 'vary'].map((name) => response.headers.get(name));
        const isCoded = coding !== 'identity';
        expect(heads).toEqual([isCoded ? coding : null, 'public, max-age=31536000, immutable', 'Accept-Encoding']);
        if (isCoded) expect(Number(response.headers.get('content-length'))).toBeLessThan(file.length);
        return file;
      }),
    );
    const [first = Buffer.of()] = files;
    expect(first.length).toBeGreaterThan(500_000);
    expect(files.every((file) => file.equals(first))).toBe(true);
  }
});

test('a file is read from disk in chunks, so that no process retains it', async () => {
  for (const path of (await readPage()).paths) {
    const page = createCompressedFile(new URL(path.slice('/graphql/'.length), graphiqlFolder));
    const { body } = await page({ method: 'GET', headers: new Headers({ 'accept-encoding': 'br' }) });
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      expect(chunk.byteLength).toBeLessThanOrEqual(65_536);
    }
  }
});

test('a HEAD of a file returns its length and no body, POST is refused, and other paths are not found', async () => {
  const [path = ''] = (await readPage()).paths;
  const head = await get(path, { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([head.status, Number(head.headers.get('content-length')) > 0, await head.text()]).toEqual([200, true, '']);
  expect((await get(path, {}, 'POST')).status).toBe(405);
  for (const name of ['graphiql-00000000.js', '../package.json', 'graphiql']) {
    expect((await get(`/graphql/${name}`)).status).toBe(404);
  }
});

test('a page that could not be rendered is rendered again for the next request', async () => {
  const texts = [Promise.reject(new Error('no file')), 'found'];
  const page = createTextPage(() => texts.shift() ?? 'rendered twice');
  const request = new Request('http://graph.test/page');
  await expect(page(request)).rejects.toThrow('no file');
  expect(String((await page(request)).body)).toBe('found');
  expect(String((await page(request)).body)).toBe('found');
});
