/**
 * The published package: reproducible, without files that a server does not need, and valid for module resolvers.
 * Installed from its tarball in an empty folder, it serves, stops on a signal, and contains the Node that it needs.
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type Ran, runCommand } from '../support/command.ts';
import { post } from '../support/post.ts';
import { startProcess } from '../support/product-process.ts';
import { folderOfFile } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const bin = new URL('node_modules/.bin/', import.meta.url).pathname;
const packMs = 300_000;
let packed: Awaited<ReturnType<typeof pack>>;
let packedAgain: Awaited<ReturnType<typeof packAgain>>;
let folder: string;
let entry: string;
/** Flags with which Node reports an old version; processes that it starts report their own. */
let oldNode: string[];

beforeAll(async () => {
  packed = await pack();
  [packedAgain, folder] = await Promise.all([packAgain(), install(packed.tarball)]);
  entry = join(folder, 'node_modules/fieldgraph/dist/start.cjs');
  const pretence = join(folder, 'old-node.cjs');
  writeFileSync(pretence, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  oldNode = ['--require', pretence];
}, 2 * packMs);

const packedSources = [
  ...['src', 'client/live.ts', 'schema', 'package', 'docs', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'bench/chart.svg'],
];

/** Packs as npm does for publishing: npm runs the build. */
const pack = () => packFrom(copyOf(packedSources));

/** Packs from the sources of the image, and the pages that only the package has. */
async function packAgain() {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8');
  const ofImage = [...ignored.matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  const copy = copyOf([...ofImage, 'docs', 'README.md', 'CHANGELOG.md', 'bench/chart.svg']);
  await run(process.execPath, [join(copy, 'package/build.ts')]);
  return packFrom(copy, '--ignore-scripts');
}

/** Copies these files of the repository into a new folder, and links its packages. */
function copyOf(paths: readonly string[]): string {
  const copy = join(folderOfFile(), 'source');
  for (const path of paths) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Packs a folder, and returns the path of the tarball and its files. */
async function packFrom(copy: string, ...flags: string[]): Promise<{ tarball: string; files: string[] }> {
  const folder = join(copy, '..');
  const { stdout } = await run('npm', ['pack', ...flags, '--json', '--pack-destination', folder], { cwd: copy });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Installs a tarball into an empty folder, as a user would, and returns that folder. */
async function install(tarball: string): Promise<string> {
  const folder = folderOfFile();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, tarball], { cwd: folder });
  return folder;
}

test('packing twice produces the same bytes, also from only the sources of the image', () => {
  expect(readFileSync(packedAgain.tarball).equals(readFileSync(packed.tarball))).toBe(true);
});

test('the package contains the program, its data and the licences of copied files, and no sources or build files', () => {
  const { files } = packed;
  for (const file of [
    'dist/start.cjs',
    'dist/graph/capabilities/drift/compare-worker.js',
    'dist/graph/http/pages/recipes/01-field-page.graphql',
    'dist/field-data/demo/weather/noaa-daily.csv',
    'dist/browser-files/@graphql-yoga/render-graphiql/LICENSE',
    'dist/browser-files/swagger-ui-dist/NOTICE',
    'dist/page/files/documents.json',
    'dist/page/files/index.html',
    'dist/page/files/LICENSES.txt',
    'docs/operators.md',
    'schema/openapi.json',
  ]) {
    expect(files).toContain(file);
  }
  for (const file of ['css.br', 'css.gz', 'js.br', 'js.gz'])
    expect(files).toContainEqual(expect.stringMatching(`^dist/graphiql/graphiql-[0-9a-f]{8}\\.${file}$`));
  // The queries of the page are compiled into its script.
  const read = globSync('**/*.{csv,graphql,sql}', { cwd: join(root, 'src'), exclude: ['page/**'] });
  expect(read).toContainEqual(expect.stringMatching(/migrations\/\d+-\w+\.sql$/));
  expect(read.filter((file) => !files.includes(`dist/${file}`))).toEqual([]);
  expect(files.filter((file) => /\.ts$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  const pictures = files.flatMap((page) =>
    page.endsWith('.md')
      ? [...readFileSync(join(root, page), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to = '']) =>
          join(dirname(page), to),
        )
      : [],
  );
  expect(pictures).toContain('docs/parts.svg');
  expect(pictures.filter((picture) => !files.includes(picture))).toEqual([]);
  expect(
    files.filter(
      (file) =>
        !pictures.includes(file) &&
        !/^(dist\/|docs\/[a-z-]+\.md$|schema\/(openapi|sdk-release)\.json$|[A-Z]+(\.md)?$|package\.json$)/.test(file),
    ),
  ).toEqual([]);
});

test('docs/agents.md has fewer than 200 lines, so that an agent can read it whole', () => {
  const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
  expect(page.split('\n').length).toBeLessThan(200);
});

test('no production dependency runs a script when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  expect(scripted).toEqual([]);
});

test('publint reports no problem', { timeout: packMs }, async () => {
  const { stdout } = await run(process.execPath, [join(bin, 'publint'), packed.tarball, '--strict']);
  expect(stdout).toContain('All good!');
});

test.each<[string, () => string[]]>([
  ['on this Node', () => []],
  ['on a Node that is too old, by the Node that comes with it', () => oldNode],
])('the package answers a query, shows its pages, and exits with 0 on SIGTERM: %s', async (_, flags) => {
  const isOld = flags().length > 0;
  const first = join(folder, 'first.mjs');
  writeFileSync(first, "import { writeFileSync } from 'node:fs'; writeFileSync('loaded-' + process.pid, '');");
  const nodeFlags = [...flags(), '--import', first];
  await using product = await startProcess({ entry, nodeFlags, cwd: folder, env: { PATH: '/usr/bin:/bin' } });
  const loaded = readdirSync(folder).filter((name) => name.startsWith('loaded-'));
  for (const name of loaded) rmSync(join(folder, name));
  // Loaded by both processes if one hands over to the other.
  expect(loaded).toHaveLength(isOld ? 2 : 1);
  const { graphUrl } = product;
  const { body } = await post(graphUrl, { query: '{ field(id: "fld_demo_01") { latestWeather { date } } }' });
  expect(body).toMatchObject({ data: { field: { latestWeather: { date: expect.any(String) } } } });
  const page = await fetch(`${graphUrl}/graphql`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Fieldgraph')]);
  for (const path of ['schema.graphql', 'ready', '']) expect((await fetch(`${graphUrl}/${path}`)).status).toBe(200);
  // The health check of the image, which has a new Node.
  const ready = () => runCommand(['ready'], { entry, env: { HOST: '0.0.0.0', PORT: new URL(graphUrl).port } });
  if (!isOld) await expect.poll(ready).toMatchObject({ code: 0 });

  expect(await product.terminate()).toMatchObject({ code: 0 });
  await expect(fetch(graphUrl)).rejects.toThrow('fetch failed');
  if (!isOld) expect(await ready()).toMatchObject({ code: 1 });
});

test('npx leaves no process running after SIGTERM', async () => {
  const by = ['npx', '--no-install', 'fieldgraph'];
  await using product = await startProcess({ by, cwd: folder, env: process.env });
  product.child.kill('SIGTERM');
  await expect.poll(product.isGroupAlive).toBe(false);
});

test('the command of the package runs the commands of the operator, and prints their usage', async () => {
  const env = { FIELD_DATA_DIR: folder };
  const words = 'keys create --account acme --name phone --mode test'.split(' ');
  const npx = ['--no-install', 'fieldgraph', ...words];
  const { stdout: key } = await run('npx', npx, { cwd: folder, env: { ...process.env, ...env } });
  expect(key).toMatch(/^fds_test_\w{38}\n$/);
  const help = await runCommand(['keys', '--help'], { entry, cwd: folder });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('fieldgraph keys create') });
  // A build or an image has no program of this name.
  cpSync(join(folder, 'node_modules/fieldgraph'), join(folder, 'app'), { recursive: true });
  const built = join(folder, 'app/dist/start.cjs');
  const inside = await runCommand(['keys', '--help'], { entry: built, cwd: folder });
  expect(inside.out).toContain('node app/dist/start.cjs keys create');
  const outside = await runCommand(['keys', '--help'], { entry: built, cwd: join(folder, 'node_modules') });
  expect(outside.out).toContain(`node ${built} keys create`);
  const fields = await runCommand(['fields', 'list'], { entry, cwd: folder, env });
  expect(fields).toMatchObject({ code: 0, out: expect.stringMatching(/^FIELD +ACCOUNT/) });
});

test('the compiled worker of the package reads a description in YAML', async () => {
  const { default: thread } = {
    default: await import(join(folder, 'node_modules/fieldgraph/dist/graph/capabilities/drift/thread.js')),
  };
  const expected = { openapi: '3.1.0', paths: {} };
  const input = { expected, text: 'openapi: 3.1.0\npaths: {}', serviceUrl: 'http://service.test', basePath: '' };
  expect(await thread.compareInThread(input)).toEqual({ addresses: new Map(), changes: [] });
});

/** Runs the entry on an old Node, or by `flags` another runtime, whose optional Node package contains `program`, or is missing. */
async function runOnOldNode(program: string | undefined, nodeFlags: string[] = [], flags = oldNode): Promise<Ran> {
  const bare = folderOfFile();
  writeFileSync(join(bare, 'start.cjs'), `require(${JSON.stringify(entry)})`);
  if (program !== undefined) {
    const place = join(bare, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'node'), program, { mode: 0o755 });
  }
  await run('cp', [entry, join(bare, 'start.cjs')]);
  return runCommand([], { entry: join(bare, 'start.cjs'), nodeFlags: [...flags, ...nodeFlags] });
}

test.each([
  ['it is missing', undefined, /^Fieldgraph needs Node 24 or newer and this is 20\.20\.2: .*--omit=optional.*\.\n$/],
  ['it lacks a library', '#!/bin/sh\nexit 127\n', /libatomic1/],
  ['it is for another system', '#!/no/such/loader\n', /does not run here/],
])(
  'an old Node reports in one sentence why the optional Node package does not work: %s',
  async (_, program, sentence) => {
    expect(await runOnOldNode(program)).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
  },
);

test('an old Node passes on its memory limits, in either spelling', async () => {
  const flags = ['--max_old_space_size=512', '--max-semi-space-size=16'];
  expect((await runOnOldNode('#!/bin/sh\necho "$@"\n', flags)).out).toContain(`${flags.join(' ')} /`);
});

test('Bun, which reports a version of Node, hands over to the optional Node package, or reports that it is needed', async () => {
  const pretence = join(folderOfFile(), 'bun.cjs');
  writeFileSync(pretence, `Object.defineProperty(process.versions, 'bun', { value: '1.4.5' });`);
  const bun = ['--require', pretence];
  expect((await runOnOldNode('#!/bin/sh\necho "$@"\n', [], bun)).out).toMatch(/^\/.*start\.cjs\n$/);
  const needed = /^Fieldgraph needs Node 24 or newer and this is Bun 1\.4\.5: .*--omit=optional.*\.\n$/;
  expect(await runOnOldNode(undefined, [], bun)).toMatchObject({ code: 1, err: expect.stringMatching(needed) });
});
