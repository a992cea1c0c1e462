import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeSettings, readConfig } from '../../src/config.ts';
import { banner } from '../../src/start/banner.ts';
import { entry, runCommand } from '../support/command.ts';
import { readMetric } from '../support/metric.ts';
import { startProcess } from '../support/product-process.ts';
import { post } from '../support/post.ts';
import { runHere } from '../support/run-here.ts';
import { serve } from '../support/serve.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Long enough to kill only a process that does not end. */
const timeoutMs = 120_000;

it('the command runs compiled code only from a folder that no other user can write', async () => {
  await using folder = await temporaryFolder();
  const own = join(folder.path, `fieldgraph-${process.getuid?.()}`);
  const start = () => runCommand(['--help'], { env: { TMPDIR: folder.path }, timeoutMs });
  await start();
  expect(readdirSync(folder.path)).toEqual([basename(own)]);
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(readdirSync(own)).not.toEqual([]);
  for (const make of [() => mkdirSync(own), () => symlinkSync(join(folder.path, 'other'), own)]) {
    rmSync(own, { recursive: true });
    mkdirSync(join(folder.path, 'other'), { recursive: true, mode: 0o700 });
    make();
    expect((await start()).code).toBe(0);
    expect(readdirSync(own)).toEqual([]);
  }
});

it('ready reports that nobody listens on the port, and the time limit if a server is too slow', async () => {
  const server = await serve(() => {});
  const run = () => runHere(['ready'], { env: { PORT: String(server.port) } });
  const sentence = (time: string) => ({
    code: 1,
    out: '',
    err: `Not ready: nothing answers on HOST and PORT${time}.\n`,
  });
  expect(await run()).toEqual(sentence(' within 2.5 seconds'));
  await server.close();
  expect(await run()).toEqual(sentence(''));
});

it('the product logs a lower CONNECTIONS_MAX if the system allows fewer files, and still closes idle connections for new ones', async () => {
  const under = ['sh', '-c', 'ulimit -n 218 && exec "$0" "$@"'];
  await using product = await startProcess({ under, log: 'read' });
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const urls = [product.graphUrl, product.serviceUrl, product.adminUrl];
  for (const { hostname, port } of urls.map((url) => new URL(url)))
    for (let opened = 0; opened < 100; opened += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      sockets.push(socket.resume());
    }
  for (const url of urls) expect((await fetch(`${url}/ready`)).status, url).toBe(200);
  expect(await readMetric(product.adminUrl, 'connections{port="graph"}')).toBe(30);
  expect(await readMetric(product.adminUrl, 'connections_refused_total{port="graph"}')).toBeGreaterThanOrEqual(70);
  await expect
    .poll(product.logged)
    .toContainEqual(
      expect.objectContaining({ msg: 'CONNECTIONS_MAX is 30 here, because this process may open only 218 files.' }),
    );
});

describe('npm start', () => {
  it('prints a banner with every address, a demo field and the demo key, and stops cleanly on SIGTERM', async () => {
    await using command = await startProcess({ env: { ADMIN_PORT: '' } });
    const text = command.printed;
    expect(text).toMatch(/Field page +http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(text).toMatch(/GraphQL +http:\/\/127\.0\.0\.1:\d+\/graphql \(GraphiQL in a browser\)/);
    expect(text).toMatch(/REST +http:\/\/127\.0\.0\.1:\d+\/ \(reference: http:\/\/127\.0\.0\.1:\d+\/docs\)/);
    expect(text).toMatch(/Demo fields +fld_demo_01/);
    expect(text).toMatch(/Demo API key +export DEMO_API_KEY=fds_test_\w+$/m);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(9);
    expect(text).toContain(command.dataDir);
    expect(await command.terminate()).toMatchObject({ code: 0 });
  });

  it('answers on the oldest supported Node.js, which lacks Map.prototype.getOrInsert', async () => {
    await using product = await startProcess({ nodeFlags: ['--no-js-upsert'] });
    const query = '{ field(id: "fld_demo_01") { weather { date } earthObservations { id } observations { text } } }';
    for (let time = 0; time < 5; time += 1) {
      const { body } = await post(product.graphUrl, { query });
      expect(body).not.toHaveProperty('errors');
      expect(body).toMatchObject({ data: { field: { weather: { length: 14 } } } });
    }
  });

  it('refuses all invalid settings at once, and names each with a valid example and never its value', async () => {
    const env = { PORT: 'secret', DEPTH_MAX: '-1', FIELD_DATA_URL: 'ftp://user:secret@x', LOG_LEVEL: 'loud' };
    const { code, err } = await runCommand([], { env, timeoutMs });
    expect(code).toBe(1);
    for (const name of [
      'PORT=4000',
      'DEPTH_MAX=15',
      'FIELD_DATA_URL=https://',
      'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace, for example LOG_LEVEL=info',
    ])
      expect(err).toContain(name);
    expect(err).not.toContain('secret');
  });

  it('refuses the same port for two of its servers, and suggests another', async () => {
    const { code, err } = await runHere([], { env: { PORT: '4001', ADMIN_PORT: '4001' } });
    expect(code).toBe(1);
    expect(err).toContain('FIELD_DATA_PORT must not be PORT, for example FIELD_DATA_PORT=4002');
    expect(err).toContain('ADMIN_PORT must be neither PORT nor FIELD_DATA_PORT, for example ADMIN_PORT=4002');
    expect(err).not.toContain('in use');
  });

  it('prints an address that another machine can open if it is bound to every interface', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const env = { HOST: '0.0.0.0' };
    await using product = await startProduct(env);
    const url = /From elsewhere +(\S+)/.exec(banner(readConfig(env), product))?.[1];
    expect(url && new URL(url).hostname).toBe(outside?.address);
  });

  it('reports in one sentence that a port is in use, and which setting changes it', async () => {
    await using folder = await temporaryFolder();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const env = { PORT: String(port), FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path };
    const { code, err } = await runCommand([], { env, timeoutMs });
    holder.close();
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use: .*PORT=\\d+\\.\\n$`));
  });

  const createKey = 'keys create --account a --name b --mode test'.split(' ');

  it('reports in one sentence that the role service cannot create FIELD_DATA_DIR', async () => {
    const dataDir = '/proc/nowhere/data';
    const env = { FIELD_DATA_PORT: '0', FIELD_DATA_DIR: dataDir };
    const { code, err } = await runCommand(['service'], { env, timeoutMs });
    expect([code, err]).toEqual([1, expect.stringMatching(refusalOf(dataDir))]);
  });

  const refusalOf = (dataDir: string) =>
    RegExp(
      `^FIELD_DATA_DIR \\(${dataDir}\\) cannot be made or entered \\(E\\w+\\): set it to a folder that this user can write\\.\n$`,
    );
  const impossible = ['/dev/null', '/dev/null/data', '/proc/data', '/proc/nowhere/data'];
  it.each(impossible)('refuses %s as FIELD_DATA_DIR in one sentence', async (dataDir) => {
    const env = { FIELD_DATA_DIR: dataDir };
    for (const words of [createKey, ['restore', entry, '--yes']])
      expect(await runHere(words, { env })).toMatchObject({ code: 1, err: expect.stringMatching(refusalOf(dataDir)) });
    const message = await startProduct(env).catch((error: Error) => `${error.message}\n`);
    expect(message).toMatch(refusalOf(dataDir));
  });

  it('prints its version, and its help with every setting', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await runCommand(['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
    const { code, out } = await runHere(['--help']);
    expect(code).toBe(0);
    for (const { name } of describeSettings()) expect(out).toContain(`\n  ${name} `);
  });

  it('refuses an unknown flag with exit code 2', async () => {
    const { code, err } = await runHere(['--prot', '1']);
    expect(code).toBe(2);
    expect(err).toContain('--help');
  });

  it('starts with a file that Node.js 10 can parse: its syntax is at most that of 2019', async () => {
    const text = readFileSync(entry, 'utf8');
    const codeFor = async (target: string) => (await transform(text, { target })).code;
    expect(await codeFor('es2019')).toBe(await codeFor('esnext'));
    expect(text).not.toMatch(/\basync\b|\bawait\b/);
  });
});
