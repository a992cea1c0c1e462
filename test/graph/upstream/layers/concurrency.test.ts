/** The limits of calls in flight and waiting, for each endpoint separately. */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { limitConcurrency, paceOperations, probesMax } from '../../../../src/graph/upstream/layers/concurrency.ts';
import { Lifetime } from '../../../../src/graph/upstream/lifetime.ts';
import { ManualClock, settled } from '../../../support/manual-clock.ts';
import { answer, lost, openCalls } from '../../../support/scripted-fetch.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service';

it('a hundred calls are sent at most four at once, in the order in which they began', async () => {
  const wire = openCalls();
  const fetch = limitConcurrency({ concurrencyMax: 4, queueMax: 200 }).layer(wire);
  const answers = Promise.allSettled(Array.from({ length: 100 }, (_, i) => fetch(read(base, { path: `/${i}` }))));
  for (let index = 0; index < 100; index += 1) {
    await settled();
    expect(wire.open.length).toBe(Math.min(100, index + 4));
    wire.open[index]!.answer(index % 3 === 0 ? lost() : answer(200));
  }
  const outcomes = await answers;
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(34);
  expect(wire.open.map(({ request }) => request.url)).toEqual(Array.from({ length: 100 }, (_, i) => `${base}/${i}`));
  // A time-out counts as a failure of the service only once the call has its slot.
  expect(wire.open.some(({ request }) => request.isWaiting)).toBe(false);
});

it('calls of an operation wait only for its own calls to the same endpoint', async () => {
  const wire = openCalls();
  const fetch = paceOperations(1)(wire);
  const scope = callScope();
  const answers = [
    fetch(read(base, { scope })),
    fetch(read(base, { scope, path: '/second' })),
    fetch(read(base, { scope, endpoint: 'earth-observations' })),
    fetch(read(base)),
  ];
  expect(wire.open.map(({ request }) => request.endpoint)).toEqual(['weather', 'earth-observations', 'weather']);
  wire.open[0]!.answer(answer(200));
  await settled();
  expect(wire.open[3]?.request.url).toBe(`${base}/second`);
  for (const { answer: end } of wire.open.slice(1)) end(answer(200));
  await Promise.all(answers);
});

it('a call beyond the queue is OVERLOADED at once and never sent, without an effect on the others', async () => {
  const wire = openCalls();
  const { layer, callsOf } = limitConcurrency({ concurrencyMax: 1, queueMax: 1 });
  const fetch = layer(wire);
  const [first, second] = [fetch(read(base)), fetch(read(base))];
  expect(callsOf('weather').load).toEqual({ inFlight: 1, waiting: 1 });
  expect(await rejection(fetch(read(base)))).toMatchObject({ code: 'OVERLOADED', extensions: { retryable: true } });
  wire.open[0]!.answer(answer(200));
  await first;
  await settled();
  wire.open[1]!.answer(answer(200));
  await second;
  expect(wire.open).toHaveLength(2);
  expect(callsOf('weather').load).toEqual({ inFlight: 0, waiting: 0 });
});

it('a waiting call leaves the queue when its caller disconnects, so that another call may wait', async () => {
  const wire = openCalls();
  const fetch = limitConcurrency({ concurrencyMax: 1, queueMax: 1 }).layer(wire);
  const first = fetch(read(base));
  const caller = new AbortController();
  const left = fetch(read(base, { scope: callScope({ signal: caller.signal }) }));
  await settled();
  caller.abort();
  await rejection(left);
  const next = fetch(read(base));
  wire.open[0]!.answer(answer(200));
  await first;
  await settled();
  wire.open[1]!.answer(answer(201));
  expect((await next).status).toBe(201);
  expect(wire.open).toHaveLength(2);
});

it('a call that waits past its deadline is UPSTREAM_TIMEOUT and never sent', async () => {
  const wire = openCalls();
  const fetch = limitConcurrency({ concurrencyMax: 1, queueMax: 10 }).layer(wire);
  const first = fetch(read(base));
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: 20 }) })))).code).toBe('UPSTREAM_TIMEOUT');
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: -1 }) })))).code).toBe('UPSTREAM_TIMEOUT');
  wire.open[0]!.answer(answer(200));
  await first;
  await settled();
  expect(wire.open).toHaveLength(1);
});

it('a queue that was empty, or whose first calls have left, continues in order', async () => {
  const wire = openCalls();
  const { layer, callsOf } = limitConcurrency({ concurrencyMax: 1, queueMax: 10 });
  const fetch = layer(wire);
  const sent: string[] = [];
  for (const round of ['a', 'b', 'c']) {
    const callers = Array.from({ length: 5 }, () => new AbortController());
    const answers = callers.map(({ signal }, index) =>
      fetch(read(base, { path: `/${round}${index}`, scope: callScope({ signal }) })).catch(() => {}),
    );
    callers[1]!.abort();
    callers[3]!.abort();
    for (let index = 0; index < 3; index += 1) {
      await settled();
      sent.push(new URL(wire.open.at(-1)!.request.url).pathname);
      wire.open.at(-1)!.answer(answer(200));
    }
    await Promise.all(answers);
    await settled();
  }
  expect(sent).toEqual(['a', 'b', 'c'].flatMap((round) => [`/${round}0`, `/${round}2`, `/${round}4`]));
  expect(callsOf('weather').load).toEqual({ inFlight: 0, waiting: 0 });
});

it('a call never waits for the slots of another endpoint, and is never refused for its queue', async () => {
  const wire = openCalls();
  const { layer, callsOf } = limitConcurrency({ concurrencyMax: 2, queueMax: 1 });
  const fetch = layer(wire);
  for (let index = 0; index < 3; index += 1) fetch(read(base)).catch(() => {});
  await rejection(fetch(read(base)));
  const others = [
    fetch(read(base, { endpoint: 'earth-observations' })),
    fetch(read(base, { endpoint: 'observations' })),
    fetch(write(base)),
  ];
  for (const call of wire.open.slice(2)) call.answer(answer(200));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(callsOf('weather').load).toEqual({ inFlight: 2, waiting: 1 });
  expect(callsOf('observations').load).toEqual({ inFlight: 0, waiting: 0 });
});

it('a call whose caller disconnected uses its slot until it is off the wire', async () => {
  const wire = openCalls();
  const sent: unknown[] = [];
  const observer = { sent: (...outcome: [string, unknown, number]) => sent.push(outcome.slice(0, 2)) };
  const { layer, callsOf } = limitConcurrency({ concurrencyMax: 1, queueMax: 1, observer });
  const off = Promise.withResolvers<void>();
  const caller = new AbortController();
  const abandoned = write(base, { scope: callScope({ signal: caller.signal }) });
  const left = layer((request) => {
    request.unfinished = off.promise;
    return wire(request);
  })(abandoned);
  caller.abort();
  await rejection(left);
  const next = layer(wire)(write(base));
  await settled();
  expect(callsOf('add-observation').load).toEqual({ inFlight: 1, waiting: 1 });
  expect(wire.open).toHaveLength(1);
  expect(sent).toEqual([['add-observation', 'ABANDONED']]);
  off.resolve();
  await settled();
  wire.open[1]!.answer(answer(201));
  expect((await next).status).toBe(201);
  expect(sent.slice(1)).toEqual([['add-observation', 201]]);
});

it('a call is reported with its time on the wire', async () => {
  const wire = openCalls();
  const clock = new ManualClock();
  const sent: unknown[] = [];
  const observer = { sent: (...outcome: unknown[]) => sent.push(outcome) };
  const { layer } = limitConcurrency({ concurrencyMax: 1, queueMax: 1, observer, clock });
  await clock.advance(500);
  const call = layer(wire)(read(base));
  await clock.advance(70);
  wire.open[0]!.answer(answer(200));
  await call;
  expect(sent).toEqual([['weather', 200, 70]]);
});

describe('an endpoint', () => {
  const slowMs = 5_000;

  function watched(concurrencyMax: number) {
    const clock = new ManualClock();
    const wire = openCalls();
    const { layer, callsOf } = limitConcurrency({ concurrencyMax, queueMax: 100, slowMs, clock });
    const send = (count: number) => {
      for (let index = 0; index < count; index += 1) layer(wire)(read(base)).catch(() => {});
    };
    const calls = callsOf('weather');
    return { clock, wire, layer, send, calls, isSlow: () => calls.slowCallers.size > 0 };
  }

  it('is slow if at least half of its calls, and twenty, have been on the wire for longer than slowMs', async () => {
    const { clock, send, isSlow } = watched(64);
    send(10);
    await clock.advance(slowMs * 2);
    expect(isSlow()).toBe(false);
    send(10);
    expect(isSlow()).toBe(false);
    await clock.advance(slowMs - 1);
    send(20);
    expect(isSlow()).toBe(false);
    await clock.advance(1);
    expect(isSlow()).toBe(false);
    await clock.advance(1);
    expect(isSlow()).toBe(true);
    send(1);
    expect(isSlow()).toBe(false);
  });

  it('with fewer slots is slow if all of them have been in use for longer than slowMs', async () => {
    const { clock, wire, send, isSlow } = watched(3);
    send(2);
    await clock.advance(slowMs * 2);
    expect(isSlow()).toBe(false);
    send(1);
    await clock.advance(slowMs * 2);
    expect(isSlow()).toBe(true);
    wire.open[0]!.answer(answer(200));
    await settled();
    expect(isSlow()).toBe(false);
  });

  it('is not slow while slow calls still end, nor for calls from before the breaker closed, which are cut', async () => {
    const cuts: string[] = [];
    const { clock, wire, send, calls, isSlow } = watched(64);
    for (let second = 0; second < 30; second += 1) {
      send(7);
      await clock.advance(1_000);
      // Each call takes six seconds.
      if (second >= 5) for (const { answer: end } of wire.open.slice((second - 5) * 7).slice(0, 7)) end(answer(200));
      await settled();
      expect(isSlow(), `second ${second}`).toBe(false);
    }
    send(30);
    await clock.advance(slowMs * 2);
    for (const state of ['open', 'half-open'] as const) calls.onBreakerChange(state, () => cuts.push('weather'));
    expect([cuts, isSlow()]).toEqual([[], true]);
    calls.onBreakerChange('closed', () => cuts.push('weather'));
    expect(cuts).toEqual(['weather']);
    expect(isSlow()).toBe(false);
    calls.onBreakerChange('closed', () => cuts.push('weather'));
    expect(cuts).toHaveLength(1);
    for (const { answer: end } of wire.open) end(answer(200));
    await settled();
    send(20);
    await clock.advance(slowMs * 2);
    expect(isSlow()).toBe(true);
  });

  it('grants one caller seven eighths of the slots and half of the queue, so that others are served', async () => {
    const { wire, layer, calls } = watched(64);
    const of = (credential: string) => layer(wire)(read(base, { scope: callScope({ credential }) }));
    for (const credential of ['slow', 'other']) {
      const accepted = of(credential);
      wire.open.pop()!.answer(answer(200));
      await accepted;
      await settled();
    }
    const slow = Array.from({ length: 60 }, () => of('slow'));
    expect(calls.load).toEqual({ inFlight: 56, waiting: 4 });
    const other = of('other');
    expect(calls.load).toEqual({ inFlight: 57, waiting: 4 });
    wire.open.at(-1)!.answer(answer(200));
    await other;
    await settled();
    expect(calls.load).toEqual({ inFlight: 56, waiting: 4 });
    for (let index = 0; index < 61; index += 1) {
      wire.open[index]?.answer(answer(200));
      await settled();
    }
    await Promise.all(slow);
    expect(calls.load).toEqual({ inFlight: 0, waiting: 0 });
    const crowd = Array.from({ length: 300 }, () => rejection(of('slow')));
    expect(calls.load).toEqual({ inFlight: 56, waiting: 50 });
    expect(await Promise.race(crowd)).toMatchObject({ code: 'OVERLOADED' });
  });

  it('counts all keys that the service has not accepted as one caller, because anyone can make them up', async () => {
    const { wire, layer, calls } = watched(64);
    const by = (credential: string) => layer(wire)(read(base, { scope: callScope({ credential }) }));
    for (const status of [400, 401]) {
      const refused = by('refused');
      wire.open.pop()!.answer(answer(status));
      await refused;
      await settled();
    }
    // The last one: a caller of its own would get a slot now.
    for (let key = 0; key < 60; key += 1) by(key === 59 ? 'refused' : `made up ${key}`).catch(() => {});
    expect(calls.load).toEqual({ inFlight: 56, waiting: 4 });
  });

  it('has a key hashed only once the service has accepted some key', async () => {
    const wire = openCalls();
    const { layer, callerOf } = limitConcurrency({ concurrencyMax: 1, queueMax: 1 });
    let hashes = 0;
    const caller = {
      get credential() {
        hashes += 1;
        return 'key';
      },
    };
    for (const [credential, of] of [
      ['', ''],
      ['key', 'key'],
    ] as const) {
      const call = layer(wire)(read(base, { scope: callScope({ credential }) }));
      wire.open.pop()!.answer(answer(200));
      await call;
      expect(callerOf(caller)).toBe(of);
      expect(hashes > 0).toBe(of !== '');
    }
  });

  it('remembers the 10,000 accepted keys that were used most recently', async () => {
    const { wire, layer, calls } = watched(64);
    const by = (credential: string) => layer(wire)(read(base, { scope: callScope({ credential }) }));
    const served = async (credential: string) => {
      const call = by(credential);
      wire.open.pop()!.answer(answer(200));
      await call;
      await settled();
    };
    await served('first');
    await served('second');
    for (let key = 0; key < 9_998; key += 1) await served(`key ${key}`);
    await served('first');
    await served('one more');
    for (let key = 0; key < 60; key += 1) by(`made up ${key}`).catch(() => {});
    expect(calls.load).toEqual({ inFlight: 56, waiting: 4 });
    for (const credential of ['first', 'key 0', 'one more']) by(credential).catch(() => {});
    expect(calls.load).toEqual({ inFlight: 59, waiting: 4 });
    by('second').catch(() => {});
    expect(calls.load).toEqual({ inFlight: 59, waiting: 5 });
  });

  it.each([8, 12, 16, 21, 22])(
    'with %i slots is slow for one caller if all its slots have been in use for longer than slowMs',
    async (slots) => {
      const { clock, send, isSlow } = watched(slots);
      send(100);
      await clock.advance(slowMs + 1);
      expect(isSlow()).toBe(true);
    },
  );

  it('lists several slow callers only if half of the calls of others, and at least five, are slow', async () => {
    const { clock, wire, layer, send, calls } = watched(64);
    const by = (credential: string) => layer(wire)(read(base, { scope: callScope({ credential }) }));
    for (const credential of ['another', 'third']) {
      const accepted = by(credential);
      wire.open.pop()!.answer(answer(200));
      await accepted;
    }
    for (let key = 0; key < 4; key += 1) by('another').catch(() => {});
    // Made-up keys count as one caller.
    for (let key = 0; key < 5; key += 1) by(`made up ${key}`).catch(() => {});
    send(20);
    by('third').catch(() => {});
    await clock.advance(slowMs + 1);
    expect([...calls.slowCallers].sort()).toEqual(['', 'another', 'third']);
    for (let key = 0; key < 6; key += 1) by('another').catch(() => {});
    expect([...calls.slowCallers]).toEqual(['']);
    for (const { answer: end } of wire.open.slice(-6)) end(answer(200));
    await settled();
    expect([...calls.slowCallers].sort()).toEqual(['', 'another', 'third']);
    wire.open[0]!.answer(answer(200));
    await settled();
    expect([...calls.slowCallers]).toEqual(['']);
  });

  it('with eight slots lists a caller with one slow call next to one with seven', async () => {
    const { clock, wire, layer, send, calls } = watched(8);
    const by = () => layer(wire)(read(base, { scope: callScope({ credential: 'another' }) }));
    const accepted = by();
    wire.open.pop()!.answer(answer(200));
    await accepted;
    send(7);
    by().catch(() => {});
    await clock.advance(slowMs + 1);
    expect([...calls.slowCallers].sort()).toEqual(['', 'another']);
  });

  it.each([16, 32, 64])('with %i slots lists both of two slow callers that share all slots', async (slots) => {
    const { clock, wire, layer, send, calls } = watched(slots);
    const accepted = layer(wire)(read(base, { scope: callScope({ credential: 'another' }) }));
    wire.open.pop()!.answer(answer(200));
    await accepted;
    for (let key = 0; key < slots; key += 2) {
      send(1);
      layer(wire)(read(base, { scope: callScope({ credential: 'another' }) })).catch(() => {});
    }
    await clock.advance(slowMs + 1);
    expect([...calls.slowCallers].sort()).toEqual(['', 'another']);
  });

  it('has extra slots for a few probes next to calls that hang, and for nothing else', async () => {
    const { wire, layer, send, calls } = watched(2);
    send(3);
    const probe = () =>
      layer(wire)(read(base).again({ lifetime: new Lifetime(Number.POSITIVE_INFINITY), isProbe: true }));
    const probes = Array.from({ length: probesMax }, probe);
    // This is no error of the caller: the next probe is sent a second later.
    expect(await rejection(probe())).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      extensions: { retryAfterSeconds: 1 },
    });
    expect(calls.load).toEqual({ inFlight: 2 + probesMax, waiting: 1 });
    for (const call of wire.open.slice(2)) call.answer(answer(200));
    await Promise.all(probes);
    await settled();
    expect(calls.load).toEqual({ inFlight: 2, waiting: 1 });
    wire.open[0]!.answer(answer(200));
    await settled();
    expect(calls.load).toEqual({ inFlight: 2, waiting: 0 });
  });

  it('refuses waiting calls when the breaker opens, and removes their waiters', async () => {
    const { wire, layer, send, calls } = watched(1);
    send(1);
    const { signal } = new AbortController();
    const waiting = layer(wire)(read(base, { scope: callScope({ signal }) }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (const state of ['half-open', 'closed'] as const) calls.onBreakerChange(state, () => {});
    expect(calls.load).toEqual({ inFlight: 1, waiting: 1 });
    calls.onBreakerChange('open', () => {});
    expect(await rejection(waiting)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(calls.load).toEqual({ inFlight: 1, waiting: 0 });
    const events: string[] = [];
    const next = read(base, { scope: callScope({ signal }) });
    next.events = { on: (event) => events.push(event), ofBatch: () => next.events! };
    const answered = layer(async () => answer(200))(next);
    expect([getEventListeners(signal, 'abort').length, events]).toEqual([1, []]);
    wire.open[0]!.answer(answer(200));
    await answered;
    expect([getEventListeners(signal, 'abort').length, events]).toEqual([0, ['SENT']]);
  });

  it('queues no call whose caller has already disconnected', async () => {
    const { layer, wire, send, calls } = watched(1);
    send(1);
    const gone = layer(wire)(read(base, { scope: callScope({ signal: AbortSignal.abort() }) }));
    expect(calls.load).toEqual({ inFlight: 1, waiting: 0 });
    expect(await rejection(gone)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });
});
