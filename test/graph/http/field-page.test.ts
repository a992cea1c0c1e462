/** The field page: its cache lifetimes, its content security policy, and the setting that removes it. */
import { describe, expect, it } from 'vitest';
import { folder } from '../../../src/page/server/capability.ts';
import { createFieldPage } from '../../../src/page/server/field-page.ts';
import { gatewayOver } from '../../support/gateway.ts';

const shown = gatewayOver(undefined, { additions: [{ attach: () => ({ routes: createFieldPage(folder) }) }] });
const hidden = gatewayOver(undefined, { graphiql: { demoKey: undefined } });

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return shown.answer(new Request(`http://graph.test${path}`, { method, headers }));
}

/** The paths that the HTML loads. */
async function loaded(): Promise<string[]> {
  const html = await (await get('/')).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
}

describe('the field page', () => {
  it('has the same bytes with and without a key, and is revalidated, with 304 for the current version', async () => {
    const page = await get('/');
    const keyed = await get('/', { authorization: 'Bearer fds_test_key', cookie: 'session=1' });
    expect([await keyed.text(), keyed.headers.get('etag')]).toEqual([
      await page.clone().text(),
      page.headers.get('etag'),
    ]);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const etag = page.headers.get('etag') ?? '';
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
  });

  it('may load only from its own origin and has no inline script or style', async () => {
    const page = await get('/');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    const html = await page.text();
    expect(html).not.toMatch(/<style|style=|<script(?! src="\/page\/[^"]+" defer><\/script>)|\son\w+=/);
    for (const path of await loaded()) expect(path).toMatch(/^\/page\/[\w.-]+$/);
  });

  it('loads files that are cached forever, and compressed if the browser accepts it', async () => {
    const files = await loaded();
    expect(files).toHaveLength(3);
    for (const path of files) {
      const file = await get(path, { 'accept-encoding': 'br' });
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-encoding')).toBe('br');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await get('/page/worker.js')).headers.get('service-worker-allowed')).toBe('/');
  });

  it('serves only the files of the build, and only by GET and HEAD', async () => {
    for (const path of [
      '/page/',
      '/page/../package.json',
      '/page/%2e%2e/package.json',
      '/page/main.tsx',
      '/index.html',
    ])
      expect((await get(path)).status, path).toBe(404);
    expect((await get('/', {}, 'POST')).status).toBe(405);
    const head = await get('/', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is absent if it is off: `/` redirects to GraphiQL, and its files are not found', async () => {
    const home = await hidden.fetch(new Request('http://graph.test/'));
    expect([home.status, home.headers.get('location')]).toEqual([302, '/graphql']);
    expect((await hidden.answer(new Request('http://graph.test/page/worker.js'))).status).toBe(404);
  });
});
