/** deploy/haproxy.cfg as HAProxy reads it, and as it fits the product. test/cluster shows that a stop loses no request through it. */
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startProxy } from './support/caches.ts';
import { deployFolder, readDeployFile } from './support/files.ts';
import { startFaultyGraph } from '../support/faulty-graph.ts';
import { failures } from '../support/faulty-service.ts';
import { hasHaproxy } from '../support/has-haproxy.ts';
import { haproxyCommand, haproxyConfig } from './support/haproxy.ts';
import { freePort } from '../support/free-port.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';

const run = promisify(execFile);
const text = readDeployFile('haproxy.cfg');

/** Resolves once HAProxy sends nothing to the machines that do not respond. */
const otherMachinesDown = ({ output }: { output(): string }) =>
  expect.poll(() => new Set(output().match(/Server \w+\/(?:two|three) is DOWN/g)).size).toBe(4);

it.skipIf(!hasHaproxy)('HAProxy accepts deploy/haproxy.cfg', async () => {
  await expect(run('haproxy', ['-c', '-f', `${deployFolder}haproxy.cfg`])).resolves.toMatchObject({
    stdout: expect.stringContaining('valid'),
  });
});

it.skipIf(!hasHaproxy)('HAProxy routes callers of gateway and service to ready machines only', async () => {
  await using product = await startProduct();
  const rest = await freePort();
  const prepare = (folder: string, graph: number) => haproxyCommand(folder, haproxyConfig(product, { graph, rest }));
  await using proxy = await startProxy({ prepare }, product.graphUrl);
  await otherMachinesDown(proxy);
  for (let nth = 0; nth < 4; nth += 1) {
    expect((await fetch(`${proxy.url}/ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${rest}/ready`)).status).toBe(200);
  }
});

it.skipIf(!hasHaproxy)(
  'HAProxy repeats a request that gets no reply, up to the size that the file states',
  async () => {
    const [, stated] = /requests of up to (\d+) bytes/.exec(text) ?? [];
    let posts = 0;
    await using dying = await serve((request, response) => {
      if (request.method === 'GET') return response.end();
      return request.resume().on('end', () => {
        posts += 1;
        request.socket.destroy();
      });
    });
    const host = `127.0.0.1:${dying.port}`;
    const graphUrl = dying.url;
    const rest = await freePort();
    const configFor = (graph: number) =>
      haproxyConfig({ graphUrl }, { graph, rest }).replaceAll(/127\.0\.0\.1:1$/gm, host);
    const prepare = (folder: string, graph: number) => haproxyCommand(folder, configFor(graph));
    await using proxy = await startProxy({ prepare }, graphUrl);
    const postsOf = async (length: number) => {
      posts = 0;
      await fetch(proxy.url, { method: 'POST', body: 'x'.repeat(length) }).catch(() => {});
      return posts;
    };
    const headBytes = 500;
    expect(await postsOf(Number(stated) - headBytes)).toBeGreaterThan(1);
    expect(await postsOf(Number(stated) + headBytes)).toBe(1);
  },
);

it.skipIf(!hasHaproxy)('HAProxy ends the operation of a caller that disconnects', async () => {
  await using graph = await startFaultyGraph();
  graph.service.script = ({ method }) => (method === 'GET' ? failures.silent : undefined);
  const rest = await freePort();
  const prepare = (folder: string, port: number) => haproxyCommand(folder, haproxyConfig(graph, { graph: port, rest }));
  await using proxy = await startProxy({ prepare }, graph.graphUrl);
  await otherMachinesDown(proxy);
  const caller = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  let reply = '';
  caller.setEncoding('utf8').on('data', (part: string) => {
    reply += part;
  });
  const body = JSON.stringify({ query: '{ field(id: "fld_1") { weather { date } } }' });
  const head = ['POST /graphql HTTP/1.1', 'Host: graph', 'Content-Type: application/json', 'Accept: application/json'];
  caller.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
  const isCalled = () => graph.service.calls.some(({ method }) => method === 'GET');
  await expect.poll(() => isCalled() || { reply, log: graph.entries(), proxy: proxy.output() }).toBe(true);
  caller.end();
  const outcomes = () => graph.entries().flatMap(({ outcome }) => outcome ?? []);
  // Without that, HAProxy would end it after its timeout of 30 seconds.
  await expect.poll(outcomes, { timeout: 20_000 }).toEqual(['abandoned']);
});

it('docs/scale.md states after how long HAProxy notices a machine that hangs', () => {
  const secondsOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  // It hangs right after a check: the next ones begin an interval after the end of the one before, and last until their time-out.
  const each = secondsOf(/check inter (\d+)s/) + secondsOf(/timeout check (\d+)s/);
  const stated = `noticed after up to ${secondsOf(/ fall (\d+)/) * each} seconds`;
  expect(readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')).toContain(stated);
});

it('deploy/haproxy.cfg waits longer than an operation may take, and uses the ports of the product', () => {
  const { PORT, FIELD_DATA_PORT, DEADLINE_MS } = readConfig({});
  const [, seconds] = /timeout server (\d+)s/.exec(text) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(DEADLINE_MS);
  const ports = [...text.matchAll(/^ {2}server \w+ [\d.]+:(\d+)$/gm)].map(([, port]) => Number(port));
  expect(new Set(ports)).toEqual(new Set([PORT, FIELD_DATA_PORT]));
});
