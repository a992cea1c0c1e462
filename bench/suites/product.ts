/** Starts the whole product with its starting data, as `npm start` does, and sends requests with its demo key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postOf, type Reply } from '../harness/caller.ts';
import { runLoad } from '../harness/load.ts';
import type { Pace } from '../harness/measurement.ts';
import { npmStart } from '../harness/npm-start.ts';
import { freePort } from '../../test/support/free-port.ts';
import { gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import { percentile } from '../statistics.ts';

export interface Product {
  /** The server of the graph. */
  server: Server;
  serviceUrl: string;
  adminUrl: string;
  key: string;
}

/** Whether a process reports that it is ready. */
export const isReady = async (url: URL): Promise<boolean> => (await fetch(new URL('/ready', url))).ok;

/** Reads the demo key of a folder. */
export const keyOf = (folder: string): string => readFileSync(join(folder, 'demo-key'), 'utf8').trim();

/** Starts the product in a folder with further settings and Node flags. */
export async function startProduct(
  folder: string,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Product> {
  const [port, servicePort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const { args, ...command } = npmStart({
    ...environment(),
    PORT: String(port),
    FIELD_DATA_PORT: String(servicePort),
    ADMIN_PORT: String(adminPort),
    FIELD_DATA_DIR: folder,
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  });
  const server = await startServer({ ...command, args: [...flags, ...args] }, gatewayCore, port, isReady);
  const urlOf = (at: number) => `http://127.0.0.1:${at}`;
  return { server, serviceUrl: urlOf(servicePort), adminUrl: urlOf(adminPort), key: keyOf(folder) };
}

const callers = 4;
const requestsPerCpuSecond = 40;

/** Whether the status is 200 and the result has no errors. */
const isGood = ({ status, raw }: Reply) => status === 200 && !raw.includes('"errors"');

/**
 * Runs a round of an operation with these bodies in turn. Pass more bodies than callers: the gateway coalesces equal requests in flight.
 * Returns the median latency, and the CPU milliseconds of a request in each process, the gateway first.
 */
export async function playRound(
  servers: readonly [Server, ...Server[]],
  key: string,
  bodies: readonly string[],
  pace: Pace,
  seconds: number,
): Promise<{ cpuMs: number[]; p50Ms: number }> {
  const { url } = servers[0];
  const requests = bodies.map((body) => postOf(url, body, `Bearer ${key}`));
  const before = servers.map((server) => server.cpuMs());
  const { latencies } = await runLoad(
    { url, callers, requestOf: (nth) => requests[nth % requests.length] as string, isGood },
    { requests: Math.max(pace.requestsMin, Math.round(requestsPerCpuSecond * seconds)), secondsMax: seconds * 60 },
  );
  const cpuMs = servers.map((server, at) => (server.cpuMs() - (before[at] ?? 0)) / latencies.length);
  return { cpuMs, p50Ms: percentile(latencies, 0.5) };
}
