/**
 * Measures the four endpoints of the service with its starting data: as reference, as control, over PostgreSQL, and as limit, each in its
 * own process. PostgreSQL commits to disk as in production, and shares the core of the load.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { control, figuresOf, reference, type Sitting, type StartSample } from '../figures.ts';
import type { Reply } from '../harness/caller.ts';
import type { Load } from '../harness/load.ts';
import { Measurement, type Pace } from '../harness/measurement.ts';
import { npmStart, patient, productFolder } from '../harness/npm-start.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Command, gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { EndpointFigures } from '../results.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgres/server.ts';
import { answers, compareReads, type Endpoint, endpoints, fieldIds } from './service-endpoints.ts';

const callers = 16;
/** Name of the contestant that runs the same service over PostgreSQL. */
export const overPostgres = 'postgresql';

/** Measures each endpoint, in alternating rounds of all contestants. The limit copies its rows from the service. */
export async function measureService(pace: Pace, random: Random): Promise<EndpointFigures[]> {
  const sittings = endpoints.map((): Sitting[] => []);
  for (let start = 0; start < pace.starts; start++) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
    const servers = new Map<string, { server: Server; key: string }>();
    const postgres = await startPostgres({ isDurable: true }).catch(reportAbsence);
    try {
      for (const name of shuffled([reference, control], random))
        servers.set(name, await startService(join(folder, name)));
      const { server: service, key } = servers.get(reference) as { server: Server; key: string };
      if (postgres)
        servers.set(overPostgres, await startService(join(folder, overPostgres), databaseOf(postgres, key)));
      servers.set('limit', { server: await startLimit(folder, service.url), key });
      await compareReads(service.url, (servers.get('limit') as { server: Server }).server.url, key);
      for (const [at, endpoint] of endpoints.entries()) {
        sittings[at]?.push(new Map(await measureEndpoint(endpoint, servers, pace, random)));
      }
    } finally {
      await Promise.all(servers.values().map(({ server }) => server.stop()));
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return endpoints.map(({ title }, at) => ({ endpoint: title, figures: figuresOf(sittings[at] ?? []) }));
}

async function measureEndpoint(
  endpoint: Endpoint,
  servers: Map<string, { server: Server; key: string }>,
  pace: Pace,
  random: Random,
): Promise<[string, StartSample][]> {
  const { requestsPerCpuSecond } = endpoint;
  const measurements = [...servers].map(([name, { server, key }]): [string, Measurement] => {
    const load: Load = {
      url: server.url,
      callers,
      requestOf: (nth) => endpoint.requestOf(server.url, key, nth),
      isGood: ({ status }: Reply) => endpoint.statuses.includes(status),
    };
    return [name, new Measurement(server, { load, requestsPerCpuSecond, pace })];
  });
  for (const [, measurement] of shuffled(measurements, random)) await measurement.warmUp();
  for (let round = 0; round < pace.rounds; round++) {
    for (const [, measurement] of shuffled(measurements, random)) await measurement.round();
  }
  return measurements.map(([name, measurement]) => [name, measurement.sample()]);
}

function reportAbsence(error: Error): undefined {
  console.error(`  not measured over PostgreSQL: ${error.message.split('\n')[0]}`);
}

/** Settings for PostgreSQL. They turn the demo on, which is off over a database by default, and set its key. */
function databaseOf({ url }: PostgresServer, key: string): Record<string, string> {
  return { DATABASE_URL: `${url}/postgres`, DEMO: 'on', DEMO_API_KEY: key };
}

/** Starts the service as `npm start` does. Returns it with its demo key. */
async function startService(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ server: Server; key: string }> {
  const port = await freePort();
  const command = npmStart({
    ...environment(),
    PORT: String(await freePort()),
    FIELD_DATA_PORT: String(port),
    FIELD_DATA_DIR: folder,
    // Requests are counted as in production, but never reach the limit.
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: '1000000000',
    ...patient,
    ...settings,
  });
  const server = await startServer(command, gatewayCore, port, answers);
  return { server, key: settings.DEMO_API_KEY ?? readFileSync(join(folder, 'demo-key'), 'utf8').trim() };
}

async function startLimit(folder: string, service: URL): Promise<Server> {
  const port = await freePort();
  const command: Command = {
    command: process.execPath,
    args: [`${productFolder}bench/limits/sqlite.ts`],
    cwd: productFolder,
    env: {
      ...environment(),
      PORT: String(port),
      FIELD_DATA_URL: service.origin,
      FIELD_IDS: fieldIds.join(),
      DATABASE_FILE: join(folder, 'limit.db'),
    },
  };
  return startServer(command, gatewayCore, port, answers);
}
