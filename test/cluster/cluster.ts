/** The whole of it on one machine: gateways and services behind HAProxy, PostgreSQL as a pair, Redis; made and ended together. */
import { chmod } from 'node:fs/promises';
import { startRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { createProcesses } from './processes.ts';
import { startReplicas } from './replicas.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Of the key's form; the demo has it alone. */
const apiKey = `fds_test_${'c1u5te'.repeat(8)}`;

/** A folder with processes, and Redis, for as long as the stack. */
export async function startBase(started: AsyncDisposableStack) {
  const { path: folder } = started.use(await temporaryFolder());
  // PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o755);
  const processes = createProcesses(folder);
  started.defer(() => processes.end());
  return { folder, processes, redis: started.use(await startRedis()) };
}

/** Settings of the service over a database. */
export const storeOf = (databaseUrl: string, redisUrl: string) => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  DEMO: 'on',
  DEMO_API_KEY: apiKey,
  // The gateways': all keyless calls come from there.
  FIELD_DATA_RATE_LIMIT_EXEMPT: '127.0.0.0/8',
});

/** Starts so many replicas of each half. */
export async function startCluster(replicas: number) {
  await using started = new AsyncDisposableStack();
  const { processes, redis } = await startBase(started);
  const postgres = await startPostgresPair(processes);
  const services = await startReplicas(processes, 'service', replicas, storeOf(postgres.url, redis.url));
  const gatewayEnv = { FIELD_DATA_URL: services.url, REDIS_URL: redis.url };
  /** More gateways over the same services and Redis, with settings of their own. */
  const startGateways = (count: number, envOf: (at: number) => Record<string, string>) =>
    startReplicas(processes, 'gateway', count, (at) => ({ ...gatewayEnv, ...envOf(at) }));
  const gateways = await startGateways(replicas, () => ({}));
  const all = started.move();
  const dispose = () => all.disposeAsync();
  return { gateways, services, postgres, redis, apiKey, startGateways, [Symbol.asyncDispose]: dispose };
}
