/** What a run can tell apart, and how a difference is written that it cannot. */
import { control, type Figures, isResolved, reference, resolutionOf } from '../figures.ts';
import type { WorkloadResult } from '../results.ts';
import { brief, share, times } from './numbers.ts';

/** What identical code may differ by before a run says that it resolved nothing. */
const resolutionMax = 0.1;

/** A ratio, or that it is none; the controls show theirs as they are. */
export function ratioOf({ contestant, ratio }: Figures, resolution: number): string {
  const isControl = contestant === reference || contestant === control;
  return isControl || !(resolution >= 0) || isResolved(ratio, resolution)
    ? times(ratio.median)
    : `not resolved (${times(ratio.median)})`;
}

/** The sentence below a table: what its controls say of its ratios. Empty where a control is missing. */
export function controlsOf(figures: readonly Figures[]): string {
  const again = figures.find(({ contestant }) => contestant === control);
  if (!again) return '';
  const { median, low, high } = again.ratio;
  const starts = again.starts.length;
  return `Identical code: ${times(median)} (${brief(low)}–${brief(high)} over ${starts} start${starts === 1 ? '' : 's'}), so differences below ${share(resolutionOf(figures))} are not resolved.`;
}

/** A sentence for each of the workloads on which identical code differs by too much; empty when all are well. */
export function warningsOf(results: readonly WorkloadResult[]): string[] {
  return results
    .map(({ workload, pass, figures }) => ({ workload, pass, resolution: resolutionOf(figures) }))
    .filter(({ resolution }) => resolution > resolutionMax)
    .map(
      ({ workload, pass, resolution }) =>
        `**The controls differ by ${share(resolution)} on ${workload}${pass === 'own' ? '' : ` (${pass})`}: differences below that are not resolved.**`,
    );
}
