/**
 * README's two commands as a new user pastes them: in a fresh clone, in a fresh shell, on the Node of the system.
 * Only FULL=1 runs `npm ci` again; without it, the test links the installed packages and runs the last step of `npm ci`.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { atFileEnd } from '../support/file-end.ts';
import { readManual, root } from '../support/manual/pages.ts';
import { folderOfFile } from '../support/temporary-folder.ts';
import { isFull } from '../support/size.ts';

const run = promisify(execFile);
const minutes = 60_000;
const readme = readManual().find(({ path }) => path === 'README.md')!;
const commands = readme.snippets.filter(({ text }) => text.startsWith('npm ci && ')).map(({ text }) => text.trim());
const banner = readme.snippets.find(({ text }) => text.startsWith('Fieldgraph '))!.text;

/** The environment of a fresh shell: npm comes with the system's Node, or with the Node that runs the tests. */
const shell = {
  PATH: `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}`,
  HOME: process.env.HOME,
  npm_config_prefer_offline: 'true',
  PORT: '0',
  FIELD_DATA_PORT: '0',
};

/** Copies what `git clone` would write, with changes that are not committed yet. */
function cloneFresh(): string {
  const folder = folderOfFile();
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  // Git still lists a file whose removal is not committed yet.
  const paths = files
    .toString()
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)));
  for (const path of paths) cpSync(join(root, path), join(folder, path));
  if (isFull) return folder;
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // GraphiQL's compressed files: `npm run prepare` makes only missing ones. test/package/package.test.ts makes all of them.
  cpSync(join(root, 'dist/graphiql'), join(folder, 'dist/graphiql'), { recursive: true });
  return folder;
}

/** The banner without the parts that differ between starts. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/:\d{4,5}\b/g, ':PORT')
    .replace(/fds_test_\S+/, 'KEY')
    .replace(/(Data +)\S+/, '$1FOLDER')
    .replace(/Fieldgraph \S+/, 'Fieldgraph VERSION')
    .split('\n')
    .filter(Boolean);
}

test("README's first command installs and starts the product with the banner shown, the second runs the tests", {
  timeout: 10 * minutes,
}, async () => {
  const cwd = cloneFresh();
  const [start = '', tests = ''] = commands;
  expect(tests).toBe('npm ci && npm test');

  const command = isFull ? start : start.replace('npm ci', 'npm run prepare');
  const child = spawn('bash', ['-c', command], { cwd, env: shell, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  atFileEnd(() => child.exitCode ?? process.kill(-child.pid!, 'SIGKILL'));
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (line.trim().startsWith('Data')) break;
  }
  const begin = printed.findIndex((line) => line.startsWith('Fieldgraph '));
  expect(comparable(printed.slice(begin).join('\n'))).toEqual(comparable(banner));
  expect(complaints).not.toMatch(/EBADENGINE|npm error/);
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  await ended;

  // The packages are already installed. Only one test file runs: otherwise this test would run itself.
  const { stdout } = await run('bash', ['-c', `${tests.replace('npm ci && ', '')} -- test/platform/time`], {
    cwd,
    env: shell,
  });
  expect(stdout).toMatch(/\d+ passed, 0 failed/);
});
