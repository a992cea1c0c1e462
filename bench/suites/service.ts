/** The service's four endpoints beside the bare limit, each alone in its process, over the starting data. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Caller, getOf, type Reply, textOf } from '../harness/caller.ts';
import { firstDifference } from '../harness/compare.ts';
import { median, percentile, runLoad } from '../harness/load.ts';
import type { Pace } from '../harness/measure.ts';
import { npmStart } from '../harness/npm-start.ts';
import { type Command, freePort, gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import type { EndpointFigures } from '../results.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const callers = 16;
const fieldIds = Array.from({ length: 20 }, (_, at) => `fld_demo_${String(at + 1).padStart(2, '0')}`);

interface Endpoint {
  title: string;
  requestOf(url: URL, key: string, nth: number): string;
  status: number;
}

const reading = (title: string, path: string, query = ''): Endpoint => ({
  title,
  requestOf: (url, key, nth) =>
    getOf(url, `/api/v1/${path}?field_id=${fieldIds[nth % fieldIds.length]}${query}`, `Bearer ${key}`),
  status: 200,
});

let writesSoFar = 0;
const endpoints: Endpoint[] = [
  reading('GET weather', 'weather'),
  reading('GET earth-observations', 'earth-observations'),
  reading('GET observations', 'observations', '&limit=25'),
  {
    title: 'POST observations',
    requestOf: (url, key, nth) => {
      const body = JSON.stringify({
        field_id: fieldIds[nth % fieldIds.length],
        text: 'A few pustules on the lower leaves.',
        category: 'disease',
        severity: 'low',
      });
      return (
        `POST /api/v1/observations HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: application/json\r\nidempotency-key: bench-${process.pid}-${writesSoFar++}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      );
    },
    status: 201,
  },
];

/** Requests a second and latencies of each endpoint: the service's and the limit's, in alternating rounds. */
export async function measureService(pace: Pace): Promise<EndpointFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
  const graphPort = await freePort();
  const servicePort = await freePort();
  const limitPort = await freePort();
  const service = await startServer(serviceCommand(folder, graphPort, servicePort), gatewayCore, servicePort, answers);
  let limit: Server | undefined;
  try {
    const key = readFileSync(join(folder, 'data', 'demo-key'), 'utf8').trim();
    limit = await startServer(limitCommand(folder, limitPort, service.url), gatewayCore, limitPort, answers);
    const contestants = [
      { name: 'service', server: service },
      { name: 'limit', server: limit },
    ] as const;
    await compareReads(service.url, limit.url, key);
    const figures: EndpointFigures[] = [];
    for (const endpoint of endpoints) {
      const rounds = { service: [] as Round[], limit: [] as Round[] };
      for (let round = -1; round < pace.rounds; round++) {
        for (const { name, server } of contestants) {
          const taken = await measureRound(endpoint, server, key, round < 0 ? pace.warmUpSeconds : pace.seconds);
          if (round >= 0) rounds[name].push(taken);
        }
      }
      figures.push({ endpoint: endpoint.title, service: middleOf(rounds.service), limit: middleOf(rounds.limit) });
    }
    return figures;
  } finally {
    await limit?.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Round {
  cpuMs: number;
  requestsPerSecond: number;
  p99Ms: number;
}

async function measureRound(endpoint: Endpoint, server: Server, key: string, seconds: number): Promise<Round> {
  const cpuBefore = server.cpuMs();
  const load = await runLoad(
    {
      url: server.url,
      callers,
      requestOf: (nth) => endpoint.requestOf(server.url, key, nth),
      isGood: ({ status }: Reply) => status === endpoint.status,
    },
    { seconds },
  );
  return {
    cpuMs: (server.cpuMs() - cpuBefore) / load.requests,
    requestsPerSecond: load.requests / load.seconds,
    p99Ms: percentile(load.latencies, 0.99),
  };
}

const middleOf = (rounds: Round[]): Round => ({
  cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
  requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
});

/** The reads of one field must be the same from both: a limit that answers less is none. */
async function compareReads(service: URL, limit: URL, key: string): Promise<void> {
  for (const { title, requestOf, status } of endpoints.filter((each) => each.status === 200)) {
    const [ours, bare] = await Promise.all(
      [service, limit].map(async (url) => {
        const caller = new Caller(url);
        const reply = await caller.send(requestOf(url, key, 0));
        caller.close();
        if (reply.status !== status) throw new Error(`${title}: status ${reply.status}: ${textOf(reply)}`);
        return JSON.parse(textOf(reply)) as unknown;
      }),
    );
    const difference = firstDifference(ours, bare);
    if (difference) throw new Error(`${title}: the limit answers otherwise: ${difference}`);
  }
}

async function answers(url: URL): Promise<boolean> {
  const caller = new Caller(url);
  try {
    return (await caller.send(getOf(url, `/api/v1/weather?field_id=${fieldIds[0]}`))).status === 200;
  } finally {
    caller.close();
  }
}

const serviceCommand = (folder: string, graphPort: number, servicePort: number): Command =>
  npmStart({
    ...environment(),
    PORT: String(graphPort),
    FIELD_DATA_PORT: String(servicePort),
    FIELD_DATA_DIR: join(folder, 'data'),
    // Counted, as in production, but never reached.
    RATE_LIMIT_PER_MINUTE: '1000000000',
  });

const limitCommand = (folder: string, port: number, service: URL): Command => ({
  command: process.execPath,
  args: [`${root}bench/limits/sqlite.ts`],
  cwd: root,
  env: {
    ...environment(),
    PORT: String(port),
    FIELD_DATA_URL: service.origin,
    FIELD_IDS: fieldIds.join(),
    DATABASE_FILE: join(folder, 'limit.db'),
  },
});
