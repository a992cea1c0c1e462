/** A clone installed with --omit=dev: it serves everything but GraphiQL and the reference, and states how to get them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../support/product-process.ts';
import { folderOfFile } from '../support/temporary-folder.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Copies the repository, and links what `npm ci --omit=dev` would install by the lock file. */
function productionClone(): string {
  const folder = folderOfFile();
  for (const path of ['src', 'package', 'package.json', 'schema/openapi.json', 'schema/sdk-release.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || optional) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  return folder;
}

test('a clone without development dependencies answers queries, and its pages state what to run instead of failing', async () => {
  const folder = productionClone();
  const entry = join(folder, 'src/start.cjs');
  await using product = await startProcess({ entry, nodeFlags: ['--preserve-symlinks'], cwd: folder });
  expect(product.printed).toMatch(/\(no GraphiQL: run `npm ci` without --omit=dev, then `npm run prepare`\)\n/);
  const graphUrl = `${product.graphUrl}/graphql`;
  const answer = await fetch(`${graphUrl}?query={field(id:"fld_demo_01"){id}}`);
  expect(await answer.json()).toEqual({ data: { field: { id: 'fld_demo_01' } } });
  expect((await fetch(graphUrl, { headers: { accept: 'text/html' } })).status).toBeLessThan(500);
  const docs = await fetch(`${product.serviceUrl}/docs`);
  expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('without <code>--omit=dev</code>')]);
  expect((await fetch(`${product.serviceUrl}/docs/swagger-ui-bundle.js`)).status).toBe(404);
  expect(await product.terminate()).toMatchObject({ code: 0 });
});

test('npm ci of a clone without development dependencies says in one sentence what it does not build', () => {
  const folder = productionClone();
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const prepare = spawnSync('npm', ['run', '--silent', 'prepare'], { cwd: folder, env, encoding: 'utf8' });
  expect([prepare.status, prepare.stderr]).toEqual([
    0,
    'The page and GraphiQL are not built: development packages are not installed.\n',
  ]);
});
