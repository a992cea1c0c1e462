/** Suite after suite: what each measures, and with whom. */
import {
  type Contestant,
  controls,
  recording,
  wholeProduct,
  withoutOneLayer,
  withoutSeveralFields,
} from '../contestants.ts';
import { startContestant } from '../harness/contestant.ts';
import { measure } from '../harness/measure.ts';
import type { Pace } from '../harness/measurement.ts';
import type { Upstream } from '../harness/upstream.ts';
import { cachedRequests } from '../cached.ts';
import { isGrowing, isRemembering, isWritingMeasured, type Lineup, layerRuns } from '../lineup.ts';
import { recordingRuns, rememberedRuns, severalFieldsRuns, writingRuns } from '../lineup.ts';
import { type PassName, passes } from '../passes.ts';
import { seededBy } from '../random.ts';
import { type BenchResults, resultOf, type WorkloadResult } from '../results.ts';
import { cachedField, manyFields, manyRecords, type Workload, type WorkloadName, workloads } from '../workloads.ts';
import { measureDashboard } from './dashboard.ts';
import { trustedRuns } from '../trusted.ts';
import { measureFlight } from './flight.ts';
import { measureImport } from './import.ts';
import { measureLive } from './live.ts';
import { measurePage } from './page.ts';
import { measureService } from './service.ts';
import { installPackage } from './installed.ts';
import { measureStart } from './start.ts';

/** Of a round of other suites. */
const liveSeconds = 15;
const importedRows = [100_000, 1_000_000];

/** Runs the suites of a line-up one after the other into `results`, which may have some of them, and calls `keep` after each. */
export async function runSuites(
  results: BenchResults,
  { suites: chosen, contestants: taking, pace, widePace, again }: Lineup,
  upstreams: readonly [Upstream, Upstream],
  keep: () => void,
): Promise<void> {
  const [upstream] = upstreams;
  const random = seededBy(results.seed);
  const started = new Set<Contestant>();
  /** A first start is never measured: some keep compiled code on the disk from one start to the next. */
  const startOnce = async (contestant: Contestant) => {
    if (started.has(contestant)) return;
    started.add(contestant);
    // One that cannot start is reported where it is measured.
    const server = await startContestant(contestant, upstream.url).catch(() => undefined);
    await server?.stop();
  };
  const runOne = async (into: WorkloadResult[], workload: Workload, pass: PassName, some: Contestant[], at: Pace) => {
    const isAgain = resultOf(into, workload.name, pass) !== undefined;
    if (isAgain && again === undefined) return;
    // A second control in every table.
    const idle = withoutSeveralFields.filter((each) => each.isIdle?.(workload, passes[pass]) && !some.includes(each));
    const who = [...some, ...idle];
    say(`${workload.name}, ${pass}: ${who.map(({ name }) => name).join(', ')}`);
    for (const contestant of who) await startOnce(contestant);
    const { title, name, callers } = workload;
    const measured = await measure(workload, passes[pass], who, at, upstreams, random);
    for (const { contestant, cpuMs } of measured.figures)
      say(`  ${contestant} ${cpuMs.median.toFixed(3)} ms CPU a request`);
    for (const { contestant, reason } of measured.absences) say(`  ${contestant} not measured: ${reason}`);
    into.push({ workload: name, title, pass, callers, ...(isAgain && { again }), ...measured });
    keep();
  };
  for (const name of ['W1', 'W2', 'W3', 'W4', 'W5'] satisfies WorkloadName[]) {
    if (!chosen.includes(name)) continue;
    await runOne(results.workloads, workloads[name], 'own', taking, pace);
    if (name === 'W5') await runOne(results.workloads, workloads[name], 'shared', taking, pace);
  }
  if (chosen.includes('writings')) {
    for (const pass of writingRuns)
      await runOne(results.workloads, workloads.W3, pass, taking.filter(isWritingMeasured), pace);
  }
  if (chosen.includes('remembered')) {
    for (const [name, pass] of rememberedRuns) {
      await runOne(results.workloads, workloads[name], pass, taking.filter(isRemembering), widePace);
    }
  }
  if (chosen.includes('flight') && !results.flight) {
    say('equal requests in flight');
    results.flight = await measureFlight(taking, upstream);
    keep();
  }
  if (chosen.includes('cached')) await runOne(results.cached, cachedField, 'keyless', cachedRequests, pace);
  if (chosen.includes('layers')) {
    for (const [name, pass] of layerRuns) {
      const more = pass === 'own' && recordingRuns.includes(name) ? [recording] : [];
      await runOne(results.layers, workloads[name], pass, [...controls, ...withoutOneLayer, ...more], widePace);
    }
  }
  if (chosen.includes('layers') || chosen.includes('several-fields')) {
    for (const [workload, pass] of severalFieldsRuns) {
      await runOne(results.layers, workload, pass, [...controls, ...withoutSeveralFields], widePace);
    }
  }
  if (chosen.includes('dashboard') && !results.dashboard) {
    say('the dashboard over the real service');
    results.dashboard = await measureDashboard(widePace, random);
    keep();
  }
  if (chosen.includes('page') && !results.page) {
    say('the query of the field page');
    results.page = await measurePage(widePace, random);
    keep();
  }
  if (chosen.includes('live') && !results.live) {
    say('streams of live changes');
    results.live = await measureLive(widePace.seconds * liveSeconds);
    keep();
  }
  if (chosen.includes('trusted')) {
    for (const { workload, who } of trustedRuns) {
      await runOne(results.trusted, workload, 'own', [...controls, ...who], widePace);
    }
  }
  const sizes = [
    ...[1, 10, 100, 1000].map((count) => manyFields(count, 1)),
    ...[10, 100, 1000, 8760].map((count) => manyRecords(count, 1)),
  ];
  for (const size of sizes) {
    if (!chosen.includes('growth') && !chosen.includes(size.name)) continue;
    await runOne(results.growth, size, 'own', taking.filter(isGrowing), widePace);
  }
  if (chosen.includes('service') && !results.service) {
    say('the service, four endpoints');
    results.service = await measureService(widePace, random);
    keep();
  }
  if (chosen.includes('import') && !results.imported) {
    say('import');
    const imported = [];
    for (const store of ['SQLite', 'PostgreSQL'] as const) {
      for (const rows of importedRows) imported.push(await measureImport(rows, store));
    }
    results.imported = imported;
    keep();
  }
  if (chosen.includes('start') && !results.start) {
    say('start');
    const installed = installPackage();
    const all = [...taking, wholeProduct, installed.contestant];
    results.start = { ...(await measureStart(all, pace.starts, upstream, random)), installed: installed.size };
    installed.remove();
  }
}

/** Progress goes to stderr, so that the report can be piped. */
function say(text: string): void {
  console.error(text);
}
