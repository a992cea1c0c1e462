/**
 * One workload in one pass. Identical code differs from one process to the next, by what was compiled when, and from one second to the
 * next, by what else the machine does. So every contestant is started several times; those of one start are alive together and are
 * asked in turns, in short rounds; the order of starting and of every round is drawn anew.
 */
import type { Contestant } from '../contestants.ts';
import { type Figures, figuresOf, type StartSample } from '../figures.ts';
import type { Pass } from '../passes.ts';
import { type Random, shuffled } from '../random.ts';
import type { Workload } from '../workloads.ts';
import { answerTo, firstDifference } from './compare.ts';
import { loadOf, startContestant } from './contestant.ts';
import { Measurement, type Pace } from './measurement.ts';
import type { Upstream } from './upstream.ts';

/** A contestant that could not be measured, and why. */
export interface Absence {
  contestant: string;
  reason: string;
}

export interface Measured {
  figures: Figures[];
  absences: Absence[];
}

/** Measures the contestants in one workload and pass; who fails, or answers otherwise than the first of them, is absent. */
export async function measure(
  workload: Workload,
  pass: Pass,
  contestants: Contestant[],
  pace: Pace,
  upstream: Upstream,
  random: Random,
): Promise<Measured> {
  const samples = new Map<Contestant, StartSample[]>(contestants.map((contestant) => [contestant, []]));
  const absences: Absence[] = [];
  for (let start = 0; start < pace.starts; start++) {
    const alive = new Map<Contestant, Measurement>();
    const answers = new Map<Contestant, unknown>();
    const unlessItFails = async (contestant: Contestant, act: () => Promise<void>) => {
      try {
        await act();
      } catch (reason) {
        absences.push({ contestant: contestant.name, reason: String(reason).slice(0, 1000) });
        samples.delete(contestant);
        await alive.get(contestant)?.server.stop();
        alive.delete(contestant);
      }
    };
    try {
      // Before they start: a gateway looks then at what the service says of itself.
      await upstream.behave(pass.behaviour);
      for (const contestant of shuffled([...samples.keys()], random)) {
        await unlessItFails(contestant, async () => {
          const server = await startContestant(contestant, upstream.url);
          const measurement = new Measurement(server, {
            load: loadOf(workload, pass, contestant, server.url),
            requestsPerCpuSecond: workload.requestsPerCpuSecond[pass.isRemembered ? 'remembered' : 'anew'],
            warmUpRequestsMin: workload.warmUpRequestsMin,
            pace,
            countCalls: async () => (await upstream.countAndReset()).calls,
          });
          alive.set(contestant, measurement);
          answers.set(contestant, await answersTwice(workload, pass, contestant, server.url, upstream));
          await measurement.warmUp();
        });
      }
      const expected = contestants.map((contestant) => answers.get(contestant)).find((answer) => answer !== undefined);
      for (const contestant of alive.keys()) {
        await unlessItFails(contestant, async () => {
          const answer = answers.get(contestant);
          const difference = answer && firstDifference(expected, answer);
          if (difference) throw new Error(`Answers differ: ${difference}`);
        });
      }
      for (let round = 0; round < pace.rounds; round++) {
        for (const [contestant, measurement] of shuffled([...alive], random)) {
          await unlessItFails(contestant, () => measurement.round());
        }
      }
      for (const [contestant, measurement] of alive) samples.get(contestant)?.push(measurement.sample());
    } finally {
      await Promise.all(alive.values().map(({ server }) => server.stop()));
    }
  }
  return { figures: figuresOf(new Map([...samples].map(([{ name }, starts]) => [name, starts]))), absences };
}

/** Two answers in turn, from the same starting point for every contestant: while data changes, they differ. */
async function answersTwice(
  workload: Workload,
  pass: Pass,
  contestant: Contestant,
  url: URL,
  upstream: Upstream,
): Promise<unknown> {
  const question = workload.questions[0];
  if (!question) return undefined;
  await upstream.behave(pass.behaviour);
  const first = await answerTo(question, url, contestant, pass.authorizationOf(0));
  const second = await answerTo(question, url, contestant, pass.authorizationOf(1));
  return first && [first, second];
}
