/**
 * One workload in one pass, in duets: this gateway and one other run at the same moment, each on a core of its own, and change cores in the
 * middle of each round. Whatever else the machine does, it does to both. Each duet is of fresh processes, in an order drawn anew.
 */
import type { Contestant } from '../contestants.ts';
import { type Figures, figuresOf, reference, type StartSample } from '../figures.ts';
import type { Pass } from '../passes.ts';
import { type Random, shuffled } from '../random.ts';
import { geometricMean } from '../statistics.ts';
import type { Workload } from '../workloads.ts';
import { answerTo, firstDifference } from './compare.ts';
import { loadOf, startContestant } from './contestant.ts';
import { Measurement, type Pace } from './measurement.ts';
import { gatewayCore, loadCore, moveTo, pinSelf } from './server.ts';
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

/** The cores of a duet; load and upstreams run wherever there is room. */
const cores = [gatewayCore, loadCore] as const;

/** Measures the contestants in one workload and pass; who fails, or answers otherwise than the reference, is absent. */
export async function measure(
  workload: Workload,
  pass: Pass,
  contestants: Contestant[],
  pace: Pace,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
): Promise<Measured> {
  const absences = new Map<Contestant, string>();
  const sittings: Map<string, StartSample>[] = [];
  const base = contestants.find(({ name }) => name === reference);
  const others = contestants.filter(({ name }) => name !== reference);
  const everywhere = cores.join();
  moveTo(process.pid, everywhere);
  for (const upstream of upstreams) upstream.moveTo(everywhere);
  try {
    for (let start = 0; base && start < pace.starts; start++) {
      for (const other of shuffled(others, random)) {
        if (absences.has(other)) continue;
        const playing = playDuet(workload, pass, shuffled([base, other], random), pace, upstreams, random);
        const duet = await playing.catch((reason) => absences.set(other, String(reason).slice(0, 1000)));
        if (!absences.has(other)) sittings.push(duet as Map<string, StartSample>);
      }
    }
  } finally {
    pinSelf();
    for (const upstream of upstreams) upstream.moveTo(loadCore);
  }
  // In the order of the lineup, not of the start; nothing of one that failed once.
  const measured = contestants.filter((each) => !absences.has(each)).map(({ name }) => name);
  const idle = contestants.filter((each) => each.isIdle?.(workload, pass)).map(({ name }) => name);
  const figures = figuresOf(sittings, idle).filter(({ contestant }) => measured.includes(contestant));
  figures.sort((one, other) => measured.indexOf(one.contestant) - measured.indexOf(other.contestant));
  return { figures, absences: [...absences].map(([{ name }, reason]) => ({ contestant: name, reason })) };
}

/** Starts two, compares their answers, and sends both requests at the same moment, round after round. */
async function playDuet(
  workload: Workload,
  pass: Pass,
  pair: readonly Contestant[],
  pace: Pace,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
): Promise<Map<string, StartSample>> {
  const alive: Measurement[] = [];
  const answers: unknown[] = [];
  try {
    for (const [at, contestant] of pair.entries()) {
      // Each has a service of its own, which counts its calls. It behaves before they start: a gateway looks then at what it says of itself.
      const upstream = upstreams[at] as Upstream;
      await upstream.behave(pass.behaviour);
      const server = await startContestant(contestant, upstream.url);
      const measurement = new Measurement(server, {
        load: loadOf(workload, pass, contestant, server.url),
        requestsPerCpuSecond: workload.requestsPerCpuSecond[pass.isRemembered ? 'remembered' : 'anew'],
        warmUpRequestsMin: workload.warmUpRequestsMin,
        pace,
        countCalls: async () => (await upstream.countAndReset()).calls,
      });
      alive.push(measurement);
      answers.push(await answersTwice(workload, pass, contestant, server.url, upstream));
      server.moveTo(cores[at] as string);
    }
    const ours = pair.findIndex(({ name }) => name === reference);
    const [expected, answer] = [answers[ours], answers[1 - ours]];
    const difference = expected && answer && firstDifference(expected, answer);
    if (difference) throw new Error(`Answers differ: ${difference}`);
    await Promise.all(alive.map((measurement) => measurement.warmUp()));
    for (let round = 0; round < pace.rounds; round++) {
      const both: number[][] = [];
      for (const on of shuffled([cores, cores.toReversed()], random)) both.push(await playTurn(alive, on, pace));
      for (const [at, measurement] of alive.entries())
        measurement.add(geometricMean(both.map((cpuMs) => cpuMs[at] ?? Number.NaN)));
    }
    return new Map(pair.map(({ name }, at) => [name, (alive[at] as Measurement).sample()]));
  } finally {
    await Promise.all(alive.map(({ server }) => server.stop()));
  }
}

/** Sends to all until the time is over and each has had its fewest requests: nobody is alone on the machine for its last ones. */
function playTurn(alive: readonly Measurement[], on: readonly string[], pace: Pace): Promise<number[]> {
  const sent = alive.map(() => 0);
  for (const [at, { server }] of alive.entries()) server.moveTo(on[at] as string);
  return Promise.all(
    alive.map((measurement, at) =>
      measurement.send((count, wallMs) => {
        sent[at] = count;
        return wallMs >= pace.seconds * 1000 && sent.every((each) => each >= pace.requestsMin);
      }),
    ),
  );
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
