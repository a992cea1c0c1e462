/**
 * One workload in one pass. Identical code differs from one process to the next, by what was compiled when, and from one second to the
 * next, by what else the machine does. So every contestant is started several times, a few at a time, the reference always with them;
 * those get requests in turns, in short rounds; who sits with whom, and the order of starting and of every round, is drawn anew.
 */
import type { Contestant } from '../contestants.ts';
import { type Figures, figuresOf, reference, type StartSample } from '../figures.ts';
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

/** How many sit together, the reference included: who waits long for its turn is found cold, by the caches of the machine and of V8. */
const togetherMax = 5;

/** Measures the contestants in one workload and pass; who fails, or answers otherwise than the reference, is absent. */
export async function measure(
  workload: Workload,
  pass: Pass,
  contestants: Contestant[],
  pace: Pace,
  upstream: Upstream,
  random: Random,
): Promise<Measured> {
  const absences = new Map<Contestant, string>();
  const sittings: Map<string, StartSample>[] = [];
  const base = contestants.filter(({ name }) => name === reference);
  const others = contestants.filter(({ name }) => name !== reference);
  for (let start = 0; start < pace.starts; start++) {
    for (const some of dealt(shuffled(others, random), togetherMax - 1)) {
      const present = [...base, ...some].filter((each) => !absences.has(each));
      sittings.push(await sit(workload, pass, present, pace, upstream, random, absences));
    }
  }
  // In the order of the lineup, not of the start; nothing of one that failed once.
  const measured = contestants.filter((each) => !absences.has(each)).map(({ name }) => name);
  const figures = figuresOf(sittings).filter(({ contestant }) => measured.includes(contestant));
  figures.sort((one, other) => measured.indexOf(one.contestant) - measured.indexOf(other.contestant));
  return { figures, absences: [...absences].map(([{ name }, reason]) => ({ contestant: name, reason })) };
}

/** As few groups as there can be of at most so many, as equal as can be. */
function dealt<T>(items: readonly T[], sizeMax: number): T[][] {
  const groups = Math.max(1, Math.ceil(items.length / sizeMax));
  return Array.from({ length: groups }, (_, group) => items.filter((_, at) => at % groups === group));
}

/** Starts those of one group, and sends them requests in turns, round after round. */
async function sit(
  workload: Workload,
  pass: Pass,
  present: Contestant[],
  pace: Pace,
  upstream: Upstream,
  random: Random,
  absences: Map<Contestant, string>,
): Promise<Map<string, StartSample>> {
  const alive = new Map<Contestant, Measurement>();
  const answers = new Map<Contestant, unknown>();
  const unlessItFails = async (contestant: Contestant, act: () => Promise<void>) => {
    try {
      await act();
    } catch (reason) {
      absences.set(contestant, String(reason).slice(0, 1000));
      await alive.get(contestant)?.server.stop();
      alive.delete(contestant);
    }
  };
  try {
    // Before they start: a gateway looks then at what the service says of itself.
    await upstream.behave(pass.behaviour);
    for (const contestant of shuffled(present, random)) {
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
    const expected = present.map((contestant) => answers.get(contestant)).find((answer) => answer !== undefined);
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
    return new Map([...alive].map(([{ name }, measurement]) => [name, measurement.sample()]));
  } finally {
    await Promise.all(alive.values().map(({ server }) => server.stop()));
  }
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
