/**
 * `npm run bench -- profile W2`: runs a workload on the gateway under `node --cpu-prof`, and prints self time by package and by function.
 * The profile itself stays in results/ for a viewer.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readFlags } from '../schema/sentences.ts';
import { contestants } from './contestants.ts';
import { loadOf, startContestant } from './harness/contestant.ts';
import { runLoad } from './harness/load.ts';
import { pinSelf } from './harness/server.ts';
import { startUpstream } from './harness/upstream.ts';
import { type PassName, passes } from './passes.ts';
import { manyFields, manyRecords, type WorkloadName, workloads } from './workloads.ts';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const warmUpSeconds = 3;
const rowsShown = 30;
const folder = fileURLToPath(new URL('./results/profile/', import.meta.url));

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    pass: { type: 'string', default: 'own' },
    contestant: { type: 'string', default: 'fieldgraph' },
    seconds: { type: 'string', default: '6' },
  },
});
const pass = passes[values.pass as PassName];
const contestant = contestants.find(({ name }) => name === values.contestant);
if (!pass || !contestant) throw new Error('No such pass or contestant.');

pinSelf();
const upstream = await startUpstream();
try {
  for (const name of positionals.length > 0 ? positionals : ['W1', 'W2', 'W3']) {
    const [, kind, size] = /^(records|fields)-(\d+)$/.exec(name) ?? [];
    const grown = kind === 'records' ? manyRecords : manyFields;
    const workload = size === undefined ? workloads[name as WorkloadName] : grown(Number(size), 1);
    if (!workload) throw new Error(`No such workload: ${name}.`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await upstream.behave(pass.behaviour);
    const server = await startContestant(
      {
        ...contestant,
        start: (ports, url) => {
          const command = contestant.start(ports, url);
          return { ...command, args: ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...command.args] };
        },
      },
      upstream.url,
    );
    const load = loadOf(workload, pass, contestant, server.url);
    await runLoad(load, { requests: Infinity, secondsMax: warmUpSeconds, cpuMs: server.cpuMs });
    const { requests } = await runLoad(load, {
      requests: Infinity,
      secondsMax: Number(values.seconds),
      cpuMs: server.cpuMs,
    });
    await server.stop();
    const file = readdirSync(folder).find((each) => each.endsWith('.cpuprofile'));
    if (!file) throw new Error(`${contestant.name} wrote no profile: it did not stop by itself on SIGTERM.`);
    const profile = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as CpuProfile;
    console.log(`\n## ${name}, ${pass.name}: ${contestant.title}, ${requests} requests after warming up\n`);
    console.log(summaryOf(profile, Number(values.seconds)));
  }
} finally {
  await upstream.stop();
}

/** Self time in the last seconds of the profile, by package and by function. Idle time is left out. */
function summaryOf({ nodes, samples, timeDeltas }: CpuProfile, seconds: number): string {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const byPackage = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, us: number) => sums.set(key, (sums.get(key) ?? 0) + us);
  let counted = 0;
  let left = seconds * 1_000_000;
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const us = timeDeltas[at] ?? 0;
    left -= us;
    const frame = byId.get(samples[at] as number);
    if (!frame || frame.functionName === '(idle)') continue;
    counted += us;
    add(byPackage, packageOf(frame.url, frame.functionName), us);
    add(byFunction, `${frame.functionName || '(anonymous)'} ${placeOf(frame.url)}:${frame.lineNumber + 1}`, us);
  }
  const table = (sums: Map<string, number>) =>
    [...sums]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, rowsShown)
      .map(([key, us]) => `${((us / counted) * 100).toFixed(1).padStart(6)} %  ${key}`)
      .join('\n');
  return `By package:\n${table(byPackage)}\n\nBy function (self time):\n${table(byFunction)}`;
}

function packageOf(url: string, functionName: string): string {
  if (url.startsWith('node:')) return 'node';
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url) ?? [];
  return name ?? placeOf(url);
}

function placeOf(url: string): string {
  return url.replace(/^file:\/\//, '').replace(/^.*\/(?=(src|node_modules|bench)\/)/, '');
}
