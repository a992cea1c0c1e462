/** A page of another origin in a real browser: it may send the headers of its libraries, and read the headers that it needs. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesFolder, installed } from '../support/examples.ts';
import { readManual } from '../support/manual/pages.ts';
import { serve } from '../support/serve.ts';
import { connectBrowser, hasChromium, servedPages } from './browser.ts';
import { writtenUrl } from './vite.ts';

const product = servedPages();
const browser = await connectBrowser();
let page: Page;
let pages: Awaited<ReturnType<typeof serve>> | undefined;

beforeAll(async () => {
  if (!hasChromium) return;
  pages = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  page = await browser.newPage();
  await page.goto(`${pages.url}/`);
});
afterAll(async () => {
  await pages?.close();
});

/** A request that the page sends. */
interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

function fetchFromPage({ url, ...init }: Sent) {
  return page.evaluate(
    async ([target, options]) => {
      const answer = await fetch(target, options);
      return { status: answer.status, seen: [...answer.headers.keys()], body: await answer.json() };
    },
    [url, init] as const,
  );
}

describe.runIf(hasChromium)('a page of another origin', () => {
  it('queries the graph with headers of client awareness and tracing, and reads the age of the reply and its id', async () => {
    const { status, seen, body } = await fetchFromPage({
      url: `${product.graphUrl}/graphql`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'apollographql-client-name': 'field-app',
        'apollographql-client-version': '1.2',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        ...product.demo,
      },
      body: JSON.stringify({ query: '{ field(id: "fld_demo_01") { latestWeather { date } } }' }),
    });
    expect(status).toBe(200);
    expect(body.errors).toBeUndefined();
    // Workbox compares `date` with its `maxAgeSeconds`. A reply without it never expires.
    expect(seen).toEqual(expect.arrayContaining(['date', 'x-request-id']));
  });

  it.runIf(installed).each(['@apollo/client', '@urql/core', 'fetch'])(
    'reads public data by the %s program of docs/caching.md with GET and without a preflight',
    async (name) => {
      const methods: unknown[] = [];
      await using graph = await serve(({ method }, response) => {
        methods.push(method);
        const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
        response.writeHead(200, { ...allowed, 'content-type': 'application/json', 'cache-control': 'public' });
        const field = { __typename: 'Field', id: 'fld_demo_01', weather: [], indexSeries: [], earthObservations: [] };
        response.end(JSON.stringify({ data: { field } }));
      });
      const programs = readManual().find(({ path }) => path === 'docs/caching.md')?.snippets ?? [];
      const { text = '' } = programs.find((one) => one.language === 'ts' && one.text.includes(name)) ?? {};
      const { outputFiles } = await build({
        stdin: { contents: text.replace(writtenUrl, graph.url), loader: 'ts', resolveDir: examplesFolder.pathname },
        ...{ bundle: true, write: false, format: 'esm' },
      });
      const printed = page.waitForEvent('console');
      await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' });
      expect((await printed).text()).toBe('0');
      expect(methods).toEqual(['GET']);
    },
  );

  it('writes an observation over REST, and reads the headers of replay, link, rate limit and request id', async () => {
    const { status, seen } = await fetchFromPage({
      url: `${product.serviceUrl}/api/v1/observations`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'from-a-page', ...product.demo },
      body: JSON.stringify({ field_id: 'fld_demo_01', text: 'From a page.' }),
    });
    expect(status).toBe(201);
    expect(seen).toEqual(
      expect.arrayContaining(['idempotent-replayed', 'link', 'ratelimit', 'ratelimit-policy', 'x-request-id']),
    );
  });
});
