/**
 * A cluster under load: replicas are killed and restarted, no acknowledged write is lost, and one rate limit applies to all gateways.
 * The gate has fewer replicas and callers, and does not kill the primary; `npm run test:full -- cluster` prints every figure.
 */
import { it } from 'vitest';
import { figure } from '../load/figure.ts';
import { bySize } from '../support/size.ts';
import { freePort } from '../support/free-port.ts';
import { readMetric } from '../support/metric.ts';
import { hasRedis } from '../support/redis.ts';
import { type Clients, countWritten, startClients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { hasPostgresPair } from './postgres-pair.ts';
import { until } from './processes.ts';

const { replicas, readers, writers, limit } = bySize(
  { replicas: 2, readers: 4, writers: 2, limit: 200 },
  { replicas: 3, readers: 16, writers: 8, limit: 1_000 },
);

/** So many acknowledged writes and successful reads show that callers are served again. */
const steadyWrites = 20;
const steadyReads = 20;
const recoverMsMax = bySize(240_000, 60_000);
const limitTolerance = 0.05;

it.skipIf(!hasRedis || !hasPostgresPair)(
  'a cluster on one machine loses no acknowledged write and no retried read when replicas and Redis are killed or restarted',
  { timeout: bySize(1_200_000, 1_800_000) },
  async () => {
    await using cluster = await startCluster(replicas);
    const { gateways, services, redis } = cluster;
    const clients = startClients({ graphUrl: gateways.url, apiKey: cluster.apiKey, readers, writers });
    try {
      await under('nothing', clients, async () => {});
      await under('a gateway killed', clients, () => gateways.kill(0).then(() => gateways.start(0)));
      await under('a service killed', clients, () => services.kill(0).then(() => services.start(0)));
      await under('Redis killed', clients, () => redis.signal('SIGKILL'));
      await redis.restart();
      await under('a rolling restart', clients, async () => {
        let unclean = 0;
        for (const part of [services, gateways]) {
          for (let at = 0; at < part.urls.length; at += 1) {
            if ((await part.stop(at)) !== 0) unclean += 1;
            await part.start(at);
          }
        }
        figure('a rolling restart: replicas that did not end with 0', unclean, { atMost: 0 });
      });
      if (bySize(false, true)) await killPrimary(cluster, clients);
    } finally {
      await clients.stop();
    }
    // Each acknowledged observation is stored once, under the id that was returned.
    const { lost, doubled } = await countWritten(cluster.postgres.url, clients.acknowledged);
    figure('writes acknowledged', clients.acknowledged.size, { atLeast: 1 });
    figure('of them lost', lost, { atMost: 0 });
    figure('texts stored more than once', doubled, { atMost: 0 });
    figure('of them answered with two observations', clients.changed.length, { atMost: 0 });
    await holdLimit(cluster);
  },
);

/** Runs `happens` while callers continue, and waits until they are served again: no read may have failed after its retries. */
async function under(what: string, clients: Clients, happens: () => Promise<unknown>): Promise<void> {
  clients.figures();
  await happens();
  const before = clients.figures();
  let since = before;
  await until(`callers to be served after ${what}`, async () => {
    const now = clients.figures();
    since = { ...now, reads: since.reads + now.reads, writes: since.writes + now.writes };
    before.readsFailed += now.readsFailed;
    before.retries += now.retries;
    before.readGapMs = Math.max(before.readGapMs, now.readGapMs);
    before.writeGapMs = Math.max(before.writeGapMs, now.writeGapMs);
    return since.writes >= before.writes + steadyWrites && since.reads >= before.reads + steadyReads;
  });
  figure(`${what}: reads failed after their tries`, before.readsFailed, { atMost: 0 });
  figure(`${what}: tries beyond the first`, before.retries);
  figure(`${what}: longest without a read, ms`, before.readGapMs, { atMost: recoverMsMax });
  figure(`${what}: longest without a write, ms`, before.writeGapMs, { atMost: recoverMsMax });
}

async function killPrimary({ postgres }: Cluster, clients: Clients): Promise<void> {
  clients.figures();
  const killedAt = performance.now();
  const node = postgres.killPrimary();
  let writes = 0;
  const isWriting = async () => {
    writes += clients.figures().writes;
    return writes >= steadyWrites;
  };
  await until('writes after the primary was killed', isWriting, 120_000);
  figure('the primary killed: writes again after, ms', performance.now() - killedAt, { atMost: recoverMsMax });
  await postgres.restart(node);
}

/** One caller over several gateways gets one limit. If Redis was too slow on a busy machine, the count is repeated. */
async function holdLimit(cluster: Cluster): Promise<void> {
  let counted = await countAllowed(cluster);
  while (counted.locally !== 0) {
    await cluster.redis.signal('SIGKILL');
    await cluster.redis.restart();
    counted = await countAllowed(cluster);
  }
  figure(`of three times a limit of ${limit}, let through over ${replicas} gateways`, counted.allowed, {
    atLeast: limit * (1 - limitTolerance),
    atMost: limit * (1 + limitTolerance),
  });
}

/** Sends three times the limit to new gateways; returns how many were allowed, and how many a gateway counted locally. */
async function countAllowed(cluster: Cluster): Promise<{ allowed: number; locally: number }> {
  const adminPorts: number[] = [];
  for (let at = 0; at < replicas; at += 1) adminPorts.push(await freePort());
  const { urls } = await cluster.startGateways(replicas, (at) => ({
    GATEWAY_RATE_LIMIT_PER_MINUTE: String(limit),
    ADMIN_PORT: String(adminPorts[at]),
  }));
  let allowed = 0;
  const callers = Array.from({ length: 16 }, async (_, caller) => {
    for (let sent = 0; sent < (3 * limit) / 16; sent += 1) {
      const response = await fetch(`${urls[(caller + sent) % urls.length]}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      });
      await response.body?.cancel();
      if (response.status === 200) allowed += 1;
    }
  });
  await Promise.all(callers);
  const locally = await Promise.all(
    adminPorts.map((port) => readMetric(`http://127.0.0.1:${port}`, 'limits_counted_locally_total')),
  );
  return { allowed, locally: locally.reduce((sum, count) => sum + count) };
}
