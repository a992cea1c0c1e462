/**
 * From what every start of every contestant measured to its figures, and to what they can tell apart. The machine is never equally
 * fast for long, so ratios are made inside a round, where everyone met the same seconds, and only then put together.
 */
import { errorAround0, type Estimate, estimate, geometricMean, median } from './statistics.ts';

/** Ratios are against this one. */
export const reference = 'fieldgraph';
/** The same code once more, in every run: what differs between these two is not the code. */
export const control = 'control';

/** What one start of a contestant measured. */
export interface StartSample {
  /** CPU milliseconds of the gateway process per request, in each round. */
  cpuMs: number[];
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  peakMiB: number;
  upstreamCalls: number;
}

/** What one contestant did in one workload, over its starts. */
export interface Figures {
  contestant: string;
  /** Whether it does the same as the reference: another start of its code, or its code without a layer that has nothing to act on. */
  isControl: boolean;
  /** CPU milliseconds of the gateway process per request. */
  cpuMs: Estimate;
  /** The same against the reference, from the rounds and starts they had together. */
  ratio: Estimate;
  /** The same of each start. */
  ratios: number[];
  /** Medians of the starts. */
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  peakMiB: number;
  upstreamCalls: number;
  /** How often it was started. */
  starts: number;
}

/** Those who were alive together and took turns in the same rounds, the reference always one of them: a start of each, by name. */
export type Sitting = ReadonlyMap<string, StartSample>;

/** The figures of all who sat, each against the reference that sat with it. `idle` names those whose layer had nothing to act on. */
export function figuresOf(sittings: readonly Sitting[], idle: readonly string[] = []): Figures[] {
  const names = [...new Set(sittings.flatMap((sitting) => [...sitting.keys()]))];
  const costs = sittings.map(relativeCosts);
  return names.map((contestant) => {
    const starts = sittings.flatMap((sitting) => sitting.get(contestant) ?? []);
    const middle = (of: (sample: StartSample) => number) => median(starts.map(of));
    const ratios = costs.flatMap((each) => {
      const cost = each.get(contestant);
      return cost === undefined ? [] : cost / (each.get(reference) ?? Number.NaN);
    });
    return {
      contestant,
      isControl: contestant === control || idle.includes(contestant),
      cpuMs: estimate(starts.map(({ cpuMs }) => median(cpuMs))),
      ratio: estimate(ratios),
      ratios,
      requestsPerSecond: middle((each) => each.requestsPerSecond),
      p50Ms: middle((each) => each.p50Ms),
      p99Ms: middle((each) => each.p99Ms),
      peakMiB: middle((each) => each.peakMiB),
      upstreamCalls: middle((each) => each.upstreamCalls),
      starts: starts.length,
    };
  });
}

/** Costs by contestant: each round's against the round's level, then the middle of the rounds. */
function relativeCosts(sitting: Sitting): Map<string, number> {
  const costs = [...sitting.values()].map(({ cpuMs }) => cpuMs);
  const levelOf = (round: number) => geometricMean(costs.map((rounds) => rounds[round] ?? Number.NaN));
  return new Map(
    [...sitting].map(([name, { cpuMs }]) => [name, median(cpuMs.map((cost, round) => cost / levelOf(round)))]),
  );
}

/**
 * The least difference that the controls let anyone believe, as a share: the furthest of their medians from 1, or the error of a median of
 * as many starts, if that is larger. NaN where there is none, for then nothing is known.
 */
export function resolutionOf(figures: readonly Figures[]): number {
  const controls = figures.filter(({ isControl }) => isControl);
  if (controls.length === 0) return Number.NaN;
  const starts = Math.min(...controls.map((each) => each.starts));
  return Math.max(
    ...controls.map(({ ratio }) => distance(ratio.median)),
    Math.exp(errorAround0(controls.flatMap(({ ratios }) => ratios.map(Math.log))) / Math.sqrt(starts)) - 1,
  );
}

/** Whether a ratio is one: further from 1 than identical code lies, and 1 outside of its own spread. */
export function isResolved({ median: middle, low, high }: Estimate, resolution: number): boolean {
  return distance(middle) > resolution && (low > 1 || high < 1);
}

/** As a share of the smaller: 0.8x and 1.25x are as far from 1. */
const distance = (ratio: number) => Math.max(ratio, 1 / ratio) - 1;
