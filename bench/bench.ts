/** The run itself: which suites, with whom, at what pace, one after the other, and what is written in the end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Contestant, contestants, wholeProduct, withoutOneLayer } from './contestants.ts';
import { measure, type Pace } from './harness/measure.ts';
import { pinSelf } from './harness/server.ts';
import { startUpstream, type Upstream } from './harness/upstream.ts';
import { type PassName, passes } from './passes.ts';
import { drawChart } from './report/chart.ts';
import { writeReport } from './report/markdown.ts';
import type { BenchResults, WorkloadResult } from './results.ts';
import { measureFlight } from './suites/flight.ts';
import { measureImport } from './suites/import.ts';
import { measureService } from './suites/service.ts';
import { measureStart } from './suites/start.ts';
import { manyFields, manyRecords, type Workload, type WorkloadName, workloads } from './workloads.ts';

export const suites = [
  'W1',
  'W2',
  'W3',
  'W4',
  'W5',
  'remembered',
  'flight',
  'layers',
  'growth',
  'service',
  'import',
  'start',
];

export interface BenchOptions {
  quick: boolean;
  /** Write the report to the repository although something was narrowed; it names the flags. */
  write: boolean;
  only: string[] | undefined;
  contestants: string[] | undefined;
  rounds: number | undefined;
  seconds: number | undefined;
}

const paces: Record<'whole' | 'quick' | 'growth', Pace> = {
  whole: { rounds: 5, seconds: 1, warmUpSeconds: 2, requestsMin: 4 },
  quick: { rounds: 2, seconds: 0.4, warmUpSeconds: 1, requestsMin: 4 },
  growth: { rounds: 3, seconds: 1, warmUpSeconds: 1, requestsMin: 3 },
};
const quickContestants = ['fieldgraph', 'documented', 'limit-select', 'limit-raw', 'mercurius'];
const quickSuites = ['W1', 'W2', 'W3', 'W4', 'W5', 'flight'];
// Whoever remembers nothing costs the same again: the others stand for them.
const rememberingContestants = [
  'fieldgraph',
  'documented',
  'limit-select',
  'limit-raw',
  'mercurius',
  'apollo',
  'tailcall-dedupe',
];
const growingContestants = ['fieldgraph', 'documented', 'limit-select', 'mercurius'];
const layerRuns: [WorkloadName, PassName][] = [
  ['W1', 'own'],
  ['W2', 'own'],
  ['W3', 'own'],
  ['W4', 'own'],
  ['W5', 'shared'],
  ['W2', 'shared'],
  ['W3', 'shared'],
];
const importedRows = [100_000, 1_000_000];
const startsWhole = 5;
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs what the options leave in, prints the report, and writes it to the repository when nothing was left out. */
export async function runBench(options: BenchOptions): Promise<void> {
  refuseUnknown(options.only, suites, 'suite');
  refuseUnknown(
    options.contestants,
    contestants.map(({ name }) => name),
    'contestant',
  );
  const chosen = options.only ?? (options.quick ? quickSuites : suites);
  const names = options.contestants ?? (options.quick ? quickContestants : undefined);
  const taking = names ? contestants.filter(({ name }) => names.includes(name)) : contestants;
  const usual = options.quick ? paces.quick : paces.whole;
  const pace = { ...usual, rounds: options.rounds ?? usual.rounds, seconds: options.seconds ?? usual.seconds };

  pinSelf();
  const results: BenchResults = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    narrowed: process.argv.slice(2).join(' '),
    workloads: [],
    layers: [],
    growth: [],
  };
  mkdirSync(folder('results'), { recursive: true });
  const stamp = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  // After every workload: a run that is broken off has still been worth its time.
  const keep = () => writeFileSync(folder(`results/${stamp}.json`), `${JSON.stringify(results, null, 2)}\n`);
  const upstream = await startUpstream();
  try {
    await runSuites(results, chosen, taking, pace, upstream, keep);
  } finally {
    await upstream.stop();
  }
  const report = writeReport(results);
  console.log(report);
  keep();
  if (results.narrowed === '' || options.write) {
    writeFileSync(folder('RESULTS.md'), report);
    writeFileSync(folder('chart.svg'), drawChart(results));
  }
}

async function runSuites(
  results: BenchResults,
  chosen: string[],
  taking: Contestant[],
  pace: Pace,
  upstream: Upstream,
  keep: () => void,
): Promise<void> {
  const run = async (into: WorkloadResult[], workload: Workload, pass: PassName, who: Contestant[], at: Pace) => {
    say(`${workload.name}, ${pass}: ${who.map(({ name }) => name).join(', ')}`);
    const { title, name, callers } = workload;
    const measured = await measure(workload, passes[pass], who, at, upstream);
    for (const { contestant, cpuMs } of measured.figures) say(`  ${contestant} ${cpuMs.toFixed(3)} ms CPU a request`);
    for (const { contestant, reason } of measured.absences) say(`  ${contestant} not measured: ${reason}`);
    into.push({ workload: name, title, pass, callers, ...measured });
    keep();
  };
  for (const name of ['W1', 'W2', 'W3', 'W4', 'W5'] satisfies WorkloadName[]) {
    if (!chosen.includes(name)) continue;
    await run(results.workloads, workloads[name], 'own', taking, pace);
    if (name === 'W5') await run(results.workloads, workloads[name], 'shared', taking, pace);
  }
  if (chosen.includes('remembered')) {
    const remembering = taking.filter(({ name }) => rememberingContestants.includes(name));
    for (const pass of ['shared', 'shared-changing', 'keyless'] satisfies PassName[]) {
      for (const name of ['W1', 'W2', 'W3'] satisfies WorkloadName[]) {
        await run(results.workloads, workloads[name], pass, remembering, pace);
      }
    }
  }
  if (chosen.includes('flight')) {
    say('equal requests in flight');
    results.flight = await measureFlight(taking, upstream);
  }
  if (chosen.includes('layers')) {
    const ourselves = contestants.filter(({ kind }) => kind === 'gateway');
    for (const [name, pass] of layerRuns) {
      await run(results.layers, workloads[name], pass, [...ourselves, ...withoutOneLayer], pace);
    }
  }
  if (chosen.includes('growth')) {
    const growing = taking.filter(({ name }) => growingContestants.includes(name));
    for (const count of [1, 10, 100, 1000]) {
      await run(results.growth, manyFields(count, 1), 'own', growing, paces.growth);
    }
    for (const count of [10, 100, 1000, 8760]) {
      await run(results.growth, manyRecords(count, 1), 'own', growing, paces.growth);
    }
  }
  if (chosen.includes('service')) {
    say('the service, four endpoints');
    results.service = await measureService(pace);
  }
  if (chosen.includes('import')) {
    say('import');
    results.imported = [];
    for (const rows of importedRows) results.imported.push(await measureImport(rows));
  }
  if (chosen.includes('start')) {
    say('start');
    results.start = await measureStart([...taking, wholeProduct], Math.min(startsWhole, pace.rounds), upstream);
  }
}

function refuseUnknown(given: string[] | undefined, known: string[], what: string): void {
  const unknown = given?.filter((each) => !known.includes(each)) ?? [];
  if (unknown.length > 0) {
    console.error(`No such ${what}: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    process.exit(1);
  }
}

/** Progress goes to stderr, so that the report can be piped. */
function say(text: string): void {
  console.error(text);
}
