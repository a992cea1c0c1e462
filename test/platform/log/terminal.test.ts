/** Writing to a paused terminal, here a pipe that nothing reads for a while. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTerminal } from '../../../src/platform/log/terminal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('text that a paused terminal does not accept waits without blocking the process, and arrives complete later', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'terminal');
  execFileSync('mkfifo', [path]);
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
  const terminal = openTerminal(path);
  const text = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`).join('');
  const written = new Promise((resolve) => terminal?.write(text, resolve));
  let received = '';
  // The reader starts only now: a blocking write would never have reached this line.
  reader.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  expect(await written).toBeFalsy();
  await expect.poll(() => received.length).toBe(text.length);
  expect(received).toBe(text);
  reader.destroy();
});

it('a process that writes to a terminal which accepts nothing can still exit', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'terminal');
  execFileSync('mkfifo', [path]);
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
  const script = `
    const { openTerminal } = await import(process.argv[1]);
    openTerminal(process.argv[2]).write('x'.repeat(1e6));
    process.stdin.once('data', () => process.exit(0));
    console.log('written');`;
  const module = new URL('../../../src/platform/log/terminal.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, module, path]);
  await once(child.stdout, 'data');
  const exit = once(child, 'exit');
  child.stdin.write('end');
  expect(await exit).toEqual([0, null]);
  reader.destroy();
});

it('openTerminal returns undefined for a path that cannot be opened', () => {
  expect(openTerminal('/nowhere/at/all')).toBeUndefined();
});
