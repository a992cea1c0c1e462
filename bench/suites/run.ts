/** Runs the suites: first those without a table, then each table once, then more starts of the tables while there is time. */
import { type Contestant, wholeProduct } from '../contestants.ts';
import { startContestant } from '../harness/contestant.ts';
import { measureOnce } from '../harness/measure.ts';
import type { Pace } from '../harness/measurement.ts';
import type { Upstream } from '../harness/upstream.ts';
import type { Lineup } from '../lineup.ts';
import { reference } from '../figures.ts';
import { passes } from '../passes.ts';
import { type Random, seededBy } from '../../test/support/seeded-random.ts';
import { type BenchResults, type ImportResult, resultOf, type WorkloadResult } from '../results.ts';
import { measureDashboard } from './dashboard.ts';
import { measureFlight } from './flight.ts';
import { measureImport } from './import.ts';
import { installPackage } from './installed.ts';
import { countLayers } from './layer-bytes.ts';
import { measureLive } from './live.ts';
import { measurePage } from './page.ts';
import { measureService } from './service.ts';
import { measureStart } from './start.ts';
import { type Start, startsOf, type Table, tablesOf } from './tables.ts';

/** Most starts of the suites without a table, whose differences are large. */
const startsMax = 2;
const processStartsMax = 3;
/** Seconds of a duet for starting, comparing and stopping both contestants. */
const duetSeconds = 2;
const liveRounds = 25;
const imports = [
  { store: 'SQLite', rows: 100_000 },
  { store: 'SQLite', rows: 1_000_000 },
  { store: 'PostgreSQL', rows: 100_000 },
  { store: 'PostgreSQL', rows: 300_000 },
] as const;

/** Runs the suites of a line-up that `results` lacks, adds their results, and calls `keep` after each. */
export async function runSuites(
  results: BenchResults,
  lineup: Lineup,
  upstreams: readonly [Upstream, Upstream],
  keep: () => void,
): Promise<void> {
  const endsAt = performance.now() + (lineup.minutes ?? Infinity) * 60_000;
  const random = seededBy(results.seed);
  const [upstream] = upstreams;
  const started = new Set<string>();
  /** Starts a contestant once without measuring it: some store compiled code on the disk at their first start. */
  const startOnce = async (contestant: Contestant) => {
    if (started.has(contestant.name)) return;
    started.add(contestant.name);
    // A failed start is reported when the contestant is measured.
    const server = await startContestant(contestant, upstream.url).catch(() => undefined);
    await server?.stop();
  };
  const rowsOf = new Map<Table, WorkloadResult>();
  const took = new Map<Table, number>();
  const measureTable = async (table: Table) => {
    const { section, workload, pass, contestants, pace } = table;
    const startedAt = performance.now();
    for (const contestant of contestants) await startOnce(contestant);
    const earlier = rowsOf.get(table);
    const measured = await measureOnce(workload, passes[pass], contestants, pace, upstreams, random, earlier);
    const { title, name, callers } = workload;
    const row = earlier ?? {
      ...{ workload: name, title, pass, callers, ...measured },
      ...(lineup.again !== undefined && { again: lineup.again }),
    };
    if (!earlier) results[section].push(row);
    rowsOf.set(table, Object.assign(row, measured));
    for (const { contestant, ratio, starts } of measured.figures)
      say(`  ${contestant} ${ratio.median.toFixed(3)}x, ${starts} starts`);
    for (const { contestant, reason } of measured.absences) say(`  ${contestant} not measured: ${reason}`);
    took.set(table, performance.now() - startedAt);
    keep();
  };

  const tables = tablesOf(lineup);
  // Tables of an interrupted run may lack starts.
  for (const table of lineup.again === undefined ? tables : []) {
    const { section, workload, pass } = table;
    const row = resultOf(results[section], workload.name, pass);
    if (row) rowsOf.set(table, row);
  }
  const others = otherSuites(results, lineup, upstreams, random);
  const fail = (suite: string, reason: string) => {
    say(`  ${suite} not measured: ${reason}`);
    results.failed = [...(results.failed ?? []), { suite, reason }];
  };
  const measureOthers = async () => {
    for (const { title, measure } of others.splice(0)) {
      say(`${clock()} ${title}`);
      // A failed suite is reported, and the others continue.
      await measure().then(
        (found) => Object.assign(results, found),
        (reason) => fail(title, String(reason).slice(0, 1000)),
      );
      keep();
    }
  };
  const starts = startsOf(tables).filter(({ table, nth }) => nth >= startsIn(rowsOf.get(table)));
  say(forecast(starts, others, lineup.minutes));
  await measureOthers();
  for (const { table, nth } of starts) {
    const name = `${table.workload.name}, ${table.pass}`;
    if (performance.now() + (took.get(table) ?? 0) > endsAt) {
      if (nth === 0) fail(name, 'No time was left.');
      continue;
    }
    say(`${clock()} ${name}: start ${nth + 1} of up to ${table.pace.starts}`);
    await measureTable(table);
  }
}

/** A suite without a table. */
interface OtherSuite {
  title: string;
  /** Approximate duration on a quiet machine. */
  seconds: number;
  measure: () => Promise<Partial<BenchResults>>;
}

/** Returns the suites without a table that the line-up contains and the results lack. */
function otherSuites(
  results: BenchResults,
  { suites: chosen, contestants, pace, widePace }: Lineup,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
): OtherSuite[] {
  const [upstream] = upstreams;
  const few: Pace = { ...widePace, starts: Math.min(widePace.starts, startsMax) };
  const all: (OtherSuite & { suite: string; has: unknown })[] = [
    {
      suite: 'flight',
      title: 'equal requests in flight',
      seconds: 15,
      has: results.flight,
      measure: async () => ({ flight: await measureFlight(contestants, upstream) }),
    },
    {
      suite: 'layers',
      title: 'bytes of layers',
      seconds: 120,
      has: results.layerBytes,
      measure: async () => ({ layerBytes: await countLayers(upstreams) }),
    },
    {
      suite: 'dashboard',
      title: 'the dashboard over the real service',
      seconds: 40,
      has: results.dashboard,
      measure: async () => ({ dashboard: await measureDashboard(few, random) }),
    },
    {
      suite: 'page',
      title: 'the query of the field page',
      seconds: 20,
      has: results.page,
      measure: async () => ({ page: await measurePage(few, random) }),
    },
    {
      suite: 'live',
      title: 'streams of live changes',
      seconds: 50,
      has: results.live,
      measure: async () => ({ live: await measureLive(widePace.seconds * liveRounds) }),
    },
    {
      suite: 'service',
      title: 'the service',
      seconds: 150,
      has: results.service,
      measure: async () => ({ service: await measureService(few, random) }),
    },
    {
      suite: 'import',
      title: 'import',
      seconds: 110,
      has: results.imported,
      measure: async () => {
        const imported: ImportResult[] = [];
        for (const { store, rows } of imports) imported.push(await measureImport(rows, store));
        return { imported };
      },
    },
    {
      suite: 'start',
      title: 'start',
      seconds: 80,
      has: results.start,
      measure: async () => {
        const installed = installPackage();
        try {
          const everyone = [...contestants, wholeProduct, installed.contestant];
          const times = Math.min(pace.starts, processStartsMax);
          const found = await measureStart(everyone, times, upstream, random);
          return { start: { ...found, installed: installed.size } };
        } finally {
          installed.remove();
        }
      },
    },
  ];
  return all.filter(({ suite, has }) => chosen.includes(suite) && !has);
}

/** Returns the number of starts that a table already has. */
const startsIn = (row: WorkloadResult | undefined): number =>
  Math.max(0, ...(row?.figures ?? []).filter(({ contestant }) => contestant !== reference).map((each) => each.starts));

const clock = () => new Date().toISOString().slice(11, 19);

/** Describes how long the run takes on a quiet machine. */
function forecast(starts: readonly Start[], others: readonly OtherSuite[], minutes: number | undefined): string {
  const secondsOf = ({ table: { contestants, pace } }: Start) =>
    (contestants.length - 1) * (duetSeconds + 2 * pace.warmUpSeconds + 2.5 * pace.rounds * pace.seconds);
  const sum = (seconds: number[]) => Math.ceil(seconds.reduce((total, each) => total + each, 0) / 60);
  const fixed = sum([...starts.filter(({ nth }) => nth === 0).map(secondsOf), ...others.map(({ seconds }) => seconds)]);
  const whole = fixed + sum(starts.filter(({ nth }) => nth > 0).map(secondsOf));
  const once = `On a quiet machine, everything once takes about ${fixed} minutes`;
  if (minutes === undefined) return `${once}, all starts at most ${whole}.`;
  return `${once}. More starts follow until minute ${minutes}.`;
}

/** Prints progress to stderr, so that the report on stdout can be piped. */
function say(text: string): void {
  console.error(text);
}
