/** A whole cluster on one machine, started and ended together: HAProxy, gateways, services, a pair of PostgreSQL nodes and Redis. */
import { chmod } from 'node:fs/promises';
import { startRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { createProcesses } from './processes.ts';
import { startReplicas } from './replicas.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A well-formed key, valid only as the key of the demo. */
const apiKey = `fds_test_${'c1u5te'.repeat(8)}`;

/** A folder with processes, and Redis, until the stack is disposed of. */
export async function startBase(started: AsyncDisposableStack) {
  const { path: folder } = started.use(await temporaryFolder());
  // PostgreSQL runs as another user, who must have access to the folder.
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
  // The address of the gateways, from which all keyless calls come.
  FIELD_DATA_RATE_LIMIT_EXEMPT: '127.0.0.0/8',
});

/** Starts this number of replicas of both gateway and service. */
export async function startCluster(replicas: number) {
  await using started = new AsyncDisposableStack();
  const { processes, redis } = await startBase(started);
  const postgres = await startPostgresPair(processes);
  const services = await startReplicas(processes, 'service', replicas, storeOf(postgres.url, redis.url));
  const gatewayEnv = { FIELD_DATA_URL: services.url, REDIS_URL: redis.url };
  /** Further gateways over the same services and Redis, with their own settings. */
  const startGateways = (count: number, envOf: (at: number) => Record<string, string>) =>
    startReplicas(processes, 'gateway', count, (at) => ({ ...gatewayEnv, ...envOf(at) }));
  const gateways = await startGateways(replicas, () => ({}));
  const all = started.move();
  const dispose = () => all.disposeAsync();
  return { gateways, services, postgres, redis, apiKey, startGateways, [Symbol.asyncDispose]: dispose };
}
