/** Who takes part in which suite of a run, and at what pace. */
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
  // A part of the one before, for its own sake.
  'several-fields',
  'dashboard',
  'page',
  'live',
  'trusted',
  'growth',
  // Sizes of it.
  'records-10',
  'fields-100',
  'fields-1000',
  'service',
  'import',
  'start',
];

/** What the command line narrows; undefined where it says nothing. */
export interface BenchOptions {
  quick: boolean;
  /** Write the report to the repository although something was narrowed; it names the flags. */
  write: boolean;
  only: string[] | undefined;
  contestants: string[] | undefined;
  starts: number | undefined;
  rounds: number | undefined;
  seconds: number | undefined;
  /** Nothing is started after so many minutes. */
  minutes: number | undefined;
  /** What order follows from. */
  seed: string | undefined;
  /** The file of a run to go on with. */
  resume: string | undefined;
  /** Measure what that run has, too, and add it. */
  again: boolean;
  /** A commit to run next to today's. */
  against: string | undefined;
}

/** A run, decided. */
export interface Lineup {
  suites: string[];
  /** The controls come first. */
  contestants: Contestant[];
  /** Of the five workloads. */
  pace: Pace;
  /** Of suites that need many measurements and no fine difference. */
  widePace: Pace;
  /** After so many, nobody is started; undefined where all starts are made. */
  minutes: number | undefined;
  /** The flags of a run that measures again what it has; undefined for one that does not. */
  again: string | undefined;
}

const far = { starts: 1, rounds: 4 };
const whole: Pace = { starts: 6, rounds: 8, far, seconds: 0.2, warmUpSeconds: 1, requestsMin: 4 };
const wide: Pace = { ...whole, starts: 2, rounds: 4 };
const quick: Pace = { ...wide, rounds: 4, seconds: 0.15, warmUpSeconds: 0.5 };
/** After these, a whole run starts nobody. */
const wholeMinutes = 42;
/** A short round warms up for less. */
const warmUpRounds = 5;
const quickContestants = ['documented', 'limit-select', 'mercurius'];
const quickSuites = ['W1', 'W2', 'W3', 'W4', 'W5', 'flight'];

/** What the options leave in. The controls and the commit to compare with are in every run. */
export function lineUp(options: BenchOptions, against: Contestant | undefined): Lineup {
  const names = options.contestants ?? (options.quick ? quickContestants : undefined);
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

/** The words of a command line without the file of `--resume`, which is nobody else's. */
export const flagsOf = (words: string[]) =>
  words.filter((_, at) => words[at] !== '--resume' && words[at - 1] !== '--resume').join(' ');

// Whoever remembers nothing costs the same again: the others stand for them.
const remembering = ['documented', 'limit-select', 'mercurius'];
const growing = ['documented', 'limit-select', 'mercurius'];
const amongGateways = (names: string[]) => (each: Contestant) => each.kind === 'gateway' || names.includes(each.name);

/** Whether a contestant is measured where answers may be remembered. */
export const isRemembering = amongGateways(remembering);

/** Whether a contestant is measured as queries and answers grow. */
export const isGrowing = amongGateways(growing);

/** The workloads whose answers may be cached. */
export const rememberedRuns: [WorkloadName, PassName][] = [
  ['W1', 'shared'],
  ['W2', 'shared'],
  ['W3', 'shared'],
  ['W2', 'shared-changing'],
  ['W1', 'keyless'],
  ['W2', 'keyless'],
];

/** Passes in which W3 is measured, next to both limits. */
export const writingRuns: PassName[] = ['compact', 'spaced', 'indented', 'reordered', 'shuffled'];

/** Whether a contestant is measured as the writing of the service's JSON varies. */
export const isWritingMeasured = amongGateways(['limit-raw', 'limit-select']);

/** Where the gateway without one of its layers is measured. */
export const layerRuns: [WorkloadName, PassName][] = [
  ['W1', 'own'],
  ['W2', 'own'],
  ['W3', 'own'],
  ['W4', 'own'],
  ['W5', 'shared'],
  ['W2', 'shared'],
  ['W3', 'shared'],
];

/** Those of them where recording is measured: where lists are read, and where nothing is. */
export const recordingRuns: WorkloadName[] = ['W1', 'W4'];

/** The same over a service that reads several fields in one call. */
export const severalFieldsRuns: [Workload, PassName][] = [
  [workloads.W1, 'several'],
  [workloads.W2, 'several'],
  [workloads.W2, 'several-shared'],
  [workloads.W2, 'several-far'],
  [manyFields(1_000, 1), 'several'],
];
