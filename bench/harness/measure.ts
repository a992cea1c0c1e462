/**
 * One workload in one pass, in duets: this gateway and one other run at the same moment, each on a core of its own, and change cores in the
 * middle of each round. Whatever else the machine does, it does to both. Each duet is of fresh processes, in an order drawn anew.
 */
import type { Contestant } from '../contestants.ts';
import { type Figures, figuresOf, reference, type StartSample } from '../figures.ts';
import type { Pass } from '../passes.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import { geometricMean, median } from '../statistics.ts';
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

/** How the reason begins where the answers differ: that is an error of the contestant's query, or of an answer. */
const differing = 'Answers differ: ';
/** Whether a contestant is absent because it gave another answer than the reference. */
export const isDiffering = ({ reason }: Absence): boolean => reason.startsWith(`Error: ${differing}`);

export interface Measured {
  figures: Figures[];
  absences: Absence[];
  /** What the figures are made of: one for each duet. */
  duets: [contestant: string, sample: StartSample][][];
}

/** The cores of a duet; load and upstreams run wherever there is room. */
const cores = [gatewayCore, loadCore] as const;
/** A contestant that differs from the reference by this factor needs few starts and rounds. */
const farFactor = 3;
const isFar = (ratio: number) => Math.max(ratio, 1 / ratio) > farFactor;

/**
 * Starts the contestants once in one workload and pass, and adds that to what `earlier` starts measured. Who fails, or answers otherwise than
 * the reference, is absent.
 */
export async function measureOnce(
  workload: Workload,
  pass: Pass,
  contestants: readonly Contestant[],
  pace: Pace,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
  earlier: Measured = { figures: [], absences: [], duets: [] },
): Promise<Measured> {
  const absences = new Map(earlier.absences.map(({ contestant, reason }) => [contestant, reason]));
  const duets = [...earlier.duets];
  const isFarEnough = ({ name }: Contestant) => {
    const found = earlier.figures.find(({ contestant }) => contestant === name);
    return (
      pace.far !== undefined && found !== undefined && found.starts >= pace.far.starts && isFar(found.ratio.median)
    );
  };
  const base = contestants.find(({ name }) => name === reference);
  const others = contestants.filter((each) => each !== base && !absences.has(each.name) && !isFarEnough(each));
  const everywhere = cores.join();
  moveTo(process.pid, everywhere);
  for (const upstream of upstreams) upstream.moveTo(everywhere);
  try {
    for (const other of base ? shuffled(others, random) : []) {
      const playing = playDuet(workload, pass, shuffled([base as Contestant, other], random), pace, upstreams, random);
      await playing.then(
        (duet) => duets.push(duet),
        (reason) => absences.set(other.name, String(reason).slice(0, 1000)),
      );
    }
  } finally {
    pinSelf();
    for (const upstream of upstreams) upstream.moveTo(loadCore);
  }
  // In the order of the lineup, not of the start; nothing of one that failed once.
  const measured = contestants.filter(({ name }) => !absences.has(name)).map(({ name }) => name);
  const idle = contestants.filter((each) => each.isIdle?.(workload, pass)).map(({ name }) => name);
  const sittings = duets.map((duet) => new Map(duet));
  const figures = figuresOf(sittings, idle).filter(({ contestant }) => measured.includes(contestant));
  figures.sort((one, other) => measured.indexOf(one.contestant) - measured.indexOf(other.contestant));
  return { figures, absences: [...absences].map(([contestant, reason]) => ({ contestant, reason })), duets };
}

/** Starts two, compares their answers, and sends both requests at the same moment, round after round. */
async function playDuet(
  workload: Workload,
  pass: Pass,
  pair: readonly Contestant[],
  pace: Pace,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
): Promise<[string, StartSample][]> {
  // A place of one that has not started is empty.
  const alive: Measurement[] = [];
  const answers: unknown[] = [];
  try {
    const starting = pair.map(async (contestant, at) => {
      // Each has a service of its own, which counts its calls. It behaves before they start: a gateway looks then at what it says of itself.
      const upstream = upstreams[at] as Upstream;
      await upstream.behave({ ...pass.behaviour, ...contestant.behaviour });
      const server = await startContestant(contestant, upstream.url, cores[at]);
      alive[at] = new Measurement(server, {
        load: loadOf(workload, pass, contestant, server.url),
        requestsPerCpuSecond: workload.requestsPerCpuSecond[pass.isRemembered ? 'remembered' : 'anew'],
        warmUpRequestsMin: workload.warmUpRequestsMin,
        pace,
        countCalls: async () => (await upstream.countAndReset()).calls,
      });
    });
    for (const { status, reason } of (await Promise.allSettled(starting)) as PromiseRejectedResult[])
      if (status === 'rejected') throw reason;
    for (const [at, contestant] of pair.entries()) {
      const { url } = (alive[at] as Measurement).server;
      answers.push(await answersTwice(workload, pass, contestant, url, upstreams[at] as Upstream));
    }
    const ours = pair.findIndex(({ name }) => name === reference);
    const [expected, answer] = [answers[ours], answers[1 - ours]];
    const difference = expected && answer && firstDifference(expected, answer);
    if (difference) throw new Error(`${differing}${difference}`);
    await Promise.all(alive.map((measurement) => measurement.warmUp()));
    const ratios: number[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      if (pace.far && round >= pace.far.rounds && isFar(median(ratios))) break;
      const both: number[][] = [];
      for (const on of shuffled([cores, cores.toReversed()], random)) both.push(await playTurn(alive, on, pace));
      const costs = alive.map((_, at) => geometricMean(both.map((cpuMs) => cpuMs[at] ?? Number.NaN)));
      for (const [at, measurement] of alive.entries()) measurement.add(costs[at] as number);
      ratios.push((costs[0] as number) / (costs[1] as number));
    }
    return pair.map(({ name }, at): [string, StartSample] => [name, (alive[at] as Measurement).sample()]);
  } finally {
    await Promise.all(alive.map((each) => each?.server.stop()));
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
  await upstream.behave({ ...pass.behaviour, ...contestant.behaviour });
  const first = await answerTo(question, url, contestant, pass.authorizationOf(0));
  const second = await answerTo(question, url, contestant, pass.authorizationOf(1));
  return first && [first, second];
}
