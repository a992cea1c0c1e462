/** What the service publishes about itself: the description, the release descriptor, and pages for a person. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { problemFacts } from '../../../src/field-data/records/errors.ts';
import { startService } from '../support/service.ts';

const file = readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8');

test('/openapi.json is the committed file, byte for byte, and anyone may keep it', async () => {
  const { call } = await startService();
  const { text, headers } = await call('/openapi.json');
  expect(text).toBe(file);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect((await call('/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
});

test('/openapi.yaml is the same document', async () => {
  const { call } = await startService();
  const { text, headers } = await call('/openapi.yaml');
  expect(headers.get('content-type')).toBe('application/yaml');
  expect(parse(text)).toEqual(JSON.parse(file));
  expect((await call('/openapi.yaml', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
});

test('the home leads to everything the service publishes, and every link of it answers', async () => {
  const { call } = await startService();
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

test('the home tells of a demo and of optional keys only where there are such', async () => {
  const { call } = await startService();
  expect((await call('/')).text).toMatch(/fld_demo_01.*demo key.*a key is optional/s);
  const bare = await startService({ demo: false, readsRequireKey: true });
  const { text } = await bare.call('/');
  expect(text).not.toMatch(/fld_demo|demo key|optional, of/);
});

test('a validator that is not ours accepts the description as OpenAPI 3.1', async () => {
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

test('every schema, property and parameter of the description is described', () => {
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
  expect(units).toHaveLength(9);
  for (const [name, schema] of units) expect([name, Object.keys(schema['x-ucum'] ?? {})]).toEqual([name, schema.enum]);
});

test('the codes of problems are the same in the description and in the code', () => {
  expect(JSON.parse(file).components.schemas.ProblemCode.enum).toEqual(Object.keys(problemFacts));
});

test('the release descriptor names the description by the hash of the bytes served', async () => {
  const { call } = await startService();
  const { body } = await call('/sdk-release.json');
  const { text } = await call(body.api.openapi.url);
  expect(body.api.openapi.sha256).toBe(hash('sha256', text));
  expect(body.api.openapi.operations).toEqual(expect.arrayContaining(['getWeather', 'createObservation']));
  for (const sdk of body.sdks) expect([sdk.openapi_sha256, sdk.integrity]).toEqual([hash('sha256', text), null]);
});

test('every problem type leads to a page that says what to do', async () => {
  const { call } = await startService();
  for (const [code, { title }] of Object.entries(problemFacts)) {
    const { status, headers, text } = await call(`/problems/${code}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(title);
    expect(text).not.toContain('`');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  for (const code of ['nonsense', '__proto__', 'constructor']) {
    expect((await call(`/problems/${code}`)).body.code).toBe('not_found');
  }
});

test('the list of problems names every code, each linked to its page and back', async () => {
  const { call } = await startService();
  const { text } = await call('/problems');
  expect([...text.matchAll(/href="problems\/(\w+)"/g)].map(([, code]) => code)).toEqual(Object.keys(problemFacts));
  expect((await call('/problems/unavailable')).text).toContain('href="../problems"');
});

test('/docs loads nothing from elsewhere, and everything it loads is there', async () => {
  const { call } = await startService();
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
