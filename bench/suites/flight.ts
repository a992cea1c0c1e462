/** Counts the calls to the service for equal requests of one caller that are in flight together. */
import type { Contestant } from '../contestants.ts';
import { answerTo } from '../harness/compare.ts';
import { startContestant } from '../harness/contestant.ts';
import { control } from '../figures.ts';
import type { Upstream } from '../harness/upstream.ts';
import { passes } from '../passes.ts';
import type { FlightResult } from '../results.ts';
import { workloads } from '../workloads.ts';

const requests = 20;
const delayMs = 300;

/** Sends `requests` equal requests at once to a slow service, and counts its calls for each contestant. */
export async function measureFlight(contestants: Contestant[], upstream: Upstream): Promise<FlightResult> {
  const question = workloads.W5.questions[0];
  const calls: FlightResult['calls'] = [];
  if (!question) return { requests, calls };
  for (const contestant of contestants.filter(({ name }) => name !== control)) {
    const server = await startContestant(contestant, upstream.url).catch(() => undefined);
    if (!server) continue;
    try {
      await upstream.behave(passes.shared.behaviour);
      // One request first, so that compiling the query does not delay some of the others.
      await answerTo(question, server.url, contestant, passes.shared.authorizationOf(0));
      // The data changes from here on, so that a cached response of the first request cannot replace a call.
      await upstream.behave({ ...passes['shared-changing'].behaviour, delayMs });
      await upstream.countAndReset();
      await Promise.all(
        Array.from({ length: requests }, () =>
          answerTo(question, server.url, contestant, passes.shared.authorizationOf(0)),
        ),
      );
      calls.push({ contestant: contestant.name, calls: (await upstream.countAndReset()).calls });
    } finally {
      await server.stop();
    }
  }
  return { requests, calls };
}
