/** Counts the bytes or instructions that a gateway needs for a request. Other processes on the machine do not change these counts. */
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

/** A workload, and the number of its requests. */
export interface Counted {
  workload: Workload;
  pass: Pass;
  /** Requests before the first batch, in which V8 compiles the code that runs often. */
  warmUps: number;
  /** Requests of a batch. */
  requests: number;
  /** Number of batches, of which the median counts. Defaults to 20. */
  batches?: number;
  /** Core of the gateway. */
  core?: string;
}

const usualBatches = 20;
/** Time in which work after the warm-up ends. Timers allocate some 25 bytes a millisecond, too little to matter. */
const settleMs = 300;
const preload = new URL('./count-allocations.ts', import.meta.url).href;
/** Compiles and collects on the main thread: the timing of other threads depends on the load of the machine. */
const flags = ['--no-concurrent-recompilation', '--single-threaded-gc', '--import', preload];
/** Long, because counts are made on busy machines, too. */
const startTimeoutMs = 300_000;

/** Counts the bytes that a request allocates on V8's heap: the median of the batches of one start. Buffers outside of it do not count. */
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

/** Counts the instructions of a request in unoptimized code, by callgrind: the median of the batches of one start. */
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
    // Valgrind puts the environment variable HOST into the names of its pipes, so callgrind_control needs that of the gateway.
    execFileSync('callgrind_control', ['-d', String(pid)], { stdio: 'ignore', env: { ...process.env, HOST: host } });
    const dumps = readdirSync(folder).filter((name) => /^out\.\d+$/.test(name));
    if (dumps.length === 0) throw new Error(`callgrind_control wrote no counts of process ${pid}.`);
    const totals = dumps.map((name) => /^(?:totals|summary): (\d+)/m.exec(readFileSync(join(folder, name), 'utf8')));
    for (const name of dumps) rmSync(join(folder, name));
    return Math.max(...totals.map((found) => Number(found?.[1] ?? 0)));
  });
}

/** Returns the median of the batches. `readerOf` returns a function that reads the count since its last call. */
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
