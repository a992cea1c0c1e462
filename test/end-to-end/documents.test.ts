/** The documents about the graph that a program or a language model can read before its first query. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/graph/errors/codes.ts';
import { requestJson } from '../support/execute.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { startProduct } from '../support/running.ts';

const printed = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

const product = untilFileEnd(await startProduct({ DEPTH_MAX: '13' }));
const get = (path: string, init?: RequestInit) => fetch(`${product.graphUrl}${path}`, init);

describe.each(['/schema.graphql', '/llms.txt'])('%s', (path) => {
  it('is UTF-8 text, compressed if the client accepts it, and 304 for a known ETag', async () => {
    const response = await get(path, { headers: { 'accept-encoding': 'br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const etag = response.headers.get('etag')!;
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get(path, { headers: { 'if-none-match': tag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    }
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('answers HEAD without a body, and any other method with 405', async () => {
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await get(path, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('/schema.graphql is the committed schema', async () => {
  expect(await (await get('/schema.graphql')).text()).toBe(printed);
});

describe('/llms.txt', () => {
  let text: string;

  beforeAll(async () => {
    text = await (await get('/llms.txt')).text();
  });

  it('has the form of llmstxt.org: a title, a summary, facts without headings, then a section of links', () => {
    expect(text).toMatch(/^# Fieldgraph\n\n> One GraphQL graph .*\n\n/);
    expect(text.match(/^##? .*/gm)).toEqual(['# Fieldgraph', '## Documents']);
    expect(text).toMatch(/## Documents\n\n(- \[[^\]]+\]\([^)]+\): .*\n)+$/);
    // A line for each field, code and limit is generated: one more of a usual length fits.
    const generated = text.match(/^- `/gm) ?? [];
    const lengthMax = 3_000 + 165 * generated.length;
    expect(text.length, 'shorten what src/graph/http/pages/llms.ts writes: models read all of it').toBeLessThan(
      lengthMax,
    );
  });

  it('names every error code, the configured limits, and the lists of a field with their arguments', () => {
    for (const [code, { description }] of Object.entries(errorCodes)) {
      expect(text).toMatch(new RegExp(`^- \`${code}\`( \\(retryable\\))?: `, 'm'));
      expect(text).toContain(description);
    }
    expect(text).toContain('- `DEPTH_MAX`: 13\n');
    expect(text).toContain('- `UPSTREAM_CALLS_MAX`: 300\n');
    expect(text).toContain('- `Query.fields(ids: [ID!]!): [Field]!`: ');
    expect(text).toContain('- `Field.latestEarthObservation(maxCloudCover: Float): EarthObservation`: ');
    expect(text).toContain('- `Field.observations(limit: Int! = 25, since: MonthDay, ');
    expect(text).toContain('- `Mutation.addObservation(input: AddObservationInput!): AddObservationResult`: ');
  });

  it('links to existing documents only, and contains no key', async () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => new URL(link, product.graphUrl).href);
    expect(links).toEqual([`${product.graphUrl}/schema.graphql`, `${product.serviceUrl}/openapi.json`]);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    expect(product.demoKey).toBeTruthy();
    expect(text).not.toContain(product.demoKey);
  });

  it('contains a query and a mutation that run unchanged', async () => {
    const examples = [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, query]) => query);
    expect(examples.map((query) => query?.split(' ')[0])).toEqual(['query', 'mutation']);
    for (const query of examples) {
      const answer = await requestJson(fetch, { query }, product.demo, `${product.graphUrl}/graphql`);
      expect(answer).not.toHaveProperty('errors');
    }
  });
});

it('INTROSPECTION=off hides /schema.graphql and /llms.txt', async () => {
  await using hidden = await startProduct({ INTROSPECTION: 'off' });
  for (const path of ['/schema.graphql', '/llms.txt']) {
    const response = await fetch(`${hidden.graphUrl}${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('weather');
  }
});

it('/llms.txt and the reply to a path of REST do not send callers behind a proxy to a loopback address', async () => {
  await using proxied = await startProduct({ TRUST_PROXY: 'on' });
  for (const path of ['/llms.txt', '/api/v1/weather'])
    expect(await (await fetch(`${proxied.graphUrl}${path}`)).text()).not.toContain(proxied.serviceUrl);
});

it('/llms.txt does not reveal the address of a remote service', async () => {
  await using remote = await startProduct({ FIELD_DATA_URL: 'http://127.0.0.1:9/inside' });
  const text = await (await fetch(`${remote.graphUrl}/llms.txt`)).text();
  expect(text).toContain('# Fieldgraph');
  expect(text).not.toMatch(/127\.0\.0\.1|inside|openapi/);
});
