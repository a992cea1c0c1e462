/** What a start of a gateway allocates, or executes, for a request of a workload: counts, which other processes do not change. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Contestant } from '../contestants.ts';
import { type Pass, passes } from '../passes.ts';
import type { Workload } from '../workloads.ts';
import { median } from '../statistics.ts';
import { loadOf, startContestant } from './contestant.ts';
import { runLoad } from './load.ts';
import type { Command, Server } from './server.ts';
import type { Upstream } from './upstream.ts';

/** A workload, and how often it is sent. */
export interface Counted {
  workload: Workload;
  pass: Pass;
  /** Requests before the first batch: V8 has compiled what runs often by then. */
  warmUps: number;
  /** Requests of a batch. */
  requests: number;
  /** Batches, whose median counts. Defaults to 20. */
  batches?: number;
  /** Core of the gateway. */
  core?: string;
}

const usualBatches = 20;
/** Work that requests leave behind ends in it. Timers allocate some 25 bytes in a millisecond, too little to matter. */
const settleMs = 300;
const preload = new URL('./count-allocations.ts', import.meta.url).href;
/** Optimized code appears, and collections sweep, without threads, whose moments depend on the load of the machine. */
const flags = ['--no-concurrent-recompilation', '--single-threaded-gc', '--import', preload];
/** Counts do not depend on the load of the machine, so that no load may end them. */
const startTimeoutMs = 300_000;

/** Bytes on V8's heap for a request: the median of the batches of one start. Buffers outside of the heap are not counted. */
export function countAllocations(gateway: Contestant, counted: Counted, upstream: Upstream): Promise<number> {
  const wrap = (command: Command, folder: string): Command => ({
    ...command,
    args: [...flags, ...command.args],
    env: { ...command.env, ALLOCATIONS_SOCKET: join(folder, 'socket') },
    startTimeoutMs,
  });
  return countIn(gateway, counted, upstream, wrap, (_, folder) => async () => {
    return Number(await text(connect(join(folder, 'socket'))));
  });
}

const valgrindFlags = ['--single-threaded', '--no-opt', '--no-maglev'];
const valgrindStartMs = 900_000;

/** Instructions of unoptimized code for a request, by callgrind: the median of the batches of one start. */
export function countInstructions(gateway: Contestant, workload: Workload, upstream: Upstream): Promise<number> {
  let host: string | undefined;
  const wrap = (command: Command, folder: string): Command => {
    host = command.env.HOST;
    return {
      ...command,
      command: 'valgrind',
      args: [
        '--tool=callgrind',
        `--callgrind-out-file=${folder}/out`,
        command.command,
        ...valgrindFlags,
        ...command.args,
      ],
      env: { ...command.env, NODE_DISABLE_COMPILE_CACHE: '1', DEADLINE_MS: '600000' },
      startTimeoutMs: valgrindStartMs,
    };
  };
  try {
    execFileSync('valgrind', ['--version'], { stdio: 'ignore' });
  } catch (cause) {
    return Promise.reject(new Error('Install valgrind to count instructions: apt-get install valgrind', { cause }));
  }
  const counted = { workload, pass: passes.own, warmUps: 60, requests: 20 };
  return countIn(gateway, counted, upstream, wrap, ({ pid }, folder) => async () => {
    // Valgrind names its pipes by the HOST of its environment, which is a setting of the gateway.
    execFileSync('callgrind_control', ['-d', String(pid)], { stdio: 'ignore', env: { ...process.env, HOST: host } });
    const dumps = readdirSync(folder).filter((name) => /^out\.\d+$/.test(name));
    if (dumps.length === 0) throw new Error(`callgrind_control wrote no counts of process ${pid}.`);
    const totals = dumps.map((name) => /^(?:totals|summary): (\d+)/m.exec(readFileSync(join(folder, name), 'utf8')));
    for (const name of dumps) rmSync(join(folder, name));
    return Math.max(...totals.map((found) => Number(found?.[1] ?? 0)));
  });
}

/** The median of the batches; `readerOf` makes what reads the count since it was last called. */
async function countIn(
  gateway: Contestant,
  { workload, pass, warmUps, requests, batches = usualBatches, core }: Counted,
  upstream: Upstream,
  wrap: (command: Command, folder: string) => Command,
  readerOf: (server: Server, folder: string) => () => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-count-'));
  await upstream.behave(pass.behaviour);
  const start: Contestant['start'] = (ports, url) => wrap(gateway.start(ports, url), folder);
  const server = await startContestant({ ...gateway, start }, upstream.url, core);
  try {
    const load = loadOf(workload, pass, gateway, server.url);
    const send = (count: number) => runLoad(load, { requests: count, secondsMax: Infinity });
    const read = readerOf(server, folder);
    await send(warmUps);
    await read();
    await wait(settleMs);
    await read();
    const counts: number[] = [];
    for (let batch = 0; batch < batches; batch++) {
      await send(requests);
      counts.push((await read()) / requests);
    }
    return median(counts);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
