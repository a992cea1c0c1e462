/** @fieldgraph/client, packed and installed in an empty folder as a front-end team would: it does what its README describes. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import * as graph from '../../client/graph.ts';
import { startService } from '../field-data/support/service.ts';
import { examplesFolder, installed } from '../support/examples.ts';
import { snippetsOf } from '../support/manual/pages.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'client');
const installMs = 180_000;
const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];

/** `Schemas` has the types that calls return. */
const named = `
import type { Schemas } from '@fieldgraph/client';
export const written: Schemas['Observation'] | undefined = first.data?.data;
`;

/** The properties of an error of live changes, as docs/errors.md describes them. */
const live = `
import { type GraphError, watchFields } from '@fieldgraph/client/live';
import type { FieldgraphErrorCode } from '@fieldgraph/client/types';
for await (const { errors } of watchFields({ query: '' }, { url: '' })) {
  const [{ path, extensions } = {} as GraphError] = errors ?? [];
  const code: FieldgraphErrorCode = 'BAD_USER_INPUT';
  const isCursor = extensions?.code === code && extensions.faults?.some((fault) => fault.code === 'UNKNOWN_CURSOR');
  const { status, requestId, coordinate, limit } = extensions ?? {};
  console.log(isCursor, path?.join('.'), status?.toFixed(), requestId, coordinate, limit?.name);
}
/** As the operations of urql and graphql-sse. */
interface Body {
  query?: string;
  documentId?: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  extensions: Record<string, unknown> | undefined;
}
export const watch = (body: Body) => watchFields(body, { url: '' });
`;

/** Reads, writes twice under one key, is refused once, and prints the results as JSON. Arguments: service address, API key. */
const script = `
import { createFieldDataClient } from '@fieldgraph/client';
const [baseUrl, apiKey] = process.argv.slice(2);
const client = createFieldDataClient({ baseUrl, apiKey });
const weather = await client.GET('/api/v1/weather', { params: { query: { field_id: 'fld_demo_01' } } });
const two = { field_ids: ['fld_demo_01', 'fld_none'] };
const batch = await client.GET('/api/v1/batch/weather', { params: { query: two } });
const body = { field_id: 'fld_demo_01', text: 'From the packed client' };
const params = { header: { 'Idempotency-Key': 'packed' } };
const first = await client.POST('/api/v1/observations', { params, body });
const second = await client.POST('/api/v1/observations', { params, body });
const refused = await client.POST('/api/v1/observations', { params, body: { field_id: 'fld_demo_01', text: '' } });
console.log(JSON.stringify({
  records: weather.data?.data.length,
  statuses: batch.data?.data.map(({ status }) => status),
  isSame: first.data?.data.id === second.data?.data.id,
  code: refused.error?.code,
}));
`;

describe('the client package', () => {
  let folder: string;
  let product: Product;
  let tarball: string;

  beforeAll(async () => {
    const temporary = await temporaryFolder();
    folder = temporary.path;
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: client });
    tarball = join(folder, JSON.parse(stdout.slice(stdout.search(/^\[/m))).at(0).filename);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', ...flags, tarball], { cwd: folder });
    product = await startProduct();
    return async () => {
      await product[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
    };
  }, installMs);

  it('has openapi-fetch as its only dependency, and contains its licence, its README and the schema', () => {
    const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['@fieldgraph', 'openapi-fetch', 'openapi-typescript-helpers']);
    const files = readdirSync(join(folder, 'node_modules/@fieldgraph/client'));
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const schema = readFileSync(join(folder, 'node_modules/@fieldgraph/client/dist/schema.graphql'), 'utf8');
    expect(schema).toBe(readFileSync(join(root, 'schema/schema.graphql'), 'utf8'));
  });

  it('calls the service', async () => {
    writeFileSync(join(folder, 'call.mjs'), script);
    const { stdout } = await run(process.execPath, ['call.mjs', product.serviceUrl ?? '', product.demoKey ?? ''], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({ records: 14, statuses: [200, 404], isSame: true, code: 'validation_failed' });
  });

  it('types calls by the contract, so that a wrong type does not compile', async () => {
    const wrong = script.replace("text: 'From the packed client'", 'text: 5');
    const said = await typeCheck(folder, { 'call.ts': script + named, 'live.ts': live, 'wrong.ts': wrong });
    expect(said).toContain("Type 'number' is not assignable to type 'string'");
    // Further lines of an error are indented.
    expect(said.match(/^(?! ).*error TS.*/gm)?.filter((line) => !line.startsWith('types/wrong.ts('))).toEqual([]);
  });

  it('types the programs of its README', async () => {
    linkFrontEnds(folder);
    const readme = readFileSync(join(client, 'README.md'), 'utf8');
    const programs = snippetsOf('README.md', readme).map(({ text }, index) => [`readme-${index}.ts`, text]);
    expect(programs).not.toEqual([]);
    const said = await typeCheck(folder, Object.fromEntries(programs));
    // Types of a dependency of Apollo Client do not compile.
    expect(said.match(/^types.*/gm)).toBe(null);
  });

  const bin = join(root, 'test/package/node_modules/.bin');
  it.skipIf(!existsSync(bin))(
    'passes the checks of publint and Are The Types Wrong',
    {
      timeout: installMs,
    },
    async () => {
      await run(process.execPath, [join(bin, 'publint'), 'run', '--strict', tarball]);
      const entries = ['--profile', 'esm-only', '--exclude-entrypoints', 'schema.graphql'];
      await run(process.execPath, [join(bin, 'attw'), tarball, ...entries]);
    },
  );

  it('lets Apollo Client and Graphcache read every recipe and refusal without a warning', {
    timeout: installMs,
  }, async () => {
    linkFrontEnds(folder);
    const recipes = readRecipes()
      .map(({ query }) => query)
      .filter((query) =>
        parse(query).definitions.every((node) => !('operation' in node) || node.operation === 'query'),
      );
    // Two views of the same objects without an id, with different fields.
    for (const [total, property, code] of [
      ['dayCount', 'kind', 'eppoCode'],
      ['frostDays', 'date', ''],
    ]) {
      const parts = `weatherSummary(from: "2026-05-01") { ${total} } latestWeather { startsAt ${property} } crop { name ${code} }`;
      recipes.push(`{ field(id: "fld_demo_01") { id ${parts} } }`);
    }
    writeFileSync(join(folder, 'asked.json'), JSON.stringify({ url: `${product.graphUrl}/graphql`, recipes }));
    copyFileSync(new URL('front-end-caches.mjs', import.meta.url), join(folder, 'front-end-caches.mjs'));

    // Apollo Client warns only in its development build.
    const development = ['--conditions=development', 'front-end-caches.mjs', 'asked.json'];
    const { stdout } = await run(process.execPath, development, { cwd: folder });
    const said = JSON.parse(stdout);
    expect(recipes.length).toBeGreaterThanOrEqual(7);
    const views = { nodes: 2, edges: 2, hasNext: true, failed: null };
    expect(said.apollo).toMatchObject({
      warnings: [],
      code: 'UNAUTHENTICATED',
      nodes: 4,
      views,
      hasBothViews: true,
    });
    expect(said.apollo.cached).toContain('fld_demo_01');
    // A node that no query has read is null; a node that any query has read is found.
    const known = { node: { id: 'fld_demo_01' } };
    expect(said.urql).toMatchObject({
      warnings: [],
      code: 'UNAUTHENTICATED',
      nodes: 4,
      views,
      missing: { node: null },
      known,
    });
    expect(said.scalars).toEqual({
      ID: 'string',
      Date: 'string',
      DateTime: 'string',
      DateOrDateTime: 'string',
      MonthDay: 'string',
    });
    // Without the options of the package, neither finds the refusal, and Graphcache warns of each part of a field.
    expect(said.apolloUntold.code).toBe(null);
    expect(said.urqlUntold.warnings.length).toBeGreaterThan(0);
  });
});

/** Links the clients of this repository: npm would install the same versions. */
function linkFrontEnds(folder: string): void {
  for (const name of ['@apollo/client', '@urql/core', '@urql/exchange-graphcache', 'graphql']) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link);
  }
}

/** The output of the type checker for these scripts, which is empty if they compile. */
async function typeCheck(folder: string, scripts: Record<string, string>): Promise<string> {
  mkdirSync(join(folder, 'types'), { recursive: true });
  const files = Object.entries(scripts).map(([name, source]) => {
    const file = join(folder, 'types', name);
    writeFileSync(file, source.replace('process.argv.slice(2)', "['', '']"));
    return file;
  });
  const options = '--noEmit --strict --module nodenext --target esnext --lib esnext,dom --types'.split(' ');
  const tsc = join(root, 'node_modules/.bin/tsc');
  const checking = run(process.execPath, [tsc, ...options, '', '--pretty', 'false', ...files], { cwd: folder });
  return checking.then(
    () => '',
    ({ stdout }) => stdout,
  );
}

describe.skipIf(!installed)('the examples', () => {
  it('have the current client package installed (if not, run npm ci --prefix examples)', async () => {
    const copy = new URL('node_modules/@fieldgraph/client/dist/client/graph.js', examplesFolder);
    expect(existsSync(copy)).toBe(true);
    expect(await import(copy.href)).toEqual(graph);
  });
});

it('the release descriptor names this package and the version with which it is packed', async () => {
  const { name, version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  const { call } = await startService();
  const [sdk] = (await call('/sdk-release.json')).body.sdks;
  expect(sdk).toMatchObject({
    version,
    package: { name, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` },
  });
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe(version);
});
