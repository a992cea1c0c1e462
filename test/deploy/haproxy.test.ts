/** deploy/haproxy.cfg as HAProxy reads it, and as it fits the product. That a stop behind such a proxy loses nothing is for test/cluster to show. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { deployFolder, readDeployFile } from '../support/deploy/files.ts';

const run = promisify(execFile);
const text = readDeployFile('haproxy.cfg');
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

it.skipIf(!hasHaproxy)('HAProxy finds no fault', async () => {
  await expect(run('haproxy', ['-c', '-f', `${deployFolder}haproxy.cfg`])).resolves.toMatchObject({
    stdout: expect.stringContaining('valid'),
  });
});

it('waits longer than an operation may take, on the ports of the product', () => {
  const { PORT, FIELD_DATA_PORT, DEADLINE_MS } = readConfig({});
  const [, seconds] = /timeout server (\d+)s/.exec(text) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(DEADLINE_MS);
  const ports = [...text.matchAll(/^ {2}server \w+ [\d.]+:(\d+)$/gm)].map(([, port]) => Number(port));
  expect(new Set(ports)).toEqual(new Set([PORT, FIELD_DATA_PORT]));
});
