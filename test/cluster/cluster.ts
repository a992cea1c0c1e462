/** The whole of it on one machine: gateways and services behind HAProxy, PostgreSQL as a pair, Redis; made and ended together. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import { createProcesses } from './processes.ts';
import { type Replicas, startReplicas } from './replicas.ts';

export interface Cluster extends AsyncDisposable {
  gateways: Replicas;
  services: Replicas;
  postgres: PostgresPair;
  redis: RedisServer;
  apiKey: string;
  /** More gateways over the same services and Redis, with settings of their own. */
  startGateways(count: number, env: Record<string, string>): Promise<Replicas>;
}

/** Of the key's form; the demo has it alone. */
const apiKey = `fds_test_${'c1u5te'.repeat(8)}`;

/** Starts so many replicas of each half. */
export async function startCluster(replicas: number): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldgraph-cluster-'));
  // PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o755);
  const processes = createProcesses(folder);
  await using started = new AsyncDisposableStack();
  started.defer(async () => {
    await processes.end();
    await rm(folder, { recursive: true, force: true });
  });
  const redis = started.use(await startRedis());
  const postgres = await startPostgresPair(processes);
  const services = await startReplicas(processes, {
    role: 'service',
    count: replicas,
    env: {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      DEMO: 'on',
      DEMO_API_KEY: apiKey,
      // The gateways': all keyless calls come from there.
      FIELD_DATA_RATE_LIMIT_EXEMPT: '127.0.0.0/8',
    },
  });
  const gatewayEnv = { FIELD_DATA_URL: services.url, REDIS_URL: redis.url };
  const startGateways = (count: number, env: Record<string, string>) =>
    startReplicas(processes, { role: 'gateway', count, env: { ...gatewayEnv, ...env } });
  const gateways = await startGateways(replicas, {});
  const all = started.move();
  return {
    gateways,
    services,
    postgres,
    redis,
    apiKey,
    startGateways,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
