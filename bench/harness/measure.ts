/**
 * One workload in one pass: every contestant in a fresh process, answers compared, warmed up, then measured in alternating
 * rounds so that what the machine does meanwhile falls on all alike.
 */
import type { Contestant } from '../contestants.ts';
import type { Pass } from '../passes.ts';
import type { Workload } from '../workloads.ts';
import { answerTo, firstDifference } from './compare.ts';
import { postOf } from './caller.ts';
import { median, percentile, runLoad } from './load.ts';
import { freePort, gatewayCore, type Server, startServer } from './server.ts';
import type { Upstream } from './upstream.ts';

export interface Pace {
  rounds: number;
  /** Load of one contestant in one round, in seconds of its CPU. */
  seconds: number;
  /** The same before the first round. */
  warmUpSeconds: number;
  /** Fewest requests of a round: the slow ones need some to have a median. */
  requestsMin: number;
}

/** What one contestant did in one workload: medians of the rounds. */
export interface Figures {
  contestant: string;
  /** CPU milliseconds of the gateway process per request. */
  cpuMs: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  peakMiB: number;
  upstreamCalls: number;
  /** CPU milliseconds of each round: how steady the figure is. */
  rounds: number[];
}

/** A contestant that could not be measured, and why. */
export interface Absence {
  contestant: string;
  reason: string;
}

export interface Measured {
  figures: Figures[];
  absences: Absence[];
}

const whole = /^\s*\{\s*"data"\s*:\s*\{/;
const bodyStartBytes = 40;

/** Starts one contestant and waits until it answers a query. */
export async function startContestant(contestant: Contestant, upstream: URL): Promise<Server> {
  const port = await freePort();
  const adminPort = await freePort();
  return startServer(contestant.start({ port, adminPort }, upstream), gatewayCore, port, async (url) => {
    const typename = { operationName: 'Typename' as const, query: 'query Typename { __typename }', variables: {} };
    return (await answerTo(typename, url, { ...contestant, answerOf: undefined })) !== undefined;
  });
}

/** The load of a workload on one server, in one pass. */
export function loadOf(workload: Workload, pass: Pass, contestant: Contestant, url: URL) {
  const bodies = workload.questions.map((question) => contestant.bodyOf?.(question) ?? JSON.stringify(question));
  return {
    url,
    callers: workload.callers,
    requestOf: (nth: number) => postOf(url, bodies[nth % bodies.length] as string, pass.authorizationOf(nth)),
    isGood: ({ status, raw }: { status: number; raw: Buffer }) => {
      const start = raw.toString('latin1', 0, bodyStartBytes);
      // A chunked body begins with the length of its first chunk.
      return status === 200 && whole.test(start.replace(/^[0-9a-f]+\r\n/, ''));
    },
  };
}

/** Measures the contestants in one workload and pass. */
export async function measure(
  workload: Workload,
  pass: Pass,
  contestants: Contestant[],
  pace: Pace,
  upstream: Upstream,
): Promise<Measured> {
  const started: { contestant: Contestant; server: Server; rounds: Figures[] }[] = [];
  const absences: Absence[] = [];
  try {
    let expected: unknown;
    for (const contestant of contestants) {
      try {
        const server = await startContestant(contestant, upstream.url);
        started.push({ contestant, server, rounds: [] });
        const answer = await answersTwice(workload, pass, contestant, server, upstream);
        expected ??= answer;
        const difference = answer && firstDifference(expected, answer);
        if (difference) throw new Error(`Answers differ: ${difference}`);
        await runLoad(loadOf(workload, pass, contestant, server.url), {
          ...pace,
          seconds: pace.warmUpSeconds,
          cpuMs: server.cpuMs,
        });
      } catch (reason) {
        absences.push({ contestant: contestant.name, reason: String(reason).slice(0, 1000) });
        const failed = started.findIndex((each) => each.contestant === contestant);
        if (failed !== -1) await started.splice(failed, 1)[0]?.server.stop();
      }
    }
    for (let round = 0; round < pace.rounds; round++) {
      for (let turn = 0; turn < started.length; turn++) {
        const entry = started[(turn + round) % started.length] as (typeof started)[number];
        entry.rounds.push(await measureRound(workload, pass, entry.contestant, entry.server, pace, upstream));
      }
    }
    return { figures: started.map(({ rounds }) => middleOf(rounds)), absences };
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()));
  }
}

/** Two answers in turn, from the same starting point for every contestant: while data changes, they differ. */
async function answersTwice(
  workload: Workload,
  pass: Pass,
  contestant: Contestant,
  server: Server,
  upstream: Upstream,
): Promise<unknown> {
  const question = workload.questions[0];
  if (!question) return undefined;
  await upstream.behave(pass.behaviour);
  const first = await answerTo(question, server.url, contestant, pass.authorizationOf(0));
  const second = await answerTo(question, server.url, contestant, pass.authorizationOf(1));
  return first && [first, second];
}

async function measureRound(
  workload: Workload,
  pass: Pass,
  contestant: Contestant,
  server: Server,
  pace: Pace,
  upstream: Upstream,
): Promise<Figures> {
  await upstream.countAndReset();
  const cpuBefore = server.cpuMs();
  const { requests, seconds, latencies } = await runLoad(loadOf(workload, pass, contestant, server.url), {
    ...pace,
    cpuMs: server.cpuMs,
  });
  const cpuMs = (server.cpuMs() - cpuBefore) / requests;
  const { calls } = await upstream.countAndReset();
  return {
    contestant: contestant.name,
    cpuMs,
    requestsPerSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    peakMiB: server.peakMiB(),
    upstreamCalls: calls / requests,
    rounds: [cpuMs],
  };
}

function middleOf(rounds: Figures[]): Figures {
  const middle = (of: (figures: Figures) => number) => median(rounds.map(of));
  return {
    contestant: rounds[0]?.contestant ?? '',
    cpuMs: middle((each) => each.cpuMs),
    requestsPerSecond: middle((each) => each.requestsPerSecond),
    p50Ms: middle((each) => each.p50Ms),
    p99Ms: middle((each) => each.p99Ms),
    peakMiB: Math.max(...rounds.map((each) => each.peakMiB)),
    upstreamCalls: middle((each) => each.upstreamCalls),
    rounds: rounds.map((each) => each.cpuMs),
  };
}
