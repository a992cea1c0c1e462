/**
 * Measures the dashboard of fifty fields over the real service and its starting data, with and without batch reads: in one process as
 * `npm start` runs it, and in two processes over a socket, whose CPU is added.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pace } from '../harness/measurement.ts';
import { npmStart, patient } from '../harness/npm-start.ts';
import { demoFields } from '../../test/support/demo-fields.ts';
import { freePort } from '../../test/support/free-port.ts';
import { gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { DashboardResult } from '../results.ts';
import { estimate } from '../statistics.ts';
import { inEachOrder } from '../workloads.ts';
import { isReady, keyOf, playRound, startProduct } from './product.ts';

const preload = fileURLToPath(new URL('../without/preload.ts', import.meta.url));

/** Processes of gateway and service. */
const settings = ['one process', 'two processes'] as const;
type Setting = (typeof settings)[number];

interface Running {
  /** The gateway first. */
  servers: [Server, ...Server[]];
  key: string;
}

interface Round {
  cpuMs: number;
  serviceCpuMs: number;
  p50Ms: number;
}

/** Measures both settings, each with and without batch reads in alternating rounds. */
export async function measureDashboard(pace: Pace, random: Random): Promise<DashboardResult[]> {
  const results: DashboardResult[] = [];
  for (const setting of settings) results.push(await measureSetting(setting, pace, random));
  return results;
}

async function measureSetting(setting: Setting, pace: Pace, random: Random): Promise<DashboardResult> {
  const rounds: { grouped: Round; single: Round }[] = [];
  for (let start = 0; start < pace.starts; start++) {
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'fieldgraph-bench-')));
    const started: Server[] = [];
    const starting = folders.map((folder, at) =>
      (setting === 'one process' ? startWhole : startRoles)(folder, at === 0, started),
    );
    try {
      // Waits for both even if one fails, so that the processes of the other are stopped, too.
      await Promise.allSettled(starting);
      const [grouped, single] = await Promise.all(starting);
      if (!grouped || !single) continue;
      for (const one of [grouped, single]) await measure(one, pace, pace.warmUpSeconds);
      for (let round = 0; round < pace.rounds; round++) {
        const took = new Map<Running, Round>();
        for (const one of shuffled([grouped, single], random)) took.set(one, await measure(one, pace, pace.seconds));
        rounds.push({ grouped: took.get(grouped) as Round, single: took.get(single) as Round });
      }
    } finally {
      await Promise.all(started.map((server) => server.stop()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    setting,
    cpuMs: estimate(rounds.map(({ grouped }) => grouped.cpuMs)),
    ...(setting === 'two processes' && {
      serviceCpuMs: estimate(rounds.map(({ grouped }) => grouped.serviceCpuMs)),
    }),
    singleCpu: estimate(rounds.map(({ grouped, single }) => single.cpuMs / grouped.cpuMs)),
    singleP50: estimate(rounds.map(({ grouped, single }) => single.p50Ms / grouped.p50Ms)),
  };
}

async function measure({ servers, key }: Running, pace: Pace, seconds: number): Promise<Round> {
  const { cpuMs, p50Ms } = await playRound(servers, key, bodies, pace, seconds);
  return { cpuMs: cpuMs.reduce((sum, each) => sum + each, 0), serviceCpuMs: cpuMs[1] ?? 0, p50Ms };
}

const bodies = inEachOrder(demoFields(50)).map((question) => JSON.stringify(question));

/** Starts the product in one process, and adds the process to `started`. */
async function startWhole(folder: string, isGrouping: boolean, started: Server[]): Promise<Running> {
  const { server, key } = await startProduct(folder, { ...patient, ...without(isGrouping) }, flagsOf(isGrouping));
  started.push(server);
  return { servers: [server], key };
}

async function startRoles(folder: string, isGrouping: boolean, started: Server[]): Promise<Running> {
  const [port, servicePort] = [await freePort(), await freePort()];
  const start = async (role: string, at: number, env: Record<string, string>, flags: string[] = []) => {
    const { args, ...command } = npmStart({ ...environment(), ...patient, ...env });
    const server = await startServer({ ...command, args: [...flags, ...args, role] }, gatewayCore, at, isReady);
    started.push(server);
    return server;
  };
  const service = await start('service', servicePort, {
    FIELD_DATA_DIR: folder,
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0',
    FIELD_DATA_PORT: String(servicePort),
  });
  const env = { PORT: String(port), FIELD_DATA_URL: service.url.origin, ...without(isGrouping) };
  const server = await start('gateway', port, env, flagsOf(isGrouping));
  return { servers: [server, service], key: keyOf(folder) };
}

const without = (isGrouping: boolean): Record<string, string> => (isGrouping ? {} : { WITHOUT: 'groups' });
const flagsOf = (isGrouping: boolean) => (isGrouping ? [] : ['--import', preload]);
