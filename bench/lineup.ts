/** The contestants of each suite of a run, and their pace. */
import { type Contestant, contestants, controls } from './contestants.ts';
import type { Pace } from './harness/measurement.ts';
import type { PassName } from './passes.ts';
import { manyFields, type Workload, type WorkloadName, workloads } from './workloads.ts';

export const suites = [
  'W1',
  'W2',
  'W3',
  'W4',
  'W5',
  'writings',
  'remembered',
  'flight',
  'cached',
  'layers',
  // The part of `layers` over a service with batch reads.
  'several-fields',
  'dashboard',
  'page',
  'live',
  'trusted',
  'growth',
  // Single sizes of `growth`.
  'records-10',
  'fields-100',
  'fields-1000',
  'service',
  'import',
  'start',
];

/** Options of the command line. Undefined if not set. */
export interface BenchOptions {
  quick: boolean;
  /** Writes the report to the repository also after a narrowed run. The report names the flags. */
  write: boolean;
  only: string[] | undefined;
  contestants: string[] | undefined;
  starts: number | undefined;
  rounds: number | undefined;
  seconds: number | undefined;
  /** Minutes after which nothing is started. */
  minutes: number | undefined;
  /** Seed of the order of starts and rounds. */
  seed: string | undefined;
  /** File of the interrupted run to continue. */
  resume: string | undefined;
  /** With `resume`: measures also what that run has, and adds it as rows of its own. */
  again: boolean;
  /** An earlier commit to run next to the working tree. */
  against: string | undefined;
}

/** A run as the options decide it. */
export interface Lineup {
  suites: string[];
  /** The controls come first. */
  contestants: Contestant[];
  /** Pace of the five workloads, the writings of W3 and `records-10`. */
  pace: Pace;
  /** Pace of suites with many measurements that need no fine resolution. */
  widePace: Pace;
  /** Minutes after which nothing is started. Undefined if all starts are made. */
  minutes: number | undefined;
  /** Flags of a run with `--again`. Undefined for other runs. */
  again: string | undefined;
}

const far = { starts: 1, rounds: 4 };
const whole: Pace = { starts: 6, rounds: 8, far, seconds: 0.2, warmUpSeconds: 1, requestsMin: 4 };
const wide: Pace = { ...whole, starts: 2, rounds: 4 };
const quick: Pace = { ...wide, seconds: 0.15, warmUpSeconds: 0.5 };
/** Minutes after which a complete run starts nothing. */
const wholeMinutes = 42;
/** Longest warm-up, in rounds, if `--seconds` sets shorter rounds. */
const warmUpRounds = 5;
/** Contestants without a cache cost the same with and without cached responses, so three stand for all. */
const representatives = ['documented', 'limit-select', 'mercurius'];
const quickSuites = ['W1', 'W2', 'W3', 'W4', 'W5', 'flight'];

/** Applies the options. The controls and the commit of `--against` are in every run. */
export function lineUp(options: BenchOptions, against: Contestant | undefined): Lineup {
  const names = options.contestants ?? (options.quick ? representatives : undefined);
  const chosen = {
    ...(options.starts !== undefined && { starts: options.starts, far: undefined }),
    ...(options.rounds !== undefined && { rounds: options.rounds }),
    ...(options.seconds !== undefined && {
      seconds: options.seconds,
      warmUpSeconds: Math.min(whole.warmUpSeconds, warmUpRounds * options.seconds),
    }),
  };
  const isWhole = !options.quick && options.starts === undefined;
  return {
    suites: options.only ?? (options.quick ? quickSuites : suites),
    contestants: [
      ...controls,
      ...(against ? [against] : []),
      ...contestants.filter((each) => !controls.includes(each) && (names?.includes(each.name) ?? true)),
    ],
    pace: { ...(options.quick ? quick : whole), ...chosen },
    widePace: { ...(options.quick ? quick : wide), ...chosen },
    minutes: options.minutes ?? (isWhole ? wholeMinutes : undefined),
    again: options.again ? flagsOf(process.argv.slice(2)) : undefined,
  };
}

/** Joins the words of a command line, without `--resume` and its file, which means nothing to readers of the report. */
export const flagsOf = (words: string[]) =>
  words.filter((_, at) => words[at] !== '--resume' && words[at - 1] !== '--resume').join(' ');

const amongGateways = (names: string[]) => (each: Contestant) => each.kind === 'gateway' || names.includes(each.name);

/** Whether a contestant is measured in passes whose responses may be cached, and in the suite `growth`. */
export const isRepresentative = amongGateways(representatives);

/** The workloads and passes whose responses may be cached. */
export const rememberedRuns: [WorkloadName, PassName][] = [
  ['W1', 'shared'],
  ['W2', 'shared'],
  ['W3', 'shared'],
  ['W2', 'shared-changing'],
  ['W1', 'keyless'],
  ['W2', 'keyless'],
];

/** Passes in which W3 is measured next to both limits. */
export const writingRuns: PassName[] = ['compact', 'spaced', 'indented', 'reordered', 'shuffled'];

/** Whether a contestant is measured in the passes that vary how the service writes JSON. */
export const isWritingMeasured = amongGateways(['limit-raw', 'limit-select']);

/** Workloads and passes of the gateway without one of its layers. */
export const layerRuns: [WorkloadName, PassName][] = [
  ['W1', 'own'],
  ['W2', 'own'],
  ['W3', 'own'],
  ['W4', 'own'],
  ['W5', 'shared'],
  ['W2', 'shared'],
  ['W3', 'shared'],
];

/** Workloads in which recording is measured: one that reads lists, and one that reads nothing. */
export const recordingRuns: WorkloadName[] = ['W1', 'W4'];

/** Workloads and passes of the layers that act only if the service offers batch reads. */
export const severalFieldsRuns: [Workload, PassName][] = [
  [workloads.W1, 'several'],
  [workloads.W2, 'several'],
  [workloads.W2, 'several-shared'],
  [workloads.W2, 'several-far'],
  [manyFields(1_000, 1), 'several'],
];
