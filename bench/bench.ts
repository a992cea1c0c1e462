/** One run of the bench: checks the options, runs the suites, prints the report and writes the results. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { checkOut } from './against.ts';
import { contestants } from './contestants.ts';
import { isDiffering } from './harness/measure.ts';
import { pinSelf } from './harness/server.ts';
import { startUpstream } from './harness/upstream.ts';
import { type BenchOptions, flagsOf, type Lineup, lineUp, suites } from './lineup.ts';
import { drawChart } from './report/chart.ts';
import { writeReport } from './report/markdown.ts';
import { type BenchResults, tablesIn } from './results.ts';
import { runSuites } from './suites/run.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the chosen suites and prints the report. Writes RESULTS.md and chart.svg after a complete run, or with `write`. */
export async function runBench(options: BenchOptions): Promise<void> {
  refuseUnknown(options.only, suites, 'suite');
  refuseUnknown(
    options.contestants,
    contestants.map(({ name }) => name),
    'contestant',
  );
  const checkout = options.against === undefined ? undefined : checkOut(options.against);
  try {
    await run(options, lineUp(options, checkout?.contestant));
  } finally {
    checkout?.remove();
  }
}

async function run(options: BenchOptions, lineup: Lineup): Promise<void> {
  pinSelf();
  const stamp = new Date().toISOString();
  const earlier = options.resume === undefined ? undefined : readResults(options.resume);
  const results: BenchResults = earlier ?? {
    date: stamp.slice(0, 10),
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    narrowed: process.argv.slice(2).join(' '),
    seed: options.seed ?? stamp,
    workloads: [],
    layers: [],
    cached: [],
    trusted: [],
    growth: [],
  };
  // The suites that failed are measured again.
  delete earlier?.failed;
  if (earlier) earlier.resumed = [...(earlier.resumed ?? []), flagsOf(process.argv.slice(2))];
  console.error(`seed ${results.seed}`);
  mkdirSync(folder('results'), { recursive: true });
  const file = options.resume ?? folder(`results/${stamp.replaceAll(':', '-').slice(0, 19)}.json`);
  // Called after every suite and table, so that `--resume` can continue an interrupted run.
  const keep = () => writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const upstreams = [await startUpstream(), await startUpstream()] as const;
  try {
    await runSuites(results, lineup, upstreams, keep);
  } finally {
    for (const upstream of upstreams) await upstream.stop();
  }
  const report = writeReport(results);
  console.log(report);
  keep();
  if (results.narrowed === '' || options.write) {
    writeFileSync(folder('RESULTS.md'), report);
    writeFileSync(folder('chart.svg'), drawChart(results));
  }
  const isWrong = tablesIn(results).some(({ absences }) => absences.some(isDiffering));
  if (results.failed || isWrong) process.exitCode = 1;
}

/** Reads the results of an interrupted run. */
function readResults(file: string): BenchResults {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function refuseUnknown(chosen: string[] | undefined, known: string[], what: string): void {
  const unknown = chosen?.filter((each) => !known.includes(each)) ?? [];
  if (unknown.length > 0) {
    console.error(`No such ${what}: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    process.exit(1);
  }
}
