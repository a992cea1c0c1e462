/** Hive Gateway over a supergraph, as a process of its own: the one that the bench installs (`npm ci --prefix bench`). */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const bin = fileURLToPath(new URL('../../bench/node_modules/.bin/hive-gateway', import.meta.url));

/** Whether it is there. */
export const hasHive = existsSync(bin);

/** Sends on what a caller of the larger graph is known by. */
const config = (supergraph: string, port: number) => `
export const gatewayConfig = {
  supergraph: ${JSON.stringify(supergraph)}, host: '127.0.0.1', port: ${port}, fork: 1, logging: 'error', maskedErrors: false,
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => {
      const authorization = request.headers.get('authorization');
      return authorization === null ? {} : { authorization };
    },
  },
};`;

/** Starts it with its files in this folder. Rejects where it ends before it is ready. */
export async function startHive(folder: string, supergraphSdl: string) {
  const supergraph = join(folder, 'supergraph.graphql');
  await writeFile(supergraph, supergraphSdl);
  const port = await freePort();
  const configPath = join(folder, 'gateway.config.mjs');
  await writeFile(configPath, config(supergraph, port));
  const child = spawn(process.execPath, [bin, 'supergraph', '-c', configPath], {
    cwd: fileURLToPath(new URL('../../bench/', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${url}/readiness`))) {
    if (child.exitCode !== null) throw new Error(`Hive Gateway ended: ${output}`);
    await wait(100);
  }
  return {
    url: `${url}/graphql`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
