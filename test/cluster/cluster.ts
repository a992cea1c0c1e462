/** The whole of it on one machine: gateways and services behind HAProxy, PostgreSQL as a pair, Redis; made and ended together. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../support/redis.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { createProcesses } from './processes.ts';
import { startReplicas } from './replicas.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Of the key's form; the demo has it alone. */
const apiKey = `fds_test_${'c1u5te'.repeat(8)}`;

/** Starts so many replicas of each half. */
export async function startCluster(replicas: number) {
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
  const services = await startReplicas(processes, 'service', replicas, {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DEMO: 'on',
    DEMO_API_KEY: apiKey,
    // The gateways': all keyless calls come from there.
    FIELD_DATA_RATE_LIMIT_EXEMPT: '127.0.0.0/8',
  });
  const gatewayEnv = { FIELD_DATA_URL: services.url, REDIS_URL: redis.url };
  /** More gateways over the same services and Redis, with settings of their own. */
  const startGateways = (count: number, env: Record<string, string>) =>
    startReplicas(processes, 'gateway', count, { ...gatewayEnv, ...env });
  const gateways = await startGateways(replicas, {});
  const all = started.move();
  const dispose = () => all.disposeAsync();
  return { gateways, services, postgres, redis, apiKey, startGateways, [Symbol.asyncDispose]: dispose };
}
