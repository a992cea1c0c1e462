/** Log lines of an outage of the service or Redis, as `main` writes them: one when it begins and one when it is over. */
import dns from 'node:dns';
import { it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { startFaultyGraph } from '../support/faulty-graph.ts';
import { type Behaviour, failures } from '../support/faulty-service.ts';
import { post } from '../support/post.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const weather = (id: string) => `{ field(id: "${id}") { weather { startsAt } } }`;

/** Lines about outages, not about single operations. */
const outageLines = ({ entries }: Pick<ReturnType<typeof recordedLog>, 'entries'>) =>
  entries().filter(({ msg }) => /is (lost|back)$/.test(msg));

it.concurrent('an outage of the service is two log lines without a stack, even if only operations notice it', async ({
  expect,
}) => {
  await using graph = await startFaultyGraph();
  await graph.query(weather('fld_1'));
  graph.service.script = () => failures.resetBeforeAnswer;
  // Nothing polls /ready, so the failed operation itself reveals the outage.
  await graph.query(weather('fld_2'));
  await expect.poll(() => outageLines(graph)).toHaveLength(1);
  for (let index = 0; index < 30; index += 1) await graph.query(weather(`fld_${index}`));
  graph.service.script = () => undefined;
  await expect.poll(() => outageLines(graph)).toHaveLength(2);
  expect(outageLines(graph)).toMatchObject([
    {
      level: 50,
      msg: 'the service is lost',
      reason: 'The Field Data Service does not respond, or only with errors (ECONNRESET).',
    },
    { level: 30, msg: 'the service is back', outageMs: expect.any(Number) },
  ]);
  expect(graph.lines.join('')).not.toContain('"stack"');
});

it.concurrent('a call that fails while the service is reachable is not logged as an outage', async ({ expect }) => {
  await using graph = await startFaultyGraph();
  graph.service.script = ({ method }) => (method === 'HEAD' ? undefined : failures.status500);
  await graph.query(weather('fld_1'));
  const looked = () => graph.service.calls.some(({ method }) => method === 'HEAD');
  await expect.poll(looked).toBe(true);
  expect(outageLines(graph)).toEqual([]);
});

it.concurrent('the service receives one probe at a time, for the log and for /ready', async ({ expect }) => {
  await using graph = await startFaultyGraph();
  let open = 0;
  let most = 0;
  const unanswered: Behaviour = (response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
  };
  graph.service.script = ({ method }) => (method === 'HEAD' ? unanswered : failures.resetBeforeAnswer);
  await graph.query(weather('fld_1'));
  await expect.poll(() => open).toBe(1);
  expect((await fetch(`${graph.graphUrl}/ready`)).status).toBe(503);
  expect(most).toBe(1);
});

/** Starts over if Redis was late on a busy machine before its outage. */
const ofRedis = { concurrent: true, skip: !hasRedis, retry: { count: 20, condition: /late already/ } };
it.for(['SIGKILL', 'SIGSTOP'] as const)(
  'an outage of Redis by %s is two log lines',
  ofRedis,
  async (signal, { expect }) => {
    await using redis = await startRedis();
    const logged = recordedLog('info');
    await using product = await startProduct(
      { REDIS_URL: redis.url, GATEWAY_RATE_LIMIT_PER_MINUTE: '1000' },
      logged.log,
    );
    const request = () => post(product.graphUrl, { query: '{ __typename }' });
    await request();
    if (outageLines(logged).length > 0) throw new Error('Redis is late already');
    await redis.signal(signal);
    for (let round = 0; round < 10; round += 1) await request();
    expect(outageLines(logged)).toMatchObject([
      {
        level: 50,
        msg: 'the server of REDIS_URL is lost',
        reason: expect.stringContaining('counts its callers for itself'),
      },
    ]);
    if (signal === 'SIGKILL') await redis.restart();
    else await redis.signal('SIGCONT');
    // The return is noticed without a caller.
    await expect.poll(() => outageLines(logged)).toHaveLength(2);
    expect(outageLines(logged)[1]).toMatchObject({
      msg: 'the server of REDIS_URL is back',
      outageMs: expect.any(Number),
    });
    expect(logged.lines.join('')).not.toContain('"stack"');
  },
);

it('the admin port and the log name the cause of a service outage, but the graph does not', async ({ expect }) => {
  const folder = (await temporaryFolder()).path;
  const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void;
  const unknown = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
  onTestFinished(() => void vi.restoreAllMocks());
  // Mocked, because a machine without a network gives another code.
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
    if (name === 'service.invalid') (rest.at(-1) as (error: Error) => void)(unknown);
    else lookup(name, ...rest);
  }) as typeof dns.lookup);
  await using plain = await serve((_request, response) => void response.writeHead(500).end());
  await using silent = await serve(() => {});
  await using signed = await serve(() => {}, 0, makeCertificate(folder));
  for (const [url, cause] of [
    ['http://service.invalid', 'ENOTFOUND'],
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
    [signed.url, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [plain.url.replace('http', 'https'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [plain.url, 'status 500'],
    [silent.url, 'no answer in 2000 ms'],
  ] as const) {
    const logged = recordedLog('info');
    await using product = await startProduct({ FIELD_DATA_URL: url, ADMIN_PORT: '0' }, logged.log);
    const ready = async (origin: string | undefined) => (await fetch(`${origin}/ready`)).json();
    const reason = `The Field Data Service does not respond, or only with errors (${cause}).`;
    expect(await ready(product.adminUrl)).toMatchObject({ reason });
    expect(await ready(product.graphUrl)).toEqual({ status: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' });
    expect(outageLines(logged)).toMatchObject([{ msg: 'the service is lost', reason }]);
  }
});
