/** Measures the time from the start of a process to its first response. */
import type { Contestant } from '../contestants.ts';
import { startContestant } from '../harness/contestant.ts';
import type { Upstream } from '../harness/upstream.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { StartResult } from '../results.ts';
import { estimate } from '../statistics.ts';

/** Starts each contestant `times` times, one at a time, in random order. */
export async function measureStart(
  contestants: Contestant[],
  times: number,
  upstream: Upstream,
  random: Random,
): Promise<StartResult> {
  const taken = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  const absences: StartResult['absences'] = [];
  for (let time = 0; time < times; time++) {
    for (const contestant of shuffled(contestants, random)) {
      try {
        const server = await startContestant(contestant, upstream.url);
        taken.get(contestant.name)?.push(server.startMs);
        await server.stop();
      } catch (reason) {
        absences.push({ contestant: contestant.name, reason: String(reason).slice(0, 1000) });
      }
    }
  }
  return {
    starts: [...taken]
      .filter(([, all]) => all.length > 0)
      .map(([contestant, all]) => ({ contestant, startMs: estimate(all) })),
    absences,
  };
}
