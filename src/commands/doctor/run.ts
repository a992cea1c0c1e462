/** Runs checks one after the other, each with a time limit, so that a disk that hangs does not block the other checks. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, type CheckOptions, fail, type Outcome, skip } from '../../platform/cli/check.ts';
import { fileError } from '../../platform/cli/command-line.ts';

/** A result and the name of its check. */
export interface Finding extends Outcome {
  check: string;
}

/** Time limit of a check. */
const checkMs = 5_000;
/** Time limit where migrations run: one may rewrite a large table. */
const dryRunMs = 600_000;

/** Runs every check whose settings are acceptable. Never rejects. */
export async function runEach<Config, Graph>(
  checks: readonly (readonly [name: string, check: Check<Config, Graph>])[],
  config: Config,
  { bad, ...options }: CheckOptions<Graph> & { bad: ReadonlySet<string> },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, { reads, limitMs = checkMs, run }] of checks) {
    const missing = reads.filter((name) => bad.has(name));
    const outcomes =
      missing.length > 0
        ? [skip(`${missing.join(', ')} is not acceptable.`, `Correct ${missing.join(', ')}, then check again.`)]
        : [await inTime(run(config, options).catch(outcomeOf), options.dryRun ? dryRunMs : limitMs)].flat();
    const known = findings.map(keyOf);
    const found = outcomes.map((outcome) => ({ check, ...outcome, detail: plain(outcome.detail) }));
    findings.push(...found.filter((finding) => !known.includes(keyOf(finding))));
  }
  return findings;
}

/** Finds duplicates: checks of one name may miss the same setting. */
const keyOf = ({ check, detail }: Finding): string => `${check} ${detail}`;

/** Names of clients and services may contain control characters of a terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

function outcomeOf(error: NodeJS.ErrnoException): Outcome {
  if (error.code === 'ERR_MODULE_NOT_FOUND')
    return skip('It needs a package that is missing.', 'Install the packages again.');
  const isRefused = error.code === 'EACCES' || error.code === 'EPERM';
  return fail(
    fileError(error) ?? error.message.split('\n', 1)[0] ?? '',
    isRefused ? 'Change its owner, or run this as the user of the service.' : 'Correct this, then check again.',
  );
}

/** Returns the outcome, or an error after `ms`. */
async function inTime<Found>(pending: Promise<Found>, ms: number): Promise<Found | Outcome> {
  const late = fail(`The check did not end within ${ms / 1_000} seconds.`, 'Look for a server or a disk that hangs.');
  const timer = new AbortController();
  const timeout = delay(ms, late, { signal: timer.signal }).catch(() => late);
  return Promise.race([pending, timeout]).finally(() => timer.abort());
}
