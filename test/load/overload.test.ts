/** More work than the process can do, from callers that do not wait: it responds promptly to a part and refuses the rest. */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { percentile } from '../../bench/statistics.ts';
import { demoFields } from '../support/demo-fields.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { figure, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';
import { offer } from './open-loop.ts';

const fieldIds = demoFields(58);
const query = `query Page($id: ID!) { field(id: $id) {
  id weather { date temperatureMin { value } temperatureMax { value } } earthObservations { acquiredAt } observations { text }
} }`;

const dayMs = 86_400_000;
const from = new Date(Date.now() - 350 * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/**
 * The requests to the two ports. The service reads a year for each response, because one generator sends at most 7,000 requests a second
 * over 1,024 connections: with short cached pages, the measured latency would be that of the generator.
 */
const requested = {
  graph: fieldIds.map((id) => ({ path: '/graphql', body: JSON.stringify({ query, variables: { id } }) })),
  service: fieldIds.map((id) => ({ path: `/api/v1/weather?field_id=${id}&kind=forecast&from=${from}` })),
};

/**
 * `factor` is the offered load as a multiple of the capacity. The machine of the gate does a varying amount of other work, so there the
 * load doubles up to `factorMax` until some of it is refused.
 */
const { seconds, factor, factorMax, throughputMin } = bySize(
  { seconds: 1.5, factor: 3, factorMax: 48, throughputMin: 0 },
  { seconds: 30, factor: 1.3, factorMax: 1.3, throughputMin: 80 },
);
const p99MsMax = 1_000;
const probeEveryMs = 100;
const { probeTimeoutMs, promptMs } = bySize(
  { probeTimeoutMs: 60_000, promptMs: 5_000 },
  { probeTimeoutMs: 5_000, promptMs: 250 },
);
const promptInARow = 5;

it('a process refuses operations beyond its capacity early, and responds promptly to the others', async () => {
  const env = { EVENT_LOOP_DELAY_MS_MAX: '', FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' };
  await using command = await startProcess({ env });
  for (const port of ['graph', 'service'] as const) {
    const url = command[`${port}Url`];
    const load = { url, requests: requested[port] };
    const closed = { ...load, perSecond: Number.POSITIVE_INFINITY, connectionsMax: 16 };
    await offer({ ...closed, seconds: bySize(0.3, 1) });
    const capacity = await offer({ ...closed, seconds: bySize(1, 2) });
    let isRefused = false;
    for (let times = factor; times <= factorMax && !isRefused; times *= 2) {
      const probing = probe(command);
      const perSecond = capacity.answeredPerSecond * times;
      const result = await offer({ ...load, perSecond, seconds, connectionsMax: 1_024 });
      const recoveredMs = await recovery(url, requested[port][0] ?? { path: '' });
      const { failed, p99 } = await probing;
      const { 200: answered = 0, 503: refused = 0, ...others } = result.statuses;
      isRefused = refused > 0;
      const throughput = (100 * result.answeredPerSecond) / capacity.answeredPerSecond;
      figure(`${port}: offered a second`, perSecond);
      figure(`${port}: p99 of the answered, ms`, result.p99, withinMs(p99MsMax));
      figure(`${port}: answered, of what it can do, %`, throughput, { atLeast: throughputMin });
      figure(`${port}: refused with 503`, refused);
      const what = `${port}: neither answered nor refused ${Object.keys(others).join(', ')}`.trimEnd();
      figure(
        what,
        Object.values(others).reduce((sum, count) => sum + count, 0),
        { atMost: 0 },
      );
      figure(`${port}: health checks failed`, failed, { atMost: 0 });
      figure(`${port}: p99 of health checks, ms`, p99, withinMs(p99MsMax));
      figure(`${port}: well again after, ms`, recoveredMs, withinMs(2_000));
      figure(`${port}: answered at all`, answered, { atLeast: 1 });
    }
    figure(`${port}: refused at all`, Number(isRefused), { atLeast: 1 });
  }
  figure('peak memory, MiB', command.peakMiB(), { atMost: 500 });
});

/** Requests /health and /ready like an orchestrator and the description like a gateway, in turn, each on its own connection. */
async function probe({ graphUrl, serviceUrl }: ProductProcess): Promise<{ failed: number; p99: number }> {
  const probed = [`${graphUrl}/health`, `${graphUrl}/ready`, `${serviceUrl}/openapi.json`];
  const latencies: number[] = [];
  let failed = 0;
  const endsAt = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const startedAt = performance.now();
    const isWell = await fetch(probed[turn % probed.length] ?? '', {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isWell) failed += 1;
    latencies.push(performance.now() - startedAt);
    await wait(probeEveryMs);
  }
  return { failed, p99: percentile(latencies, 0.99) };
}

/** The time after the load until several requests in a row get prompt responses. */
async function recovery(url: string, { path, body }: { path: string; body?: string }): Promise<number> {
  const startedAt = performance.now();
  let wellAt = startedAt;
  for (let inARow = 0; inARow < promptInARow && performance.now() - startedAt < probeTimeoutMs; ) {
    const sentAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    });
    await response.arrayBuffer();
    const isPrompt = response.ok && performance.now() - sentAt < promptMs;
    if (isPrompt && inARow === 0) wellAt = sentAt;
    inARow = isPrompt ? inARow + 1 : 0;
  }
  return wellAt - startedAt;
}
