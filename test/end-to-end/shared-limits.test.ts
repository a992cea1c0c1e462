/** Several processes share rate limits over a real Redis, and each counts by itself while Redis is unavailable. */
import dns from 'node:dns';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer } from 'node:tls';
import { Redis } from 'iovalkey';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Logger } from '../../src/platform/log/log.ts';
import { hasOpenssl, makeCertificate } from '../support/certificate.ts';
import { doctor, folderWithStore } from '../support/doctor.ts';
import { readMetric } from '../support/metric.ts';
import { post } from '../support/post.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { startProcess } from '../support/product-process.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { type Product, startProduct } from '../support/running.ts';
import { folderOfFile } from '../support/temporary-folder.ts';

const limit = 20;
const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
type Found = (error: Error | null, address?: string | dns.LookupAddress[], family?: number) => void;
const typename = { query: '{ __typename }' };

const startReplica = (redisUrl: string, env: Record<string, string> = {}, log?: Logger) =>
  startProduct({ REDIS_URL: redisUrl, GATEWAY_RATE_LIMIT_PER_MINUTE: String(limit), ADMIN_PORT: '0', ...env }, log);

const statusOf = async ({ graphUrl }: Product) => (await post(graphUrl, typename)).status;

async function details({ adminUrl }: Product): Promise<{ limits: string }> {
  return (await fetch(`${adminUrl}/ready`)).json();
}

/** Waits until the process shares its counts: on a loaded machine a count may time out, and is tried again after a second. */
const becomesShared = (one: Product) => expect.poll(() => details(one)).toMatchObject({ limits: 'shared' });

const metric = ({ adminUrl }: Product, name: string) => readMetric(adminUrl, name);

/** Starts over if Redis was too slow for a count on a loaded machine, because these tests need every count to be shared. */
const allShared = { retry: { count: 20, condition: /counted for itself/ } };

async function assertAllShared(...replicas: Product[]): Promise<void> {
  for (const each of replicas)
    if ((await metric(each, 'limits_counted_locally_total')) !== 0) throw new Error('a replica counted for itself');
}

/** An address that forwards to the server of a URL, and can be moved to another; open connections stay with the first. */
async function startAddress(url: string, host = '127.0.0.1') {
  let port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    socket.pipe(target).pipe(socket);
    for (const each of [socket, target]) {
      each.on('error', () => {});
      sockets.push(each);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    leadTo(other: string) {
      port = Number(new URL(other).port);
    },
    /** Open connections carry no more data, but do not end. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describe.skipIf(!hasRedis)('a process with REDIS_URL', () => {
  it('shares one limit with other gateways, exact to the operation', allShared, async () => {
    await using redis = await startRedis();
    await using one = await startReplica(redis.url);
    await using other = await startReplica(redis.url);
    const statuses = await Promise.all(Array.from({ length: 3 * limit }, (_, at) => statusOf(at % 2 ? one : other)));
    await assertAllShared(one, other);
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * limit);
    const { headers } = await post(one.graphUrl, typename);
    expect(headers.get('ratelimit-policy')).toBe(`"default";q=${limit};w=60`);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=([1-9]|[1-5]\d|60)$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts operations with accepted and with unknown keys together by their address', allShared, async () => {
    await using redis = await startRedis();
    await using one = await startReplica(redis.url);
    const reading = { query: '{ field(id: "fld_demo_01") { latestObservation { id } } }' };
    await post(one.graphUrl, reading, one.demo);
    await post(one.graphUrl, reading, one.demo);
    const { headers } = await post(one.graphUrl, reading, { authorization: 'Bearer sk_test_nobody' });
    await assertAllShared(one);
    expect(headers.get('ratelimit')).toContain(`r=${limit - 3};`);
  });

  it(
    'counts an accepted key by its key across processes, and an unknown key only by its address',
    allShared,
    async () => {
      await using redis = await startRedis();
      await using one = await startReplica(redis.url, { TRUST_PROXY: 'on' });
      await using other = await startReplica(redis.url, { TRUST_PROXY: 'on', FIELD_DATA_DIR: one.dataDir });
      const reading = { query: '{ field(id: "fld_demo_01") { latestObservation { id } } }' };
      let address = 0;
      /** The remaining quota after an operation from a new address. */
      const remaining = async ({ graphUrl }: Product, key: { authorization: string }) => {
        address += 1;
        const { headers } = await post(graphUrl, reading, { ...key, 'x-forwarded-for': `192.0.2.${address}` });
        return Number(/r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
      };
      // A process counts a key once the service has accepted it there.
      for (const each of [one, other]) expect(await remaining(each, one.demo)).toBe(limit - 1);
      const counted = [];
      for (const each of [one, other, one, other]) counted.push(await remaining(each, one.demo));
      const unknown = { authorization: 'Bearer sk_test_nobody' };
      for (const each of [one, other, one]) expect(await remaining(each, unknown)).toBe(limit - 1);
      await assertAllShared(one, other);
      expect(counted).toEqual([1, 2, 3, 4].map((used) => limit - used));
    },
  );

  it(
    'shares the REST limit with other services, and does not count callers of an exempt network',
    allShared,
    async () => {
      await using redis = await startRedis();
      await using one = await startReplica(redis.url, { FIELD_DATA_RATE_LIMIT_PER_MINUTE: String(limit) });
      await using other = await startReplica(redis.url, { FIELD_DATA_RATE_LIMIT_PER_MINUTE: String(limit) });
      await using exempt = await startReplica(redis.url, {
        FIELD_DATA_RATE_LIMIT_PER_MINUTE: String(limit),
        FIELD_DATA_RATE_LIMIT_EXEMPT: '10.0.0.0/8, 127.0.0.0/8',
      });
      const read = async ({ serviceUrl }: Product) =>
        (await fetch(`${serviceUrl}/api/v1/weather?field_id=fld_demo_01`)).status;
      const statuses = await Promise.all(Array.from({ length: 2 * limit }, (_, at) => read(at % 2 ? one : other)));
      await assertAllShared(one, other);
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
      const response = await fetch(`${exempt.serviceUrl}/api/v1/weather?field_id=fld_demo_01`);
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit')).toBeNull();
    },
  );

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'counts by itself after %s to Redis, reports this, and shares again without a restart',
    async (signal) => {
      await using redis = await startRedis();
      await using one = await startReplica(redis.url);
      expect(await statusOf(one)).toBe(200);
      await becomesShared(one);

      const countedBefore = await metric(one, 'limits_counted_locally_total');
      await redis.signal(signal);
      const statuses = await Promise.all(Array.from({ length: limit + 5 }, () => statusOf(one)));
      // Earlier counts still apply.
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit - 1);
      expect(statuses.filter((status) => status === 429)).toHaveLength(6);
      expect(await details(one)).toMatchObject({ status: 'ready', limits: 'alone' });
      expect(await metric(one, 'limits_shared')).toBe(0);
      expect(await metric(one, 'limits_counted_locally_total')).toBe(countedBefore + limit + 5);

      if (signal === 'SIGKILL') await redis.restart();
      else await redis.signal('SIGCONT');
      await expect.poll(() => statusOf(one).then(() => details(one))).not.toMatchObject({ limits: 'alone' });
      expect(await metric(one, 'limits_shared')).toBe(1);
    },
  );

  it.each(['becomes a replica', 'vanishes'])(
    'shares over the new server of its address after the old one %s and leaves connections open',
    async (what) => {
      await using before = await startRedis();
      await using after = await startRedis();
      const address = await startAddress(before.url);
      await using one = await startReplica(`redis://127.0.0.1:${address.port}`);
      expect(await statusOf(one)).toBe(200);
      await becomesShared(one);

      address.leadTo(after.url);
      if (what === 'vanishes') address.silence();
      else {
        const operator = new Redis(before.url);
        onTestFinished(() => operator.disconnect());
        await operator.slaveof('127.0.0.1', 1);
      }
      await statusOf(one);
      expect(await details(one)).toMatchObject({ limits: 'alone' });
      const limitsNow = async () => {
        await statusOf(one);
        return (await details(one)).limits;
      };
      await expect.poll(limitsNow).toBe('shared');
    },
  );

  it.each([
    ['WRONGPASS', 'redis://:hunter2@', ['requirepass', 'other']],
    ['NOAUTH', 'redis://', ['requirepass', 'other']],
    ['READONLY', 'redis://', ['slaveof', '127.0.0.1 1']],
    ['OOM', 'redis://', ['maxmemory', '1']],
  ] as const)('logs the error with which Redis refuses it: %s', async (code, begin, [name, value]) => {
    await using redis = await startRedis();
    const operator = new Redis(redis.url);
    onTestFinished(() => operator.disconnect());
    if (name === 'slaveof') await operator.slaveof('127.0.0.1', 1);
    else await operator.config('SET', name, value);
    const { log, lines, entries } = recordedLog('info');
    await using one = await startReplica(redis.url.replace('redis://', begin), {}, log);
    expect(await statusOf(one)).toBe(200);
    const lost = entries().filter(({ msg }) => msg === 'the server of REDIS_URL is lost');
    expect(lost).toMatchObject([
      { reason: `It refuses this process (${code}): this process counts its callers for itself.` },
    ]);
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('counts by itself if Redis lacks the database of the address, and doctor reports this too', async () => {
    await using redis = await startRedis();
    const operator = new Redis(redis.url);
    onTestFinished(() => operator.disconnect());
    const { log, entries } = recordedLog('info');
    await using one = await startReplica(`${redis.url}/99`, {}, log);
    const refused = async () =>
      Number(/^cmdstat_select:.*failed_calls=(\d+)/m.exec(await operator.info('commandstats'))?.[1]);
    // One from the connection and two from later checks.
    await expect.poll(refused).toBeGreaterThan(2);
    await statusOf(one);
    const limitsReason = 'It has no database of this number: this process counts its callers for itself.';
    expect(await details(one)).toMatchObject({ status: 'ready', limits: 'alone', limitsReason });
    const messages = entries().filter(({ msg }) => msg.startsWith('the server of REDIS_URL'));
    expect(messages).toMatchObject([{ msg: 'the server of REDIS_URL is lost', reason: limitsReason }]);
    expect(await operator.dbsize()).toBe(0);
    expect((await doctor(await folderWithStore(), { REDIS_URL: `${redis.url}/99` })).seen).toEqual([
      'limits warning: The server of REDIS_URL has no database of this number: each process would count its callers for itself.',
    ]);
    expect((await doctor(await folderWithStore(), { REDIS_URL: `${redis.url}/3` })).seen).toEqual([]);
  });

  it('reports that Redis is lost although nothing is counted', async () => {
    await using redis = await startRedis();
    await using one = await startReplica(redis.url);
    await becomesShared(one);
    await redis.signal('SIGKILL');
    await expect.poll(() => details(one)).toMatchObject({ limits: 'alone' });
  });

  it('reports why it still counts by itself after Redis returned with another password', async () => {
    await using redis = await startRedis();
    const operator = new Redis(redis.url, { lazyConnect: true });
    await operator.config('SET', 'requirepass', 'hunter2');
    operator.disconnect();
    const { log, lines, entries } = recordedLog('debug');
    await using one = await startReplica(redis.url.replace('redis://', 'redis://:hunter2@'), {}, log);
    await becomesShared(one);
    expect(await details(one)).not.toHaveProperty('limitsReason');
    await redis.signal('SIGKILL');
    await statusOf(one);
    await redis.restart('--requirepass', 'other');
    const reasons = () =>
      entries().flatMap(({ msg, reason }) => (/^the server of REDIS_URL is (still )?lost$/.test(msg) ? [reason] : []));
    await expect
      .poll(reasons)
      .toEqual([
        'It does not answer: this process counts its callers for itself.',
        'It refuses this process (WRONGPASS): this process counts its callers for itself.',
      ]);
    expect(await details(one)).toMatchObject({ limits: 'alone', limitsReason: reasons().at(-1) });
    // A process whose first connection is refused logs the error, too.
    await using other = await startReplica(redis.url.replace('redis://', 'redis://:hunter2@'), {}, log);
    expect(await details(other)).toMatchObject({ limits: 'alone' });
    expect(lines.join('')).toContain('"command"');
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('logs no argument that Redis quotes when it refuses a command', async () => {
    await using redis = await startRedis();
    await redis.signal('SIGKILL');
    await redis.restart('--rename-command', 'AUTH', '');
    const { log, lines, entries } = recordedLog('debug');
    await using one = await startReplica(redis.url.replace('redis://', 'redis://:hunter2@'), {}, log);
    expect(await details(one)).toMatchObject({ limits: 'alone' });
    expect(entries()).toContainEqual(
      expect.objectContaining({ err: expect.objectContaining({ message: 'ERR', command: { name: 'auth' } }) }),
    );
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('logs in JSON that Redis does not require its password, and does not show the password', async () => {
    await using redis = await startRedis();
    await using one = await startProcess({
      env: { REDIS_URL: redis.url.replace('redis://', 'redis://:hunter2@') },
      log: 'read',
    });
    await expect
      .poll(one.logged)
      .toContainEqual(
        expect.objectContaining({ level: 40, msg: expect.stringContaining('does not require a password') }),
      );
    expect(JSON.stringify(one.logged())).not.toContain('hunter2');
  });

  it('counts by itself, and does not report that it shares, until its Redis user may run scripts', async () => {
    await using redis = await startRedis();
    const operator = new Redis(redis.url);
    onTestFinished(() => operator.disconnect());
    await operator.call('ACL', 'SETUSER', 'counter', 'on', '>p', '~fieldgraph:*', '+@all', '-@scripting');
    const { log, entries } = recordedLog('info');
    await using one = await startReplica(redis.url.replace('redis://', 'redis://counter:p@'), {}, log);
    await statusOf(one);
    const refusedCounts = async () =>
      [...(await operator.info('commandstats')).matchAll(/^cmdstat_eval.*rejected_calls=(\d+)/gm)]
        .map(([, calls]) => Number(calls))
        .reduce((sum, calls) => sum + calls, 0);
    // One from the operation and two from later checks: only the first is logged.
    await expect.poll(refusedCounts).toBeGreaterThan(2);
    const messages = entries().filter(({ msg }) => msg.startsWith('the server of REDIS_URL'));
    expect(messages[0]).toMatchObject({
      msg: 'the server of REDIS_URL is lost',
      reason: expect.stringContaining('NOPERM'),
    });
    // On a busy machine, a check may time out in between, which is another reason.
    expect(messages.filter(({ reason }, at) => reason === messages[at - 1]?.reason)).toEqual([]);
    expect(await details(one)).toMatchObject({ limits: 'alone' });
    await operator.call('ACL', 'SETUSER', 'counter', '+@scripting');
    await becomesShared(one);
  });

  it('refuses for at most a minute after the clock was set back', async () => {
    await using redis = await startRedis();
    await using one = await startReplica(redis.url);
    const answer = async () => [await statusOf(one), (await details(one)).limits];
    await expect.poll(answer, { interval: 1 }).toEqual([429, 'shared']);
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() - 3_600_000);
    // First by its own count, then by the shared one.
    for (let nth = 0; nth < 2; nth += 1) {
      const { status, headers } = await post(one.graphUrl, typename);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
  });

  it.skipIf(!hasIPv6)('connects to a name that has only an IPv6 address, and so does doctor', async () => {
    await using redis = await startRedis();
    const address = await startAddress(redis.url, '::1');
    const lookup = dns.lookup as (name: string, options: dns.LookupOptions, done: Found) => void;
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: dns.LookupOptions, done: Found) => {
      if (name !== 'redis.test') lookup(name, options, done);
      else if (options.family === 4) done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));
      else done(null, options.all ? [{ address: '::1', family: 6 }] : '::1', 6);
    }) as typeof dns.lookup);
    const url = `redis://redis.test:${address.port}`;
    await using one = await startReplica(url);
    await becomesShared(one);
    expect((await doctor(await folderWithStore(), { REDIS_URL: url })).seen).toEqual([]);
  });

  it('adds its own counts to the shared ones once Redis responds again', async () => {
    await using redis = await startRedis();
    await using one = await startReplica(redis.url);
    await becomesShared(one);
    await redis.signal('SIGSTOP');
    for (let nth = 0; nth < limit / 2; nth += 1) expect(await statusOf(one)).toBe(200);
    await redis.signal('SIGCONT');
    await becomesShared(one);
    const statuses = await Promise.all(Array.from({ length: limit }, () => statusOf(one)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit / 2);
  });

  it.skipIf(!hasOpenssl)('reports that it does not accept the certificate of Redis, and doctor does too', async () => {
    await using redis = await startRedis();
    const server = createTlsServer(makeCertificate(folderOfFile()), (socket) => {
      socket
        .on('error', () => {})
        .pipe(connect(Number(new URL(redis.url).port), '127.0.0.1'))
        .pipe(socket);
    }).on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `rediss://127.0.0.1:${(server.address() as { port: number }).port}`;
    await using one = await startReplica(url);
    const limitsReason =
      'It has a certificate that is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT): this process counts its callers for itself.';
    await expect.poll(() => details(one)).toMatchObject({ limits: 'alone', limitsReason });
    expect((await doctor(await folderWithStore(), { REDIS_URL: url })).seen).toEqual([
      'limits warning: The certificate of the server of REDIS_URL is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT): each process would count its callers for itself.',
    ]);
  });

  it('starts while Redis is down', async () => {
    await using redis = await startRedis();
    await redis.signal('SIGKILL');
    await using one = await startReplica(redis.url);
    expect(await statusOf(one)).toBe(200);
    expect(await details(one)).toMatchObject({ status: 'ready', limits: 'alone' });
  });
});

it('a process without a limit opens no connection to REDIS_URL, and reports no loss of its server', async () => {
  const { log, entries } = recordedLog('info');
  const env = { GATEWAY_RATE_LIMIT_PER_MINUTE: '0', FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' };
  await using one = await startReplica('redis://127.0.0.1:1', env, log);
  await expect(details(one)).resolves.not.toHaveProperty('limits');
  expect(await (await fetch(`${one.adminUrl}/metrics`)).text()).not.toMatch(/^fieldgraph_limits_shared /m);
  expect(entries().map(({ msg }) => msg)).not.toContain('the server of REDIS_URL is lost');
});
