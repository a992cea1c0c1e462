/** deploy/haproxy.cfg as HAProxy reads it, and as it fits the product. That a stop behind such a proxy loses nothing is for test/cluster to show. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { deployFolder, readDeployFile } from './support/files.ts';
import { hasHaproxy } from '../support/has-haproxy.ts';
import { haproxyConfig } from './support/haproxy.ts';
import { freePort } from '../support/free-port.ts';
import { startProduct, temporaryFolder } from '../support/running.ts';

const run = promisify(execFile);
const text = readDeployFile('haproxy.cfg');

it.skipIf(!hasHaproxy)('HAProxy finds no fault', async () => {
  await expect(run('haproxy', ['-c', '-f', `${deployFolder}haproxy.cfg`])).resolves.toMatchObject({
    stdout: expect.stringContaining('valid'),
  });
});

it.skipIf(!hasHaproxy)('leads callers of both halves to a machine that is ready, past those that are not', async () => {
  await using product = await startProduct();
  await using folder = await temporaryFolder();
  const ports = { graph: await freePort(), rest: await freePort() };
  const file = join(folder.path, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(product, ports));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(haproxy, 'exit');
  try {
    const told: string[] = [];
    const down = new Set<string>();
    for await (const line of createInterface({ input: haproxy.stderr })) {
      told.push(line);
      const [, server] = /Server (\w+\/(?:two|three)) is DOWN/.exec(line) ?? [];
      if (server) down.add(server);
      if (down.size === 4) break;
    }
    expect(down.size, told.join('\n')).toBe(4);
    haproxy.stderr.resume();
    for (let nth = 0; nth < 4; nth += 1) {
      expect((await fetch(`http://127.0.0.1:${ports.graph}/ready`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${ports.rest}/ready`)).status).toBe(200);
    }
  } finally {
    haproxy.kill('SIGKILL');
    await ended;
  }
});

it('waits longer than an operation may take, on the ports of the product', () => {
  const { PORT, FIELD_DATA_PORT, DEADLINE_MS } = readConfig({});
  const [, seconds] = /timeout server (\d+)s/.exec(text) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(DEADLINE_MS);
  const ports = [...text.matchAll(/^ {2}server \w+ [\d.]+:(\d+)$/gm)].map(([, port]) => Number(port));
  expect(new Set(ports)).toEqual(new Set([PORT, FIELD_DATA_PORT]));
});
