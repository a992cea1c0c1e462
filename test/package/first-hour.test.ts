/**
 * README's two commands as a new user pastes them: in a fresh clone, in a fresh shell, on the Node of the system. `.ci/run` has run `npm ci`
 * before: only FULL=1 installs the packages once more, the gate links them and runs what `npm ci` runs last.
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

const run = promisify(execFile);
const minutes = 60_000;
const isFull = process.env.FULL === '1';
const readme = readManual().find(({ path }) => path === 'README.md')!;
const commands = readme.snippets.filter(({ text }) => text.startsWith('npm ci && ')).map(({ text }) => text.trim());
const banner = readme.snippets.find(({ text }) => text.startsWith('Fieldgraph '))!.text;

/** A shell that knows nothing of this one: npm comes with the system's Node, or with the one that runs the tests. */
const shell = {
  PATH: `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}`,
  HOME: process.env.HOME,
  npm_config_prefer_offline: 'true',
  PORT: '0',
  FIELD_DATA_PORT: '0',
};

/** What `git clone` would give, with what is not committed yet. */
function cloneFresh(): string {
  const folder = folderOfFile();
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  // A file that was removed and is not committed yet is still listed.
  const paths = files
    .toString()
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)));
  for (const path of paths) cpSync(join(root, path), join(folder, path));
  if (isFull) return folder;
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // The compressed files of GraphiQL, which `npm run prepare` makes only where they are not there. test/package/package.test.ts makes them anew.
  cpSync(join(root, 'dist/graphiql'), join(folder, 'dist/graphiql'), { recursive: true });
  return folder;
}

/** The banner with what differs from one start to the next taken out. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/:\d{4,5}\b/g, ':PORT')
    .replace(/fds_test_\S+/, 'KEY')
    .replace(/(Data +)\S+/, '$1FOLDER')
    .replace(/Fieldgraph \S+/, 'Fieldgraph VERSION')
    .split('\n')
    .filter(Boolean);
}

test('the first installs and serves what README shows, the second runs the tests', {
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

  // The packages are there already, and one file stands for all: this test would otherwise run itself.
  const { stdout } = await run('bash', ['-c', `${tests.replace('npm ci && ', '')} -- test/platform/time`], {
    cwd,
    env: shell,
  });
  expect(stdout).toMatch(/\d+ passed, 0 failed/);
});
