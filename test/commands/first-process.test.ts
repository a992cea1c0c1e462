/** Commands as the first process of a container: the kernel keeps signals from it that it does not handle. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../field-data/support/service.ts';
import { entry } from '../support/command.ts';

const inContainer = ['--map-root-user', '--pid', '--fork', '--kill-child'];
const canBeFirst = spawnSync('unshare', [...inContainer, 'true']).status === 0;

/** Starts Node as the first process of its own, and returns what ends it by a signal, with its exit code. */
function startFirst(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn('unshare', [...inContainer, process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), signal);
    return (await exit)[0];
  };
  return { stdout: child.stdout, end };
}

test.runIf(canBeFirst)('a command that waits for its database ends by SIGTERM', async () => {
  await using database = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const connected = once(database, 'connection');
  const { port } = database.address() as AddressInfo;
  const { end } = startFirst([entry, 'migrate'], { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` });
  await connected;
  expect(await end('SIGTERM')).toBe(143);
});

test.runIf(canBeFirst)('a file that SIGTERM cuts short leaves no part', async () => {
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
