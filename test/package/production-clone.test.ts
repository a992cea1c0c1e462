/** A clone installed with --omit=dev: it serves everything but the two pages, and says in one sentence how those are had. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** The tree with links to what `npm ci --omit=dev` would install, as the lock names it. */
function productionClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['src', 'package.json', 'schema/openapi.json', 'schema/sdk-release.json']) {
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

test('it answers, and its pages say what to run instead of failing', async () => {
  const folder = productionClone();
  const child = spawn(process.execPath, ['--preserve-symlinks', join(folder, 'src/start.cjs')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', FIELD_DATA_PORT: '0', EVENT_LOOP_DELAY_MS_MAX: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let banner = '';
  for await (const line of createInterface({ input: child.stdout })) {
    banner += `${line}\n`;
    if (line.trim().startsWith('Data')) break;
  }
  expect(banner).toMatch(/\(no GraphiQL: run `npm ci` without --omit=dev, then `npm run prepare`\)\n/);
  const graphUrl = /GraphQL +(\S+)/.exec(banner)?.[1] ?? '';
  const serviceUrl = /REST +(http:\S+?)\/api\/v1/.exec(banner)?.[1] ?? '';
  const answer = await fetch(`${graphUrl}?query={field(id:"fld_demo_01"){id}}`);
  expect(await answer.json()).toEqual({ data: { field: { id: 'fld_demo_01' } } });
  expect((await fetch(graphUrl, { headers: { accept: 'text/html' } })).status).toBeLessThan(500);
  const docs = await fetch(`${serviceUrl}/docs`);
  expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('without <code>--omit=dev</code>')]);
  expect((await fetch(`${serviceUrl}/docs/swagger-ui-bundle.js`)).status).toBe(404);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
