/** The packed tarball, installed in an empty folder as a user would, calls the service: what the release descriptor names is real. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/platform/listen.ts';
import { startService } from '../field-data/support/service.ts';
import { install, pack } from '../support/packed.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const installMs = 180_000;

const script = `
import { createFieldDataClient } from 'fieldgraph/client';
const [baseUrl, apiKey] = process.argv.slice(2);
const client = createFieldDataClient({ baseUrl, apiKey });
const weather = await client.GET('/api/v1/weather', { params: { query: { field_id: 'fld_demo_01' } } });
const body = { field_id: 'fld_demo_01', text: 'From the packed client' };
const params = { header: { 'Idempotency-Key': 'packed' } };
const first = await client.POST('/api/v1/observations', { params, body });
const second = await client.POST('/api/v1/observations', { params, body });
const refused = await client.POST('/api/v1/observations', { params, body: { field_id: 'fld_demo_01', text: '' } });
console.log(JSON.stringify({
  records: weather.data?.data.length,
  isSame: first.data?.data.id === second.data?.data.id,
  code: refused.error?.code,
}));
`;

const wrongScript = script.replace("text: 'From the packed client'", 'text: 5');

test('the packed client installs, type-checks, and calls the service', { timeout: installMs }, async () => {
  const packed = await pack();
  const folder = await install(packed.tarball, '--omit=optional');
  onTestFinished(() => {
    for (const made of [packed.folder, folder]) rmSync(made, { recursive: true, force: true });
  });

  const { service, demoKey } = await startService();
  const handler = getRequestListener((request) => service.fetch(request));
  const listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
  onTestFinished(() => listener.close(0));
  writeFileSync(join(folder, 'call.mjs'), script);
  const called = await run(process.execPath, [join(folder, 'call.mjs'), listener.url, demoKey]);
  expect(JSON.parse(called.stdout)).toEqual({ records: 14, isSame: true, code: 'validation_failed' });

  expect(await typeCheck(folder, script)).toBe('');
  expect(await typeCheck(folder, wrongScript)).toContain("Type 'number' is not assignable to type 'string'");
});

/** What the type checker says of a script in the folder. */
async function typeCheck(folder: string, source: string): Promise<string> {
  mkdirSync(join(folder, 'types'), { recursive: true });
  writeFileSync(join(folder, 'types/call.ts'), source.replace('process.argv.slice(2)', "['', '']"));
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom',
    '--types',
    '',
  ];
  const tsc = join(root, 'node_modules/.bin/tsc');
  try {
    await run(process.execPath, [tsc, ...flags, join(folder, 'types/call.ts')], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

test('the release descriptor names this package and the version it is packed with', async () => {
  const { name, version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { call } = await startService();
  const [sdk] = (await call('/sdk-release.json')).body.sdks;
  expect(Object.keys(exports)).toContain('./client');
  expect(sdk).toMatchObject({
    version,
    package: { name: `${name}/client`, purl: `pkg:npm/${name}@${version}#client` },
  });
});
