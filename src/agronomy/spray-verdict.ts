/** Turns the rules of each hour into its verdict, and hours into runs of one verdict. */
import { hourMs } from '../platform/time/instant.ts';
import { type HourAt, type MeasuredHour, assessHour, type Outcome, type SprayLimits } from './spray-rules.ts';

export type Verdict = 'suitable' | 'marginal' | 'unsuitable' | 'unknown';

/** A run of hours of one verdict, in milliseconds. */
interface VerdictRun {
  verdict: Verdict;
  fromMs: number;
  toMs: number;
  hourCount: number;
  /** For each rule that does not pass, its reason in the first such hour. */
  reasons: string[];
}

/** The worst outcome: FAIL, then UNKNOWN, then MARGINAL. UNKNOWN if no rule is on. */
export function verdictOf(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.includes('fail')) return 'unsuitable';
  if (outcomes.length === 0 || outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('marginal') ? 'marginal' : 'suitable';
}

/** An hour, and when it starts. */
export interface TimedHour extends MeasuredHour {
  startsAtMs: number;
}

/** Assesses the hours that `isIncluded` selects. Rules also read the other hours, before and after them. */
export function assessHours<Hour extends TimedHour>(
  hours: readonly Hour[],
  limits: SprayLimits,
  isIncluded: (hour: Hour) => boolean,
) {
  const byStart = new Map(hours.map((hour) => [hour.startsAtMs, hour]));
  return hours.filter(isIncluded).map((hour) => {
    const hourAt: HourAt = (offset) => byStart.get(hour.startsAtMs + offset * hourMs);
    const rules = assessHour(hourAt, limits);
    return { hour, verdict: verdictOf(rules.map(({ outcome }) => outcome)), rules };
  });
}

/** Groups consecutive hours of one verdict into runs, oldest first like the hours. */
export function verdictRuns(hours: ReturnType<typeof assessHours>): VerdictRun[] {
  const runs: (Omit<VerdictRun, 'reasons'> & { reasons: Map<string, string> })[] = [];
  for (const { hour, verdict, rules } of hours) {
    const { startsAtMs: fromMs } = hour;
    let run = runs.at(-1);
    if (run?.toMs !== fromMs || run.verdict !== verdict) {
      run = { verdict, fromMs, toMs: fromMs, hourCount: 0, reasons: new Map() };
      runs.push(run);
    }
    run.toMs += hourMs;
    run.hourCount += 1;
    for (const { rule, outcome, reason } of rules) if (outcome !== 'pass') run.reasons.getOrInsert(rule, reason);
  }
  return runs.map((run) => ({ ...run, reasons: [...run.reasons.values()] }));
}
