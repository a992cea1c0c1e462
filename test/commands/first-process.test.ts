/** Commands as the first process of a container: the kernel does not deliver signals to it for which it has no handler. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../field-data/support/service.ts';
import { entry } from '../support/command.ts';

const inContainer = ['--map-root-user', '--pid', '--fork', '--kill-child'];
const canBeFirst = spawnSync('unshare', [...inContainer, 'true']).status === 0;

/** Starts Node as the first process of its namespace; `end` sends it a signal and returns its exit code. */
function startFirst(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn('unshare', [...inContainer, process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    const pid = child.exitCode === null && readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    // It may have ended: a signal to no number would reach this process and its group.
    if (pid) process.kill(Number(pid), signal);
    return (await exit)[0];
  };
  return { stdout: child.stdout, end };
}

test.runIf(canBeFirst)('SIGTERM ends a command that waits for its database', async () => {
  await using database = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const stop = async () => {
    const connected = once(database, 'connection');
    const { end } = startFirst([entry, 'migrate'], { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` });
    await connected;
    return end('SIGTERM');
  };
  let code = await stop();
  // On a busy machine, the time limit of the connection may end it before the signal.
  while (code === 1) code = await stop();
  expect(code).toBe(143);
});

test.runIf(canBeFirst)('SIGTERM while a file is written leaves no partial file', async () => {
  const folder = folderOfTest();
  const writing = `
    import { writeFileSync } from 'node:fs';
    import { exitBy } from ${JSON.stringify(import.meta.resolve('../../src/platform/cli/command-line.ts'))};
    import { writeNewFile } from ${JSON.stringify(import.meta.resolve('../../src/platform/files/new-file.ts'))};
    process.once('SIGTERM', exitBy);
    await writeNewFile(${JSON.stringify(`${folder}/copy`)}, (part) => {
      writeFileSync(part, 'some');
      console.log('written');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const { stdout, end } = startFirst(['--input-type=module', '--eval', writing]);
  await once(stdout, 'data');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await end('SIGTERM')).toBe(143);
  expect(readdirSync(folder)).toEqual([]);
});
