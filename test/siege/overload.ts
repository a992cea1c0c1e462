/** More work than the process can do, offered by callers who do not wait: what is answered is answered soon, and the rest refused. */
import { type Besieged, besiege } from './process.ts';
import { type OpenLoop, offer, percentile } from './open-loop.ts';
import type { Figure, Scenario, SiegeSize } from './scenario.ts';

const fieldIds = Array.from({ length: 58 }, (_, index) => `fld_demo_${String(index + 1).padStart(2, '0')}`);
const query = `query Page($id: ID!) { field(id: $id) {
  id weather { date temperatureMin { value } temperatureMax { value } } earthObservations { acquiredAt } observations { text }
} }`;

const dayMs = 86_400_000;
const from = new Date(Date.now() - 350 * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/**
 * What the two ports are requested. The service reads a year for each answer of some days: one generator over 1,024 connections sends at
 * most 7,000 requests a second, fewer than short cached pages are answered, whose latency would be the generator's own.
 */
const requested = {
  graph: fieldIds.map((id) => ({ path: '/graphql', body: JSON.stringify({ query, variables: { id } }) })),
  rest: fieldIds.map((id) => ({ path: `/api/v1/weather?field_id=${id}&kind=forecast&from=${from}` })),
};

interface Size {
  seconds: number;
  /** How many times what it can do is offered. */
  factor: number;
  p99Max: number;
  /** The machine of the gate does other work meanwhile, more of it in one moment than in the next. */
  throughputMin: number;
  /** A busy machine may not get to offer more than it can do. */
  refusedMin: number;
}

const sizes: Record<SiegeSize, Size> = {
  short: { seconds: 3, factor: 3, p99Max: 5_000, throughputMin: 20, refusedMin: 0 },
  whole: { seconds: 30, factor: 1.3, p99Max: 1_000, throughputMin: 80, refusedMin: 1 },
};

export const overload: Scenario = {
  title: 'more operations than it can do are refused early, and those it answers come soon',
  async run(size) {
    await using process = await besiege({ env: { EVENT_LOOP_DELAY_MS_MAX: '' } });
    const onGraph = await underLoad(process, 'graph', process.graphUrl, sizes[size]);
    const onRest = await underLoad(process, 'rest', process.restUrl ?? '', sizes[size]);
    return [...onGraph, ...onRest, { what: 'peak memory', value: process.peakMiB(), unit: 'MiB', atMost: 500 }];
  },
};

async function underLoad(process: Besieged, port: keyof typeof requested, url: string, size: Size): Promise<Figure[]> {
  const load = { url, requests: requested[port] };
  await offer({ ...load, perSecond: Number.POSITIVE_INFINITY, seconds: 1, connectionsMax: 16 });
  const capacity = await offer({ ...load, perSecond: Number.POSITIVE_INFINITY, seconds: 2, connectionsMax: 16 });
  const offered: OpenLoop = {
    ...load,
    perSecond: capacity.answeredPerSecond * size.factor,
    seconds: size.seconds,
    connectionsMax: 1_024,
  };
  const probing = probe(process.graphUrl, size.seconds);
  const result = await offer(offered);
  const recoveredMs = await recovery(url, requested[port][0] as (typeof offered.requests)[number]);
  const { failed, p99: probeP99 } = await probing;
  const { 200: answered = 0, 503: refused = 0, ...others } = result.statuses;
  return [
    { what: `${port}: offered a second`, value: offered.perSecond, unit: '' },
    { what: `${port}: p99 of the answered`, value: result.p99, unit: 'ms', atMost: size.p99Max },
    {
      what: `${port}: answered, of what it can do`,
      value: (100 * result.answeredPerSecond) / capacity.answeredPerSecond,
      unit: '%',
      atLeast: size.throughputMin,
    },
    { what: `${port}: refused with 503`, value: refused, unit: '', atLeast: size.refusedMin },
    {
      what: `${port}: neither answered nor refused ${Object.keys(others).join(', ')}`.trimEnd(),
      value: Object.values(others).reduce((sum, count) => sum + count, 0),
      unit: '',
      atMost: 0,
    },
    { what: `${port}: health checks failed`, value: failed, unit: '', atMost: 0 },
    { what: `${port}: p99 of health checks`, value: probeP99, unit: 'ms', atMost: size.p99Max },
    { what: `${port}: well again after`, value: recoveredMs, unit: 'ms', atMost: 2_000 },
    { what: `${port}: answered at all`, value: answered, unit: '', atLeast: 1 },
  ];
}

const probeEveryMs = 100;
const probeTimeoutMs = 5_000;

/** Asks /health and /ready in turn, each on a connection of its own, as orchestrators do. */
async function probe(url: string, seconds: number): Promise<{ failed: number; p99: number }> {
  const latencies: number[] = [];
  let failed = 0;
  const endsAt = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const askedAt = performance.now();
    const path = turn % 2 === 0 ? '/health' : '/ready';
    const isWell = await fetch(`${url}${path}`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isWell) failed += 1;
    latencies.push(performance.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
  }
  return { failed, p99: percentile(latencies, 0.99) };
}

const promptMs = 250;
const promptInARow = 5;

/** How long after the load it takes until one request after the other is answered promptly. */
async function recovery(url: string, { path, body }: OpenLoop['requests'][number]): Promise<number> {
  const startedAt = performance.now();
  let wellAt = startedAt;
  for (let inARow = 0; inARow < promptInARow && performance.now() - startedAt < probeTimeoutMs; ) {
    const askedAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    });
    await response.arrayBuffer();
    const isPrompt = response.ok && performance.now() - askedAt < promptMs;
    if (isPrompt && inARow === 0) wellAt = askedAt;
    inARow = isPrompt ? inARow + 1 : 0;
  }
  return wellAt - startedAt;
}
