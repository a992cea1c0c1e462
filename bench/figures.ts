/**
 * Turns the measurements of all starts into figures and ratios, and computes the smallest difference that they resolve. The speed of the
 * machine changes, so ratios are made within a round, whose contestants run in the same seconds.
 */
import { errorAround0, type Estimate, estimate, geometricMean, median } from './statistics.ts';

/** The contestant that ratios compare with. */
export const reference = 'fieldgraph';
/** The same code under another name, in every run. Their difference is an error of the run. */
export const control = 'control';

/** Measurements of one start of a contestant. */
export interface StartSample {
  /** CPU milliseconds of the gateway process per request, in each round. */
  cpuMs: number[];
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  peakMiB: number;
  upstreamCalls: number;
}

/** Figures of one contestant in one workload, over its starts. */
export interface Figures {
  contestant: string;
  /** Whether it does the same work as the reference: it has the same code, or lacks a layer that has nothing to act on. */
  isControl: boolean;
  /** CPU milliseconds of the gateway process per request. */
  cpuMs: Estimate;
  /** CPU divided by that of the reference, from their common rounds and starts. */
  ratio: Estimate;
  /** Ratio of each start. */
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

/** Contestants that ran in the same rounds, always with the reference: one start of each, by name. */
export type Sitting = ReadonlyMap<string, StartSample>;

/** Figures of all contestants, each against the reference of its sitting. `idle` names those whose layer had nothing to act on. */
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

/** Costs by contestant: each cost is divided by the mean of its round, and the median of the rounds counts. */
function relativeCosts(sitting: Sitting): Map<string, number> {
  const costs = [...sitting.values()].map(({ cpuMs }) => cpuMs);
  const levelOf = (round: number) => geometricMean(costs.map((rounds) => rounds[round] ?? Number.NaN));
  return new Map(
    [...sitting].map(([name, { cpuMs }]) => [name, median(cpuMs.map((cost, round) => cost / levelOf(round)))]),
  );
}

/**
 * The smallest difference that the controls resolve, as a share: the distance from 1 of their furthest median, or the error of a median of
 * as many starts, whichever is larger. NaN without controls.
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

/** Whether a ratio is more than an error: it is further from 1 than the resolution, and 1 lies outside of its spread. */
export function isResolved({ median: middle, low, high }: Estimate, resolution: number): boolean {
  return distance(middle) > resolution && (low > 1 || high < 1);
}

/** Distance from 1, equal for 0.8x and 1.25x. */
const distance = (ratio: number) => Math.max(ratio, 1 / ratio) - 1;
