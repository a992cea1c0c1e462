/** The package as it is published: the same bytes twice, nothing that a server does not need, and what resolvers of modules expect. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from '../support/packed.ts';

const run = promisify(execFile);
const bin = new URL('node_modules/.bin/', import.meta.url).pathname;
const packMs = 180_000;
let packed: Awaited<ReturnType<typeof pack>>;

beforeAll(async () => {
  packed = await pack();
}, packMs);

afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

test('packing twice gives the same bytes', { timeout: packMs }, async () => {
  const again = await pack();
  const isSame = readFileSync(again.tarball).equals(readFileSync(packed.tarball));
  rmSync(again.folder, { recursive: true, force: true });
  expect(isSame).toBe(true);
});

test('it holds the program, its data and the licences of what was copied in, and nothing of its making', () => {
  const { files } = packed;
  for (const file of [
    'dist/start.cjs',
    'dist/graph/drift/yaml-worker.js',
    'dist/graph/http/pages/recipes/01-field-page.graphql',
    'dist/field-data/demo/weather/noaa-daily.csv',
    'dist/browser-files/@graphql-yoga/render-graphiql/LICENSE',
    'dist/browser-files/swagger-ui-dist/NOTICE',
    'dist/page/files/index.html',
    'dist/page/files/LICENSES.txt',
    'schema/openapi.json',
  ]) {
    expect(files).toContain(file);
  }
  expect(files.filter((file) => /\.ts$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  expect(
    files.filter((file) => !/^(dist\/|schema\/(openapi|sdk-release)\.json$|[A-Z]+(\.md)?$|package\.json$)/.test(file)),
  ).toEqual([]);
});

test('no package that comes with it runs a script when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  expect(scripted).toEqual([]);
});

test('publint finds nothing to say', { timeout: packMs }, async () => {
  const { stdout } = await run(process.execPath, [join(bin, 'publint'), packed.tarball, '--strict']);
  expect(stdout).toContain('All good!');
});
