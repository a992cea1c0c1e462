/** From the rules of each hour to its verdict, and to the runs of hours that are suitable. */
import { hourMs } from '../platform/time/instant.ts';
import {
  type HourBeside,
  type HourWeather,
  judgeHour,
  type Outcome,
  type RuleResult,
  type SprayLimits,
} from './spray-rules.ts';

export type Verdict = 'suitable' | 'marginal' | 'unsuitable' | 'unknown';

export interface JudgedHour<Hour> {
  hour: Hour;
  verdict: Verdict;
  rules: RuleResult[];
}

/** A run of suitable hours, in milliseconds. */
export interface SuitableRun {
  fromMs: number;
  toMs: number;
  hours: number;
}

/** The worst that decides: a failure, then what is unknown, then what is marginal. Where no rule is on nothing was looked at. */
export function verdictOf(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.includes('fail')) return 'unsuitable';
  if (outcomes.length === 0 || outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('marginal') ? 'marginal' : 'suitable';
}

/** An hour, and when it starts. */
export interface TimedHour extends HourWeather {
  startsAtMs: number;
}

/** Judges those of the hours that are asked for; the others are what is known of the time before and after them. */
export function judgeHours<Hour extends TimedHour>(
  hours: readonly Hour[],
  limits: SprayLimits,
  isAsked: (hour: Hour) => boolean,
): JudgedHour<Hour>[] {
  const byStart = new Map(hours.map((hour) => [hour.startsAtMs, hour]));
  return hours.filter(isAsked).map((hour) => {
    const hourBeside: HourBeside = (offset) => byStart.get(hour.startsAtMs + offset * hourMs);
    const rules = judgeHour(hourBeside, limits);
    return { hour, verdict: verdictOf(rules.map(({ outcome }) => outcome)), rules };
  });
}

/** Runs of suitable hours that follow each other, oldest first as the hours are. */
export function suitableRuns(hours: readonly JudgedHour<TimedHour>[]): SuitableRun[] {
  const runs: SuitableRun[] = [];
  for (const { hour, verdict } of hours) {
    if (verdict !== 'suitable') continue;
    const last = runs.at(-1);
    if (last?.toMs === hour.startsAtMs) {
      last.toMs += hourMs;
      last.hours += 1;
    } else {
      runs.push({ fromMs: hour.startsAtMs, toMs: hour.startsAtMs + hourMs, hours: 1 });
    }
  }
  return runs;
}
