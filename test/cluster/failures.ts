/** What a cluster has to live through, each under load, and the bounds that it keeps. */
import pg from 'pg';
import type { Figure } from '../siege/scenario.ts';
import { type Clients, startClients, textOf, textPrefix } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { until } from './processes.ts';

/** `short` is for the gate: fewer replicas and callers, and the primary lives. */
export type ClusterSize = 'short' | 'whole';

const sizes = {
  short: { replicas: 2, readers: 4, writers: 2, limit: 200 },
  whole: { replicas: 3, readers: 16, writers: 8, limit: 1_000 },
};

/** Acknowledged writes and answered reads that show that callers are served again. */
const steadyWrites = 20;
const steadyReads = 20;
const recoverMsMax = 60_000;
const limitTolerance = 0.05;

/** Runs all of it, telling each figure as it is known. */
export async function failCluster(size: ClusterSize, tell: (figure: Figure) => void): Promise<void> {
  const { replicas, readers, writers, limit } = sizes[size];
  await using cluster = await startCluster(replicas);
  const clients = startClients({ graphUrl: cluster.gateways.url, apiKey: cluster.apiKey, readers, writers });
  try {
    await under('nothing', clients, async () => {}, tell);
    await under('a gateway killed', clients, () => killAndStart(cluster, 'gateways'), tell);
    await under('a service killed', clients, () => killAndStart(cluster, 'services'), tell);
    await under('Redis killed', clients, () => cluster.redis.signal('SIGKILL'), tell);
    await cluster.redis.restart();
    await under('a rolling restart', clients, () => rollAll(cluster, tell), tell);
    if (size === 'whole') await killPrimary(cluster, clients, tell);
  } finally {
    await clients.stop();
  }
  await compare(cluster, clients, tell);
  await holdLimit(cluster, replicas, limit, tell);
}

/** Something happens while callers go on, until they are served again: then no read may have failed in the end. */
async function under(
  what: string,
  clients: Clients,
  happens: () => Promise<unknown>,
  tell: (figure: Figure) => void,
): Promise<void> {
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
  tell({ what: `${what}: reads failed after their tries`, value: before.readsFailed, unit: '', atMost: 0 });
  tell({ what: `${what}: tries beyond the first`, value: before.retries, unit: '' });
  tell({ what: `${what}: longest without a read`, value: before.readGapMs, unit: 'ms', atMost: recoverMsMax });
  tell({ what: `${what}: longest without a write`, value: before.writeGapMs, unit: 'ms', atMost: recoverMsMax });
}

async function killAndStart(cluster: Cluster, half: 'gateways' | 'services'): Promise<void> {
  await cluster[half].kill(0);
  await cluster[half].start(0);
}

async function rollAll({ gateways, services }: Cluster, tell: (figure: Figure) => void): Promise<void> {
  let unclean = 0;
  for (const half of [services, gateways]) {
    for (let at = 0; at < half.urls.length; at += 1) {
      if ((await half.stop(at)) !== 0) unclean += 1;
      await half.start(at);
    }
  }
  tell({ what: 'a rolling restart: replicas that did not end with 0', value: unclean, unit: '', atMost: 0 });
}

async function killPrimary({ postgres }: Cluster, clients: Clients, tell: (figure: Figure) => void): Promise<void> {
  clients.figures();
  const killedAt = performance.now();
  const node = postgres.killPrimary();
  let writes = 0;
  await until(
    'writes after the primary was killed',
    async () => {
      writes += clients.figures().writes;
      return writes >= steadyWrites;
    },
    120_000,
  );
  const recoveredMs = performance.now() - killedAt;
  tell({ what: 'the primary killed: writes again after', value: recoveredMs, unit: 'ms', atMost: recoverMsMax });
  await postgres.restart(node);
}

/** Of all that was acknowledged, each note is there once, and is the one that was told. */
async function compare({ postgres }: Cluster, clients: Clients, tell: (figure: Figure) => void): Promise<void> {
  const { lost, doubled } = await countWritten(postgres.url, clients.acknowledged);
  tell({ what: 'writes acknowledged', value: clients.acknowledged.size, unit: '', atLeast: 1 });
  tell({ what: 'of them lost', value: lost, unit: '', atMost: 0 });
  tell({ what: 'texts stored more than once', value: doubled, unit: '', atMost: 0 });
  tell({ what: 'of them answered with two notes', value: clients.changed.length, unit: '', atMost: 0 });
}

/**
 * Acknowledged keys (each with the id of its note) whose note is not stored, and texts of clients that are stored more than once. By their
 * texts: the table has a constraint on keys, which would hide a note that was written again under none or under another one.
 */
export async function countWritten(
  url: string,
  acknowledged: ReadonlyMap<string, string>,
): Promise<{ lost: number; doubled: number }> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ text: string; id: string }>(
    `SELECT record::json ->> 'text' AS text, id FROM observation WHERE starts_with(record::json ->> 'text', $1)`,
    [textPrefix],
  );
  await client.end();
  const ids = Map.groupBy(rows, ({ text }) => text);
  const isStored = ([key, id]: [string, string]) => ids.get(textOf(key))?.some((row) => row.id === id);
  return {
    lost: [...acknowledged].filter((entry) => !isStored(entry)).length,
    doubled: [...ids.values()].filter((stored) => stored.length > 1).length,
  };
}

/** One caller over several gateways gets one limit. */
async function holdLimit(
  cluster: Cluster,
  replicas: number,
  limit: number,
  tell: (figure: Figure) => void,
): Promise<void> {
  const { urls } = await cluster.startGateways(replicas, { GATEWAY_RATE_LIMIT_PER_MINUTE: String(limit) });
  const callers = Array.from({ length: 16 }, async (_, caller) => {
    let allowed = 0;
    for (let sent = 0; sent < (3 * limit) / 16; sent += 1) {
      const response = await fetch(`${urls[(caller + sent) % urls.length]}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      });
      await response.body?.cancel();
      if (response.status === 200) allowed += 1;
    }
    return allowed;
  });
  const allowed = (await Promise.all(callers)).reduce((sum, each) => sum + each, 0);
  tell({
    what: `of three times a limit of ${limit}, let through over ${replicas} gateways`,
    value: allowed,
    unit: '',
    atLeast: limit * (1 - limitTolerance),
    atMost: limit * (1 + limitTolerance),
  });
}
