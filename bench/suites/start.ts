/** From the start of the process to its first answer. */
import type { Contestant } from '../contestants.ts';
import { median } from '../harness/load.ts';
import { startContestant } from '../harness/measure.ts';
import type { Upstream } from '../harness/upstream.ts';
import type { StartResult } from '../results.ts';

/** Starts each contestant `times` times, in turns. */
export async function measureStart(contestants: Contestant[], times: number, upstream: Upstream): Promise<StartResult> {
  const taken = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  const absences: StartResult['absences'] = [];
  for (let time = 0; time < times; time++) {
    for (const contestant of contestants) {
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
      .map(([contestant, all]) => ({ contestant, startMs: median(all) })),
    absences,
  };
}
