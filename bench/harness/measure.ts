/**
 * Measures one workload in one pass, in duets of fresh processes and in random order. In a duet, this gateway and one other contestant run
 * at the same time, each on its own core, and change cores in the middle of each round, so that other load affects both.
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

/** A contestant that could not be measured, and the reason. */
export interface Absence {
  contestant: string;
  reason: string;
}

/** Begin of the reason if the responses differ, which is an error of the contestant's query or of a response. */
const differing = 'Answers differ: ';
/** Whether a contestant is absent because it responded differently from the reference. */
export const isDiffering = ({ reason }: Absence): boolean => reason.startsWith(`Error: ${differing}`);

export interface Measured {
  figures: Figures[];
  absences: Absence[];
  /** Measurements that the figures are made from, by duet. */
  duets: [contestant: string, sample: StartSample][][];
}

/** The cores of a duet. Load and upstreams run on both. */
const cores = [gatewayCore, loadCore] as const;
/** Factor from which a contestant counts as far from the reference, and needs few starts and rounds. */
const farFactor = 3;
const isFar = (ratio: number) => Math.max(ratio, 1 / ratio) > farFactor;

/**
 * Starts the contestants once in one workload and pass, and adds the measurements to those of `earlier` starts. A contestant that fails, or
 * responds differently from the reference, becomes absent.
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
  // In the order of the line-up. A contestant that failed once is left out.
  const measured = contestants.filter(({ name }) => !absences.has(name)).map(({ name }) => name);
  const idle = contestants.filter((each) => each.isIdle?.(workload, pass)).map(({ name }) => name);
  const sittings = duets.map((duet) => new Map(duet));
  const figures = figuresOf(sittings, idle).filter(({ contestant }) => measured.includes(contestant));
  figures.sort((one, other) => measured.indexOf(one.contestant) - measured.indexOf(other.contestant));
  return { figures, absences: [...absences].map(([contestant, reason]) => ({ contestant, reason })), duets };
}

/** Starts two contestants, compares their responses, and sends requests to both at the same time, round by round. */
async function playDuet(
  workload: Workload,
  pass: Pass,
  pair: readonly Contestant[],
  pace: Pace,
  upstreams: readonly [Upstream, Upstream],
  random: Random,
): Promise<[string, StartSample][]> {
  // Empty at the index of a contestant that has not started.
  const alive: Measurement[] = [];
  const answers: unknown[] = [];
  try {
    const starting = pair.map(async (contestant, at) => {
      // Each has its own service, which counts its calls. Set before the start, when a gateway reads the description of the service.
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

/** Sends to all until the time is over and each has its fewest requests. Both end together, so that neither has the machine for itself. */
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

/** Returns two responses in turn. The service is reset before, so that changing data is equal for every contestant. */
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
