/** The tarball of this tree as `npm pack` makes it, built in a copy, so that tests which pack at once do not share a `dist`. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const packedSources = [
  ...['src', 'schema', 'package', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE'],
];

/** The tarball's path and the files it lists, in a new folder, which is the caller's to remove. */
export async function pack(): Promise<{ folder: string; tarball: string; files: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-package-'));
  const copy = join(folder, 'source');
  for (const path of packedSources) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  return { folder, tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Installs a tarball into a folder of its own beside it, as a user would, and gives that folder. */
export async function install(tarball: string, ...flags: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-installed-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, ...flags, tarball], { cwd: folder });
  return folder;
}
