/** Measures streams of live changes over the real service in one process: CPU, memory and calls, while idle and during writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoField } from '../../test/support/demo-fields.ts';
import { readMetric } from '../../test/support/metric.ts';
import { memoryMiBOf } from '../harness/server.ts';
import type { LiveResult } from '../results.ts';
import { type Product, startProduct } from './product.ts';

const streams = 1_000;
const demoFields = 60;
const changesPerSecond = 10;
/** Most streams that are opened at once. */
const openingMax = 50;
const settleMs = 10_000;

const query =
  'subscription ($ids: [ID!]!) { fieldsChanged(ids: $ids) { cursor lists field { id latestObservation { id text } } } }';

/** Measures both states in one process, one after the other. */
export async function measureLive(seconds: number): Promise<LiveResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
  const product = await startProduct(folder, {
    LIVE_STREAMS_MAX: String(streams),
    LIVE_STREAMS_PER_CALLER_MAX: String(streams),
    LOG_LEVEL: 'warn',
  });
  const callsSoFar = () => readMetric(product.adminUrl, 'upstream_calls_total');
  const memoryMiB = () => memoryMiBOf(product.server.pid, 'VmRSS');
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  try {
    // Memory that the first streams leave allocated is no cost of later ones.
    const first = await openStreams(product, agent, demoFields);
    await wait(settleMs);
    for (const stream of first) stream.close();
    await wait(settleMs);
    const before = memoryMiB();
    const open = await openStreams(product, agent, streams);
    await wait(settleMs);
    const measure = async (state: string, work: () => Promise<void>): Promise<LiveResult> => {
      const [cpuMs, calls, events] = [product.server.cpuMs(), await callsSoFar(), eventsOf(open)];
      const startedAt = performance.now();
      await work();
      const took = performance.now() - startedAt;
      return {
        streams,
        state,
        cpuPercent: (100 * (product.server.cpuMs() - cpuMs)) / took,
        mebibytes: memoryMiB() - before,
        eventsPerSecond: (1_000 * (eventsOf(open) - events)) / took,
        callsAnHour: (3_600_000 * ((await callsSoFar()) - calls)) / took,
      };
    };
    const idle = await measure('idle', () => wait(seconds * 1_000));
    const changing = await measure(`${changesPerSecond} changes a second`, () => write(product, seconds));
    for (const stream of open) stream.close();
    return [idle, changing];
  } finally {
    agent.destroy();
    await product.server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface OpenStream {
  events: number;
  close(): void;
}

/** Opens streams of one field each, and waits for the first event of each. */
async function openStreams(product: Product, agent: Agent, count: number): Promise<OpenStream[]> {
  const open: OpenStream[] = [];
  while (open.length < count) {
    const some = Array.from({ length: Math.min(openingMax, count - open.length) }, (_, at) =>
      openStream(product, agent, fieldOf(open.length + at)),
    );
    open.push(...(await Promise.all(some)));
  }
  return open;
}

/** Opens a stream. Tries again while an overloaded process refuses it. */
async function openStream(product: Product, agent: Agent, fieldId: string): Promise<OpenStream> {
  for (;;) {
    const opened = await requestStream(product, agent, fieldId);
    if (typeof opened === 'object') return opened;
    if (opened !== 503) throw new Error(`A stream was refused with ${opened}.`);
    await wait(1_000);
  }
}

/** Resolves with the stream after its first event, or with the status of its refusal. */
function requestStream({ server, key }: Product, agent: Agent, fieldId: string): Promise<OpenStream | number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${key}`,
    };
    const sending = request(new URL('/graphql', server.url), { method: 'POST', headers, agent }, (response) => {
      const stream: OpenStream = { events: 0, close: () => sending.destroy() };
      response.on('error', () => {});
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('data', (chunk: Buffer) => {
        stream.events += chunk.toString('latin1').split('event: next').length - 1;
        if (stream.events > 0) resolve(stream);
      });
    });
    sending.on('error', reject);
    sending.end(JSON.stringify({ query, variables: { ids: [fieldId] } }));
  });
}

/** Writes observations at a constant rate. */
async function write({ serviceUrl, key }: Product, seconds: number): Promise<void> {
  const startedAt = performance.now();
  for (let count = 0; count < seconds * changesPerSecond; count += 1) {
    const response = await fetch(`${serviceUrl}/api/v1/observations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `live-${startedAt}-${count}`,
      },
      body: JSON.stringify({ field_id: fieldOf(count), text: `Observation ${count}` }),
    });
    if (response.status !== 201) throw new Error(`An observation was refused with ${response.status}.`);
    await wait(Math.max(0, startedAt + (1_000 * (count + 1)) / changesPerSecond - performance.now()));
  }
}

const fieldOf = (count: number) => demoField((count % demoFields) + 1);

const eventsOf = (open: readonly OpenStream[]) => open.reduce((sum, { events }) => sum + events, 0);
