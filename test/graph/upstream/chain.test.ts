/** The guarantees of all layers together, over a real socket. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Upstream } from '../../../src/graph/upstream/upstream.ts';
import type { Endpoint, UpstreamObserver } from '../../../src/graph/upstream/call.ts';
import { probesMax } from '../../../src/graph/upstream/layers/concurrency.ts';
import { endpoints } from '../../../src/graph/reads/client.ts';
import { createTransport } from '../../../src/graph/upstream/wire/undici.ts';
import { failures, type FaultyService, startFaultyService } from '../../support/faulty-service.ts';
import { upstreamOver } from '../../support/list-service.ts';
import { settled } from '../../support/manual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { callScope, read, rejection, write } from '../../support/upstream-call.ts';

let service: FaultyService;
let upstream: Upstream;

function build(observer: UpstreamObserver = {}, concurrencyMax = 64, deadlineMs = 3_600_000): Upstream {
  const transport = (connectionsMax: number) =>
    createTransport({ baseUrl: service.url, connectionsMax, bytesMax: 1e6 });
  return upstreamOver(transport, { isBatching: false, concurrencyMax, deadlineMs, observer });
}

beforeEach(async () => {
  service = await startFaultyService();
  upstream = build();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
  await upstream.close();
});

/** Stops the clock of breakers until `pass`. On a busy machine, failures could leave the window and probes come due between two lines. */
function stopTime() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    pass(ms: number): void {
      now += ms;
    },
  };
}

/** The time between two probes. */
const probeEveryMs = 1_000;

const distinct = (index: number) => ({ path: `/api/v1/weather?field_id=fld_${index}` });

it('concurrencyMax sets both the slots and the connections of an endpoint', async () => {
  const sizes: number[] = [];
  const transport = (connectionsMax: number) => {
    sizes.push(connectionsMax);
    return createTransport({ baseUrl: service.url, connectionsMax, bytesMax: 1e6 });
  };
  const own = upstreamOver(transport, { isBatching: false, concurrencyMax: 3, queueMax: 100, cacheBytesMax: 0 });
  const reads = Array.from({ length: 10 }, (_, index) => own.fetch(read(service.url, distinct(index))));
  expect(own.load('weather')).toEqual({ inFlight: 3, waiting: 7 });
  expect(sizes).toEqual([3 + probesMax]);
  await Promise.all(reads);
  await own.close();
});

it('the only operation is never refused, however small the queue is', async () => {
  const transport = (connectionsMax: number) =>
    createTransport({ baseUrl: service.url, connectionsMax, bytesMax: 1e6 });
  const own = upstreamOver(transport, { isBatching: false, concurrencyMax: 64, queueMax: 0, cacheBytesMax: 0 });
  const scope = callScope();
  const reads = Array.from({ length: 100 }, (_, index) => own.fetch(read(service.url, { ...distinct(index), scope })));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  await own.close();
});

it('at least 95 % of reads succeed with 30 % of calls reset, and none is sent more than three times', async () => {
  stopTime();
  const random = seededRandom(3);
  const sends = new Map<string, number>();
  service.script = ({ url }) => {
    sends.set(url, (sends.get(url) ?? 0) + 1);
    if (random() >= 0.3) return undefined;
    return random() < 0.5 ? failures.resetBeforeAnswer : failures.resetMidBody;
  };
  const reads = Array.from({ length: 1000 }, (_, index) => upstream.fetch(read(service.url, distinct(index))));
  const outcomes = await Promise.allSettled(reads);
  const succeeded = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.ok);
  expect(succeeded.length).toBeGreaterThanOrEqual(950);
  expect(Math.max(...sends.values())).toBeLessThanOrEqual(3);
});

it('a service that is down receives no calls after twenty failed reads, until it has recovered', async () => {
  service.script = ({ url }) => (url.includes('/weather') ? failures.resetBeforeAnswer : undefined);
  const time = stopTime();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => rejection(upstream.fetch(read(service.url, distinct(index))))),
  );
  expect(upstream.breakerState('weather')).toBe('open');
  const sends = service.calls.length;
  const error = await rejection(upstream.fetch(read(service.url)));
  expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', extensions: { retryAfterSeconds: 1 } });
  expect(service.calls).toHaveLength(sends);
  expect((await upstream.fetch(read(service.url, { endpoint: 'observations' }))).ok).toBe(true);

  service.script = () => undefined;
  time.pass(probeEveryMs);
  expect((await upstream.fetch(read(service.url))).ok).toBe(true);
  expect(upstream.breakerState('weather')).toBe('closed');
});

it('at most four of five hundred calls are on the wire at once, and all are answered', async () => {
  let most = 0;
  const narrow = build({}, 4);
  let inFlight = 0;
  service.script = () => (response, call, good) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on('close', () => {
      inFlight -= 1;
    });
    setImmediate(() => failures.good(response, call, good));
  };
  const answers = Array.from({ length: 500 }, (_, index) => narrow.fetch(read(service.url, distinct(index))));
  expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true);
  expect(most).toBeLessThanOrEqual(4);
  await narrow.close();
});

it('an operation of hundreds of calls leaves the queue to others, and all calls are answered', async () => {
  const narrow = build({}, 4);
  const scope = callScope();
  const calls = (count: number, options: Parameters<typeof read>[1] = {}) =>
    Array.from({ length: count }, (_, index) => narrow.fetch(read(service.url, { ...distinct(index), ...options })));
  const large = calls(300, { scope });
  expect(narrow.load('weather')).toEqual({ inFlight: 4, waiting: 0 });
  const small = calls(10);
  expect(narrow.load('weather')).toEqual({ inFlight: 4, waiting: 10 });
  expect((await Promise.all([...large, ...small])).every(({ ok }) => ok)).toBe(true);
  await narrow.close();
});

it('each operation has at most as many calls in flight as its transport allows for one', async () => {
  const transport = (connectionsMax: number) => ({
    ...createTransport({ baseUrl: service.url, connectionsMax, bytesMax: 1e6 }),
    operationCallsMax: 3,
  });
  const own = upstreamOver(transport, { isBatching: false, concurrencyMax: 64, cacheBytesMax: 0 });
  for (const operations of [1, 2]) {
    const scopes = Array.from({ length: operations }, () => callScope());
    const reads = scopes.flatMap((scope) =>
      Array.from({ length: 10 }, (_, index) => own.fetch(read(service.url, { ...distinct(index), scope }))),
    );
    expect(own.load('weather').inFlight).toBe(3 * operations);
    await Promise.all(reads);
  }
  await own.close();
});

it('calls that waited for other calls of their operation until its deadline do not count as failures of the endpoint', async () => {
  const narrow = build({}, 2);
  service.script = () => failures.silent;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const scope = callScope({ deadlineMs: 100 });
  const calls = Array.from({ length: 60 }, (_, index) =>
    rejection(narrow.fetch(read(service.url, { ...distinct(index), scope }))),
  );
  while (service.calls.length < 2) await settled();
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['UPSTREAM_TIMEOUT']));
  expect(narrow.breakerState('weather')).toBe('closed');
  expect(service.calls).toHaveLength(2);
  await narrow.close();
});

it('calls that waited for a slot until their deadline do not count as failures of the endpoint', async () => {
  const narrow = build({}, 2);
  const pending: (() => void)[] = [];
  service.script = () => (response, call, good) => void pending.push(() => failures.good(response, call, good));
  const served = [1, 2].map((index) => narrow.fetch(read(service.url, distinct(index))));
  while (pending.length < 2) await settled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const late = Array.from({ length: 60 }, (_, index) =>
    rejection(narrow.fetch(read(service.url, { ...distinct(index), scope: callScope({ deadlineMs: 100 }) }))),
  );
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(new Set((await Promise.all(late)).map(({ code }) => code))).toEqual(new Set(['UPSTREAM_TIMEOUT']));
  expect(narrow.breakerState('weather')).toBe('closed');
  for (const answer of pending) answer();
  expect((await Promise.all(served)).every(({ ok }) => ok)).toBe(true);
  await narrow.close();
});

it('an answered write is sent once, and a lost write is sent again with the same key and bytes', async () => {
  for (const failure of ['status422', 'status404', 'status413', 'good', 'invalidJson', 'redirect'] as const) {
    service.calls.length = 0;
    service.script = () => failures[failure];
    await upstream.fetch(write(service.url)).catch(() => {});
    expect(service.calls, failure).toHaveLength(1);
  }
  service.calls.length = 0;
  service.script = (_call, index) => (index < 2 ? failures.resetMidBody : undefined);
  expect((await upstream.fetch(write(service.url))).status).toBe(201);
  expect(new Set(service.calls.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  expect(service.calls).toHaveLength(3);
});

it('a hundred callers with different keys never share a call: each gets the response to its own key', async () => {
  service.script = () => (response, call) => {
    response.writeHead(200, { 'content-type': 'application/json', etag: `"${call.headers.authorization}"` });
    response.end(JSON.stringify({ data: [call.headers.authorization] }));
  };
  for (let round = 0; round < 5; round += 1) {
    const answers = Array.from({ length: 100 }, async (_, index) => {
      const scope = callScope({ credential: `hash-${index}` });
      const response = await upstream.fetch(
        read(service.url, { scope, headers: { authorization: `Bearer k${index}` } }),
      );
      return response.json();
    });
    const expected = Array.from({ length: 100 }, (_, index) => ({ data: [`Bearer k${index}`] }));
    expect(await Promise.all(answers)).toEqual(expected);
  }
});

/** A call is slow, and a probe fails, after half of this deadline. */
const slowDeadlineMs = 2_000;

describe('an endpoint that hangs', () => {
  it('delays no call to another endpoint, and its queue is refused once its breaker opens', async () => {
    const time = stopTime();
    service.script = ({ url }) => (url.includes('/weather') ? failures.silent : undefined);
    const narrow = build({}, 4, slowDeadlineMs);
    const hung = Array.from({ length: 50 }, (_, index) =>
      narrow.fetch(read(service.url, { ...distinct(index), scope: callScope() })).then(
        ({ status }) => status,
        ({ extensions }) => extensions,
      ),
    );
    expect(narrow.load('weather')).toEqual({ inFlight: 4, waiting: 46 });
    for (const endpoint of ['earth-observations', 'observations'] as const)
      expect((await narrow.fetch(read(service.url, { endpoint }))).ok).toBe(true);
    expect((await narrow.fetch(write(service.url))).ok).toBe(true);
    const weatherCalls = () => service.calls.filter(({ url }) => url.includes('/weather')).length;
    while (weatherCalls() < 4) await settled();
    // Nothing has failed yet, but the next call finds all slots in use for longer than half of the deadline.
    time.pass(slowDeadlineMs);
    await rejection(narrow.fetch(read(service.url, distinct(99))));
    expect(narrow.breakerState('weather')).toBe('open');
    const refused = { code: 'UPSTREAM_UNAVAILABLE', retryable: true, retryAfterSeconds: 1 };
    expect(await Promise.all(hung.slice(4))).toEqual(Array(46).fill(refused));
    expect(narrow.load('weather').waiting).toBe(0);
    expect(weatherCalls()).toBe(4);

    // The probe, with its extra slot, finds the endpoint recovered: reads that hang are cut and sent again.
    service.script = () => undefined;
    time.pass(probeEveryMs);
    expect((await narrow.fetch(read(service.url, distinct(98)))).ok).toBe(true);
    expect(await Promise.all(hung.slice(0, 4))).toEqual([200, 200, 200, 200]);
    expect(narrow.load('weather')).toEqual({ inFlight: 0, waiting: 0 });
    await narrow.close();
  });
});

it('writes that still hang when a probe succeeds use their slots, and do not open the breaker again', async () => {
  const time = stopTime();
  const hung: (() => void)[] = [];
  service.script = (_call, index) =>
    index < 4 ? (response, call, good) => void hung.push(() => failures.good(response, call, good)) : undefined;
  const narrow = build({}, 4, slowDeadlineMs);
  const answers = Array.from({ length: 4 }, () => narrow.fetch(write(service.url)));
  while (hung.length < 4) await settled();
  time.pass(slowDeadlineMs);
  await rejection(narrow.fetch(write(service.url)));
  time.pass(probeEveryMs);
  expect((await narrow.fetch(write(service.url))).ok).toBe(true);
  const waiting = narrow.fetch(write(service.url));
  expect(narrow.breakerState('add-observation')).toBe('closed');
  expect(narrow.load('add-observation')).toEqual({ inFlight: 4, waiting: 1 });
  for (const answer of hung) answer();
  expect((await Promise.all([...answers, waiting])).map(({ status }) => status)).toEqual(Array(5).fill(201));
  // Reads would be cut and sent again.
  expect(service.calls).toHaveLength(6);
  await narrow.close();
});

it('the upstream is calling unless all reads are refused, whatever happens to writes, and again once a probe is due', async () => {
  const fail = (endpoint: Endpoint) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const path = `/api/v1/${endpoint}?field_id=fld_${index}`;
        const request = endpoint === 'add-observation' ? write(service.url) : read(service.url, { endpoint, path });
        return upstream.fetch(request).catch(() => {});
      }),
    );
  const time = stopTime();
  service.script = ({ url, method }) =>
    method === 'POST' || !url.includes('/observations') ? failures.status503 : undefined;
  for (const endpoint of ['weather', 'earth-observations', 'add-observation'] as const) {
    await fail(endpoint);
    expect(upstream.breakerState(endpoint)).toBe('open');
  }
  expect(upstream.isCalling()).toBe(true);
  service.script = () => failures.status503;
  await Promise.all(endpoints.reads.map(fail));
  expect(upstream.isCalling()).toBe(false);
  time.pass(probeEveryMs);
  expect(upstream.isCalling()).toBe(true);
});

describe('the observer', () => {
  it('reports sends, retries, cached responses and breakers, without data of a caller', async () => {
    const seen: unknown[][] = [];
    const watched = build({
      sent: (endpoint, outcome) => seen.push(['sent', endpoint, outcome]),
      retried: (endpoint) => seen.push(['retried', endpoint]),
      cached: (endpoint, use) => seen.push(['cached', endpoint, use]),
      breakerChanged: (endpoint, state) => seen.push(['breaker', endpoint, state]),
    });
    service.script = (_call, index) => (index === 0 ? failures.resetBeforeAnswer : failures.status503);
    await watched.fetch(read(service.url));
    expect(seen).toEqual([
      ['cached', 'weather', 'miss'],
      ['sent', 'weather', 'UPSTREAM_UNAVAILABLE'],
      ['retried', 'weather'],
      ['sent', 'weather', 503],
      ['retried', 'weather'],
      ['sent', 'weather', 503],
    ]);
    seen.length = 0;
    service.script = () => (response, call, good) => {
      response.setHeader('etag', '"e"');
      if (call.headers['if-none-match'] === '"e"') response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(good);
    };
    for (let index = 0; index < 3; index += 1) await watched.fetch(read(service.url));
    expect(seen.at(-1)).toEqual(['cached', 'weather', 'revalidated']);
    seen.length = 0;
    const caller = new AbortController();
    service.script = () => () => caller.abort();
    await rejection(watched.fetch(read(service.url, { ...distinct(0), scope: callScope({ signal: caller.signal }) })));
    expect(seen.at(-1)).toEqual(['sent', 'weather', 'ABANDONED']);
    seen.length = 0;
    service.script = () => failures.status500;
    stopTime();
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => watched.fetch(read(service.url, distinct(index))).catch(() => {})),
    );
    expect(seen.filter(([what]) => what === 'breaker')).toEqual([['breaker', 'weather', 'open']]);
    await watched.close();
  });
});
