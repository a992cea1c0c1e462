/** The package from its tarball in an empty folder, as a new user has it: it serves, stops when told, and brings the Node it needs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, pack } from '../support/packed.ts';

const run = promisify(execFile);
const installMs = 300_000;
const folders: string[] = [];
let folder: string;
let entry: string;
/** Makes the Node that runs it say that it is an old one; whatever it starts is not. */
let oldNode: string[];

beforeAll(async () => {
  const packed = await pack();
  folder = await install(packed.tarball);
  folders.push(packed.folder, folder);
  entry = join(folder, 'node_modules/fieldgraph/dist/start.cjs');
  const pretence = join(folder, 'old-node.cjs');
  writeFileSync(pretence, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  oldNode = ['--require', pretence];
}, installMs);

afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

/** Starts a server on free ports and gives its address once it is ready. */
async function serve(flags: readonly string[], command = entry): Promise<{ child: ChildProcess; graphUrl: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldgraph-data-'));
  folders.push(dataDir);
  const child = spawn(process.execPath, [...flags, command], {
    cwd: folder,
    env: {
      PATH: '/usr/bin:/bin',
      PORT: '0',
      FIELD_DATA_PORT: '0',
      EVENT_LOOP_DELAY_MS_MAX: '0',
      FIELD_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let graphUrl = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    graphUrl ||= /GraphQL +(http:\S+)\/graphql/.exec(line)?.[1] ?? '';
    if (line.trim().startsWith('Data')) break;
  }
  return { child, graphUrl };
}

test.each<[string, () => string[]]>([
  ['on this Node', () => []],
  ['on a Node that is too old, by the one it brings', () => oldNode],
])('it answers a query, shows its pages, and exits with 0 on SIGTERM: %s', async (_, flags) => {
  const { child, graphUrl } = await serve(flags());
  const query = '{ field(id: "fld_demo_01") { latestWeather { date } } }';
  const answer = await fetch(`${graphUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(await answer.json()).toMatchObject({ data: { field: { latestWeather: { date: expect.any(String) } } } });
  const page = await fetch(`${graphUrl}/graphql`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Fieldgraph')]);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(graphUrl)).rejects.toThrow('fetch failed');
});

test('npx that is told to stop leaves nothing running', async () => {
  const child = spawn('npx', ['--no-install', 'fieldgraph'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = -(child.pid as number);
  const isRunning = () => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.trim().startsWith('Data')) break;
    child.kill('SIGTERM');
    await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
  } finally {
    if (isRunning()) process.kill(group, 'SIGKILL');
  }
});

test('the command of the package runs the commands of the operator, and says how they are called', async () => {
  const npx = (...words: string[]) =>
    run('npx', ['--no-install', 'fieldgraph', ...words], {
      cwd: folder,
      env: { ...process.env, FIELD_DATA_DIR: folder },
    });
  const { stdout: help } = await npx('keys', '--help');
  expect(help).toContain('fieldgraph keys create');
  const { stdout: key } = await npx('keys', 'create', '--account', 'acme', '--name', 'phone', '--mode', 'test');
  expect(key).toMatch(/^fds_test_\w{38}\n$/);
  const { stdout: fields } = await npx('fields', 'list');
  expect(fields).toMatch(/^FIELD +ACCOUNT/);
});

test('a description in YAML is read by the worker that was compiled with it', async () => {
  const { default: parse } = {
    default: await import(join(folder, 'node_modules/fieldgraph/dist/graph/drift/yaml.js')),
  };
  expect(await parse.parseYaml('openapi: 3.1.0')).toEqual({ openapi: '3.1.0' });
});

/** What the entry says on an old Node whose optional dependency is the given text as a program, or is not there. */
async function refusalOf(program: string | undefined): Promise<{ code: number | null; stderr: string }> {
  const bare = mkdtempSync(join(tmpdir(), 'fieldgraph-bare-'));
  folders.push(bare);
  writeFileSync(join(bare, 'start.cjs'), `require(${JSON.stringify(entry)})`);
  if (program !== undefined) {
    const place = join(bare, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'node'), program, { mode: 0o755 });
  }
  await run('cp', [entry, join(bare, 'start.cjs')]);
  const child = spawn(process.execPath, [...oldNode, join(bare, 'start.cjs')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test.each([
  ['there is none', undefined, /^Fieldgraph needs Node 24 or newer and this is 20\.20\.2: .*--omit=optional.*\.\n$/],
  ['it misses a library', '#!/bin/sh\nexit 127\n', /libatomic1/],
  ['it is for another system', '#!/no/such/loader\n', /does not run here/],
])('an old Node without a working one to hand over to is told in one sentence: %s', async (_, program, sentence) => {
  expect(await refusalOf(program)).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
});
