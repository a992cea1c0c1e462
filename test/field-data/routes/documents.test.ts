/** The published documents of the service: API description, release descriptor and HTML pages. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { operations } from '../../../src/field-data/records/description.ts';
import { problemFacts } from '../../../src/field-data/records/errors.ts';
import { callOf } from '../../../src/platform/cli/command-line.ts';
import { type CallOptions, sharedService, startService } from '../support/service.ts';

const file = readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8');

test('/openapi.json is the committed file, byte for byte, and publicly cacheable', async () => {
  const { call } = await sharedService();
  const { text, headers } = await call('/openapi.json');
  expect(text).toBe(file);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect((await call('/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
});

test('/openapi.yaml is the same document', async () => {
  const { call } = await sharedService();
  const { text, headers } = await call('/openapi.yaml');
  expect(headers.get('content-type')).toBe('application/yaml');
  expect(parse(text)).toEqual(JSON.parse(file));
  // As Python and Ruby read it: a text without quotes may be a date or a boolean.
  expect(JSON.parse(JSON.stringify(parse(text, { version: '1.1' })))).toEqual(JSON.parse(file));
  expect((await call('/openapi.yaml', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
});

test('the home page links every published document, and all its links work', async () => {
  const { call } = await sharedService();
  const { text, headers } = await call('/');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'.* style-src 'sha256-[^ ]+'; base-uri 'none'/,
  );
  const links = [...text.matchAll(/href="([^"#]*)["#]/g)]
    .map(([, link = '']) => link)
    .filter((link) => !link.startsWith('data:'));
  expect(links).toEqual(
    expect.arrayContaining(['docs', 'problems', 'openapi.json', 'openapi.yaml', 'sdk-release.json']),
  );
  for (const link of new Set(links)) {
    const { pathname, search } = new URL(link, 'http://service.test/');
    expect([link, (await call(pathname + search)).status]).toEqual([link, 200]);
  }
});

test.each(['/', '/docs', '/problems', '/problems/unauthenticated'])(
  'the links of %s also work under a path prefix',
  async (path) => {
    const { call } = await sharedService();
    const { text } = await call(path);
    const links = [...text.matchAll(/<a href="([^"#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of new Set(links)) {
      const { pathname, search } = new URL(link, `http://service.test/prefix${path}`);
      expect([link, pathname]).toEqual([link, expect.stringMatching(/^\/prefix\//)]);
      expect([link, (await call(pathname.replace('/prefix', '') + search)).status]).toEqual([link, 200]);
    }
  },
);

test('the home page mentions the demo and optional keys only when they are enabled', async () => {
  const { call } = await sharedService();
  expect((await call('/')).text).toMatch(/fld_demo_01.*demo key.*API key optional/s);
  const bare = await startService({ demo: false, readsRequireKey: true });
  const { text } = await bare.call('/');
  expect(text).not.toMatch(/fld_demo|demo key|key optional/);
});

test('the home page shows the command that creates keys in this installation', async () => {
  const { call } = await sharedService();
  expect((await call('/')).text).toContain(`<code>${callOf('keys')} create --account acme `);
});

test('an independent validator accepts the description as OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(file));
  expect(result).toEqual({ valid: true });
});

interface Described {
  $ref?: string;
  description?: string;
  name?: string;
  properties?: Record<string, Described>;
  parameters?: Described[];
}

test('every schema, property and parameter of the description has a description', () => {
  const document = JSON.parse(file);
  const isBare = ({ $ref, description }: Described) => !$ref && !description;
  const schemas = Object.entries<Described>(document.components.schemas);
  const operations = Object.values<Record<string, Described>>(document.paths).flatMap((path) => Object.values(path));
  const undescribed = [
    ...schemas.filter(([, schema]) => isBare(schema)).map(([name]) => name),
    ...schemas.flatMap(([name, { properties = {} }]) =>
      Object.keys(properties)
        .filter((property) => isBare(properties[property] ?? {}))
        .map((property) => `${name}.${property}`),
    ),
    ...operations.flatMap(({ parameters = [] }) => parameters.filter(isBare).map(({ name }) => name)),
  ];
  expect(undescribed).toEqual([]);
});

test('every unit has its UCUM code', () => {
  const { schemas } = JSON.parse(file).components;
  const units = Object.entries<{ enum?: string[]; 'x-ucum'?: object }>(schemas).filter(([name]) =>
    name.endsWith('Unit'),
  );
  expect(units).toHaveLength(10);
  for (const [name, schema] of units) {
    const codes = schema['x-ucum'] ?? {};
    expect([name, Object.keys(codes)]).toEqual([name, schema.enum]);
    // A unit with an offset cannot be a factor of another unit.
    expect(Object.values(codes).filter((code) => /(\[degF\]|Cel)[./]|[./](\[degF\]|Cel)/.test(code))).toEqual([]);
  }
});

test('the problem codes of the description are the same as those in the code', () => {
  expect(JSON.parse(file).components.schemas.ProblemCode.enum).toEqual(Object.keys(problemFacts));
});

test('the release descriptor has the hash of the served description', async () => {
  const { call } = await sharedService();
  const { body } = await call('/sdk-release.json');
  const { text } = await call(body.api.openapi.url);
  expect(body.api.openapi.sha256).toBe(hash('sha256', text));
  expect(body.api.openapi.operations).toEqual(expect.arrayContaining(['getWeather', 'createObservation']));
  for (const sdk of body.sdks) expect([sdk.openapi_sha256, sdk.integrity]).toEqual([hash('sha256', text), null]);
});

test('every capability in the release descriptor is explained in the description', async () => {
  const { call } = await sharedService();
  const known: { const?: string; description: string }[] = JSON.parse(file).components.schemas.Capability.anyOf;
  const described = known.filter((one) => one.const !== undefined);
  expect((await call('/sdk-release.json')).body.capabilities).toEqual(described.map((one) => one.const));
  for (const one of described) expect(one.description).toMatch(/^[A-Z].{20,}\.$/);
});

test('the description and the release descriptor mark the same operations as deprecated', async () => {
  const { call } = await sharedService();
  const { api, deprecations } = (await call('/sdk-release.json')).body;
  const named = deprecations.map(({ target }: { target: string }) => target);
  const operations = Object.values<object>(JSON.parse(file).paths).flatMap<{ operationId: string; deprecated?: true }>(
    Object.values,
  );
  const marked = operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId);
  expect(api.openapi.operations.filter((id: string) => named.includes(id))).toEqual(marked);
});

test('every response of a deprecated operation has the deprecation headers of the release descriptor', async () => {
  const common = { deprecated_at: '2026-11-01T00:00:00Z', replacement: null, link: 'https://example.com/moving' };
  const deprecations = [
    { ...common, target: 'getWeather', sunset_at: '2027-11-01T00:00:00Z' },
    { ...common, target: 'listObservations', sunset_at: null },
    { ...common, target: 'WeatherRecord.et0', sunset_at: null },
  ];
  const { call } = await startService({ deprecations });
  expect((await call('/sdk-release.json')).body.deprecations).toEqual(deprecations);
  const said = async (path: string, options?: CallOptions) => {
    const { headers } = await call(path, options);
    return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
  };
  const description = '</openapi.json>; rel="service-desc"';
  const link = '<https://example.com/moving>; rel="deprecation"';
  const weather = [
    '@1793491200',
    'Mon, 01 Nov 2027 00:00:00 GMT',
    `${description}, ${link}, <https://example.com/moving>; rel="sunset"`,
  ];
  expect(await said('/api/v1/weather?field_id=fld_demo_01')).toEqual(weather);
  expect(await said('/api/v1/weather?field_id=fld_demo_01', { method: 'HEAD' })).toEqual(weather);
  expect(await said('/api/v1/weather')).toEqual(weather);
  const [since, until, links] = await said('/api/v1/observations?field_id=fld_demo_01&limit=1');
  expect([since, until]).toEqual(['@1793491200', null]);
  expect(links).toMatch(/rel="service-desc", <[^>]*cursor[^>]*>; rel="next", <https:[^>]*>; rel="deprecation"$/);
  const others = ['/api/v1/earth-observations?field_id=fld_demo_01', '/api/v1/batch/weather', '/sdk-release.json'];
  for (const path of others) expect(await said(path)).toEqual([null, null, description]);
  expect(await said('/api/v1/observations', { method: 'POST' })).toEqual([null, null, description]);
});

test('the home page lists an operation that the description leaves without security, or without a scope', async () => {
  const added = operations as Map<string, object>;
  added.set('GET /api/v1/open', { operationId: 'getOpen', summary: 'Opens', tags: [] });
  const keyed = { operationId: 'getKeyed', summary: 'Opens', tags: [], security: [{ bearerAuth: [] }] };
  added.set('GET /api/v1/keyed', keyed);
  const { call } = await startService().finally(() => {
    added.delete('GET /api/v1/open');
    added.delete('GET /api/v1/keyed');
  });
  const { text } = await call('/');
  expect(text).toContain('<code>GET /api/v1/open</code></a></dt>\n<dd>Opens. No API key</dd>');
  expect(text).toContain('<code>GET /api/v1/keyed</code></a></dt>\n<dd>Opens. API key required</dd>');
});

test('every problem type has a page that explains what to do', async () => {
  const { call } = await sharedService();
  for (const [code, { title }] of Object.entries(problemFacts)) {
    const { status, headers, text } = await call(`/problems/${code}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(title);
    expect(text).not.toContain('`');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  for (const code of ['nonsense', '__proto__', 'constructor']) {
    for (const method of ['GET', 'POST'])
      expect((await call(`/problems/${code}`, { method })).body.code).toBe('not_found');
  }
});

test('the list of problems links the page of every code, and the pages link back', async () => {
  const { call } = await sharedService();
  const { text } = await call('/problems');
  expect([...text.matchAll(/href="problems\/(\w+)"/g)].map(([, code]) => code)).toEqual(Object.keys(problemFacts));
  expect((await call('/problems/unavailable')).text).toContain('href="../problems"');
});

test('/docs loads only files of the service, and all of them exist', async () => {
  const { call } = await sharedService();
  const { text, headers } = await call('/docs');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].flatMap(([, link = '']) =>
    link.startsWith('data:') ? [] : [link],
  );
  expect(links).toHaveLength(7);
  for (const link of links) {
    const file = await call(new URL(link, 'http://service.test/docs').pathname);
    expect([link, file.status]).toEqual([link, 200]);
  }
  for (const file of ['package.json', '..%2fpackage.json', 'constructor']) {
    expect((await call(`/docs/${file}`)).status).toBe(404);
  }
});
