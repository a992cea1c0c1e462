/** What a run can tell apart, and how a difference is written that it cannot. */
import { type Figures, isResolved, reference, resolutionOf } from '../figures.ts';
import type { WorkloadResult } from '../results.ts';
import { brief, share, times } from './numbers.ts';

/** What identical code may differ by before the report warns of it. */
const resolutionMax = 0.05;

/** A ratio, or that it is none; the controls show theirs as they are. */
export function ratioOf({ contestant, isControl, ratio }: Figures, resolution: number): string {
  return isControl || contestant === reference || !(resolution >= 0) || isResolved(ratio, resolution)
    ? times(ratio.median)
    : `cannot be told here (${times(ratio.median)})`;
}

/** The sentence below a table: what its controls say of its ratios. Empty where there is none. */
export function controlsOf(figures: readonly Figures[]): string {
  const controls = figures.filter(({ isControl }) => isControl);
  if (controls.length === 0) return '';
  const each = controls.map(({ ratio: { median, low, high } }) => `${times(median)} (${brief(low)}–${brief(high)})`);
  return `Identical work: ${each.join(', ')}. Differences below ${share(resolutionOf(figures))} cannot be told here.`;
}

/** How many tables tell small differences, and the coarsest of all; empty where no table has a control. */
export function largestResolution(results: readonly WorkloadResult[]): string {
  const all = results
    .map(({ workload, pass, figures }) => ({ workload, pass, resolution: resolutionOf(figures) }))
    .filter(({ resolution }) => resolution >= 0)
    .toSorted((one, other) => other.resolution - one.resolution);
  const [largest] = all;
  if (largest === undefined) return '';
  const fine = all.filter(({ resolution }) => resolution <= resolutionMax).length;
  return `Resolution: ${fine} of ${all.length} tables tell differences of ${share(resolutionMax)}. The coarsest tells ${share(largest.resolution)} (${largest.workload}, ${largest.pass}).`;
}

/** A sentence for each of the workloads on which identical code differs by too much; empty when all are well. */
export function warningsOf(results: readonly WorkloadResult[]): string[] {
  return results
    .map(({ workload, pass, figures }) => ({ workload, pass, resolution: resolutionOf(figures) }))
    .filter(({ resolution }) => resolution > resolutionMax)
    .map(
      ({ workload, pass, resolution }) =>
        `**The controls differ by ${share(resolution)} on ${workload}${pass === 'own' ? '' : ` (${pass})`}: differences below that cannot be told here.**`,
    );
}
