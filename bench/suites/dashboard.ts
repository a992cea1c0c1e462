/**
 * The dashboard of fifty fields over the real service, with its starting data: in one process as `npm start` runs it, and over a socket as
 * two; each with several fields in one call and without. The CPU of both processes is counted, where they are two.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postOf, type Reply } from '../harness/caller.ts';
import { runLoad } from '../harness/load.ts';
import type { Pace } from '../harness/measurement.ts';
import { npmStart } from '../harness/npm-start.ts';
import { type Command, freePort, gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { DashboardResult } from '../results.ts';
import { estimate, percentile } from '../statistics.ts';
import { manyFieldsOf } from '../workloads.ts';

const callers = 4;
const requestsPerCpuSecond = 40;
const preload = fileURLToPath(new URL('../without/preload.ts', import.meta.url));

/** How gateway and service are run. */
const settings = ['one process', 'two processes'] as const;
type Setting = (typeof settings)[number];

interface Running {
  servers: Server[];
  graph: URL;
  key: string;
}

interface Round {
  cpuMs: number;
  serviceCpuMs: number;
  p50Ms: number;
}

/** Both settings, each with and without, in alternating rounds. */
export async function measureDashboard(pace: Pace, random: Random): Promise<DashboardResult[]> {
  const results: DashboardResult[] = [];
  for (const setting of settings) results.push(await measureSetting(setting, pace, random));
  return results;
}

async function measureSetting(setting: Setting, pace: Pace, random: Random): Promise<DashboardResult> {
  const rounds: { grouped: Round; single: Round }[] = [];
  for (let start = 0; start < pace.starts; start++) {
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'fieldgraph-bench-')));
    const [grouped, single] = await Promise.all(
      folders.map((folder, at) => (setting === 'one process' ? startWhole : startHalves)(folder, at === 0)),
    );
    try {
      if (!grouped || !single) continue;
      for (const one of [grouped, single]) await ask(one, pace, pace.warmUpSeconds);
      for (let round = 0; round < pace.rounds; round++) {
        const took = new Map<Running, Round>();
        for (const one of shuffled([grouped, single], random)) took.set(one, await ask(one, pace, pace.seconds));
        rounds.push({ grouped: took.get(grouped) as Round, single: took.get(single) as Round });
      }
    } finally {
      for (const one of [grouped, single]) await Promise.all(one?.servers.map((server) => server.stop()) ?? []);
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

async function ask({ servers, graph, key }: Running, pace: Pace, seconds: number): Promise<Round> {
  const request = postOf(graph, JSON.stringify(manyFieldsOf(demoFieldIds)), `Bearer ${key}`);
  const before = servers.map((server) => server.cpuMs());
  const { latencies } = await runLoad(
    { url: graph, callers, requestOf: () => request, isGood },
    { requests: Math.max(pace.requestsMin, Math.round(requestsPerCpuSecond * seconds)), secondsMax: seconds * 60 },
  );
  const spent = servers.map((server, at) => (server.cpuMs() - (before[at] ?? 0)) / latencies.length);
  return {
    cpuMs: spent.reduce((sum, each) => sum + each, 0),
    serviceCpuMs: spent[1] ?? 0,
    p50Ms: percentile(latencies, 0.5),
  };
}

const demoFieldIds = Array.from({ length: 50 }, (_, at) => `fld_demo_${String(at + 1).padStart(2, '0')}`);

/** The status, and that nothing of it failed. */
function isGood({ status, raw }: Reply): boolean {
  return status === 200 && !raw.includes('"errors"');
}

async function startWhole(folder: string, isGrouping: boolean): Promise<Running> {
  const port = await freePort();
  const command = npmStart({ ...shared(folder), PORT: String(port), FIELD_DATA_PORT: '0' });
  const server = await startServer(grouping(command, isGrouping), gatewayCore, port, isReady);
  return { servers: [server], graph: server.url, key: keyOf(folder) };
}

async function startHalves(folder: string, isGrouping: boolean): Promise<Running> {
  const [port, servicePort] = [await freePort(), await freePort()];
  const half = (name: string, env: Record<string, string>): Command => {
    const command = npmStart({ ...every(), ...env });
    return { ...command, args: [...command.args, name] };
  };
  const service = await startServer(
    half('service', { ...shared(folder), FIELD_DATA_PORT: String(servicePort) }),
    gatewayCore,
    servicePort,
    isReady,
  );
  const gateway = half('gateway', { PORT: String(port), FIELD_DATA_URL: service.url.origin });
  const server = await startServer(grouping(gateway, isGrouping), gatewayCore, port, isReady);
  return { servers: [server, service], graph: server.url, key: keyOf(folder) };
}

/** Nothing is refused because the machine does something else meanwhile. */
const every = () => ({ ...environment(), EVENT_LOOP_DELAY_MS_MAX: '60000', DEADLINE_MS: '60000' });
const shared = (folder: string) => ({ ...every(), FIELD_DATA_DIR: folder, FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' });

function grouping(command: Command, isGrouping: boolean): Command {
  if (isGrouping) return command;
  return { ...command, args: ['--import', preload, ...command.args], env: { ...command.env, WITHOUT: 'groups' } };
}

const isReady = async (url: URL) => (await fetch(new URL('/ready', url))).ok;

const keyOf = (folder: string) => readFileSync(join(folder, 'demo-key'), 'utf8').trim();
