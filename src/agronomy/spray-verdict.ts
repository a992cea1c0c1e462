/** From the rules of each hour to its verdict, and to the runs of hours that are suitable. */
import { hourMs } from '../platform/time/instant.ts';
import {
  type HourAt,
  type HourWeather,
  assessHour,
  type Outcome,
  type RuleResult,
  type SprayLimits,
} from './spray-rules.ts';

export type Verdict = 'suitable' | 'marginal' | 'unsuitable' | 'unknown';

export interface AssessedHour<Hour> {
  hour: Hour;
  verdict: Verdict;
  rules: RuleResult[];
}

/** A run of suitable hours, in milliseconds. */
export interface SuitableRun {
  fromMs: number;
  toMs: number;
  hourCount: number;
}

/** The worst outcome: FAIL, then UNKNOWN, then MARGINAL. UNKNOWN if no rule is on. */
export function verdictOf(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.includes('fail')) return 'unsuitable';
  if (outcomes.length === 0 || outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('marginal') ? 'marginal' : 'suitable';
}

/** An hour, and when it starts. */
export interface TimedHour extends HourWeather {
  startsAtMs: number;
}

/** Assesses the hours that `isIncluded` selects; the others are the time before and after them. */
export function assessHours<Hour extends TimedHour>(
  hours: readonly Hour[],
  limits: SprayLimits,
  isIncluded: (hour: Hour) => boolean,
): AssessedHour<Hour>[] {
  const byStart = new Map(hours.map((hour) => [hour.startsAtMs, hour]));
  return hours.filter(isIncluded).map((hour) => {
    const hourAt: HourAt = (offset) => byStart.get(hour.startsAtMs + offset * hourMs);
    const rules = assessHour(hourAt, limits);
    return { hour, verdict: verdictOf(rules.map(({ outcome }) => outcome)), rules };
  });
}

/** Runs of suitable hours that follow each other, oldest first as the hours are. */
export function suitableRuns(hours: readonly AssessedHour<TimedHour>[]): SuitableRun[] {
  const runs: SuitableRun[] = [];
  for (const { hour, verdict } of hours) {
    if (verdict !== 'suitable') continue;
    const last = runs.at(-1);
    if (last?.toMs === hour.startsAtMs) {
      last.toMs += hourMs;
      last.hourCount += 1;
    } else {
      runs.push({ fromMs: hour.startsAtMs, toMs: hour.startsAtMs + hourMs, hourCount: 1 });
    }
  }
  return runs;
}
