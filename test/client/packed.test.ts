/** The packed tarball, installed in an empty folder as a user would, calls the service: what the release descriptor names is real. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/platform/server/listen.ts';
import { startService } from '../field-data/support/service.ts';
import { clientScript } from '../support/client-script.ts';
import { install, pack } from '../support/packed.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const installMs = 180_000;

const script = clientScript('fieldgraph/client');

const wrongScript = script.replace("text: 'From the packed client'", 'text: 5');

test('the packed client installs, type-checks, and calls the service', { timeout: installMs }, async () => {
  const packed = await pack();
  const folder = await install(packed.tarball, '--omit=optional');
  onTestFinished(() => {
    for (const made of [packed.folder, folder]) rmSync(made, { recursive: true, force: true });
  });

  const { service, demoKey } = await startService();
  const listener = await listen(service.handle, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
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
