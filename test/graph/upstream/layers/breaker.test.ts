/** When the breaker of an endpoint opens, and how it closes again. */
import { expect, it, vi } from 'vitest';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { type BreakerOptions, createBreakers } from '../../../../src/graph/upstream/layers/breaker.ts';
import type { BreakerState, Endpoint } from '../../../../src/graph/upstream/call.ts';
import { CallAbandoned, Lifetime } from '../../../../src/graph/upstream/lifetime.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { answer, lost, openCalls, type Outcome, scripted } from '../../../support/scripted-fetch.ts';
import { callScope, read, rejection } from '../../../support/upstream-call.ts';

const base = 'http://service';

function guarded(options: Partial<BreakerOptions> = {}) {
  const clock = new ManualClock();
  const changes: [Endpoint, BreakerState][] = [];
  const breakers = createBreakers({
    probeMsMax: 5_000,
    callsOf: () => ({ slowCallers: new Set() }),
    callerOf: ({ credential }) => (credential.startsWith('made up') ? '' : credential),
    ...options,
    clock,
    onChange: (...change) => changes.push(change),
  });
  let outcome: () => Outcome = () => answer(200);
  const wire = scripted(() => outcome());
  const fetch = breakers.layer(wire);
  const calls = async (count: number, next: () => Outcome, endpoint: Endpoint = 'weather', credential = '') => {
    outcome = next;
    const scope = callScope({ credential });
    for (let index = 0; index < count; index += 1) await fetch(read(base, { endpoint, scope })).catch(() => {});
  };
  return { clock, changes, breakers, wire, fetch, calls };
}

it.each([
  ['lost connections', lost, lost().message],
  ['time-outs', () => new GatewayError('UPSTREAM_TIMEOUT'), new GatewayError('UPSTREAM_TIMEOUT').message],
  ['500', () => answer(500), 'status 500'],
  ['503', () => answer(503), 'status 503'],
])(
  'the breaker opens after twenty calls in 10 s, half of them %s; then nothing is sent, and the error states when to retry',
  async (_name, failure, reason) => {
    const onOutage = vi.fn();
    const { breakers, wire, fetch, calls } = guarded({ onOutage });
    await calls(10, () => answer(200));
    await calls(9, failure);
    expect(breakers.state('weather')).toBe('closed');
    await calls(1, failure);
    expect(breakers.state('weather')).toBe('open');
    expect(onOutage.mock.calls).toEqual([['weather', reason]]);
    expect(await rejection(fetch(read(base)))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      extensions: { retryable: true, retryAfterSeconds: 1 },
    });
    expect(wire.sent).toHaveLength(20);
  },
);

it.each([
  ['a 4xx', () => answer(401)],
  ['a 429', () => answer(429)],
  ['a 501', () => answer(501)],
  ['a caller that disconnected', () => new CallAbandoned()],
  ['a full queue of the gateway', () => new GatewayError('OVERLOADED')],
  ['a malformed response', () => new GatewayError('UPSTREAM_ERROR')],
])('the breaker does not open for %s, however often it happens', async (_name, failure) => {
  const { breakers, calls } = guarded();
  await calls(200, failure);
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker does not refuse an endpoint that was never called', () => {
  const { breakers } = guarded();
  expect([breakers.state('weather'), breakers.isRefusing('weather')]).toEqual(['closed', false]);
});

it('the breaker does not postpone the probe for calls that fail after it has opened', async () => {
  const { breakers, clock, calls } = guarded();
  await calls(19, lost);
  const wire = openCalls();
  const fetch = breakers.layer(wire);
  const late = [fetch(read(base)), fetch(read(base))].map(rejection);
  await calls(1, lost);
  await clock.advance(900);
  for (const { answer: end } of wire.open) end(lost());
  await Promise.all(late);
  await clock.advance(100);
  expect(breakers.isRefusing('weather')).toBe(false);
});

it('the breaker sends no probe for an operation that has ended, and stops listening to the operation after a probe', async () => {
  const { clock, calls, fetch, wire } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const lifetime = new Lifetime(clock.now() + 10_000);
  const removed = vi.spyOn(lifetime, 'delete');
  const ended = new Lifetime(clock.now() + 10_000);
  ended.end(new CallAbandoned());
  expect(await rejection(fetch(read(base).again({ lifetime: ended })))).toBe(ended.ended);
  expect(wire.sent).toHaveLength(20);
  await rejection(fetch(read(base).again({ lifetime })));
  expect(wire.sent).toHaveLength(21);
  expect(removed).toHaveBeenCalledOnce();
});

it.each([
  ['If-None-Match', () => read(base).again({ ifNoneMatch: '"v1"' })],
  ['Known-ETags', () => read(base, { headers: { 'known-etags': '"v1"' } })],
])(
  'the breaker does not open for responses of 500 to %s, because the read may succeed without it',
  async (_name, sent) => {
    const { breakers, calls } = guarded();
    const fetch = breakers.layer(scripted(() => answer(500)));
    for (let list = 0; list < 40; list += 1) expect((await fetch(sent())).status).toBe(500);
    expect(breakers.state('weather')).toBe('closed');
    await calls(20, () => answer(500));
    expect(breakers.state('weather')).toBe('open');
    const others = guarded().breakers;
    const unavailable = others.layer(scripted(() => answer(503)));
    for (let list = 0; list < 20; list += 1) await unavailable(sent());
    expect(others.state('weather')).toBe('open');
  },
);

it('the breaker does not open if fewer than half of twenty calls fail', async () => {
  const { breakers, calls } = guarded();
  await calls(11, () => answer(200));
  await calls(9, lost);
  expect(breakers.state('weather')).toBe('closed');
});

it.each<[string, () => Outcome, BreakerState]>([
  ['a malformed response', () => new GatewayError('UPSTREAM_ERROR'), 'closed'],
  ['a 404 for a field', () => answer(404), 'closed'],
  ['a 401 for a key, which anyone can make up', () => answer(401), 'open'],
  ['a 403 for a scope', () => answer(403), 'open'],
  ['a full queue of the gateway', () => new GatewayError('OVERLOADED'), 'open'],
])(
  'the breaker closes after a probe with the outcome %s only if that shows that the service responds',
  async (_name, outcome, state) => {
    const { breakers, clock, calls } = guarded();
    await calls(20, lost);
    await clock.advance(1_000);
    await calls(1, outcome);
    expect(breakers.state('weather')).toBe(state);
  },
);

it('each endpoint has its own breaker', async () => {
  const { breakers, calls, changes } = guarded();
  await calls(20, lost, 'observations');
  await calls(1, () => answer(200), 'weather');
  expect(breakers.state('observations')).toBe('open');
  expect(breakers.state('weather')).toBe('closed');
  expect(changes).toEqual([['observations', 'open']]);
});

it('the breaker forgets failures older than 10 s', async () => {
  const { breakers, clock, calls } = guarded();
  await calls(19, lost);
  await clock.advance(11_000);
  await calls(1, lost);
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker sends one call as a probe after a second, and closes if the probe succeeds', async () => {
  const { breakers, clock, calls, changes } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const wire = openCalls();
  const fetch = breakers.layer(wire);
  const probe = fetch(read(base));
  expect(breakers.state('weather')).toBe('half-open');
  await rejection(fetch(read(base)));
  expect(wire.open).toHaveLength(1);
  wire.open[0]!.answer(answer(200));
  await probe;
  expect(changes.map(([, state]) => state)).toEqual(['open', 'half-open', 'closed']);
  expect(breakers.isRefusing('weather')).toBe(false);
  await calls(19, lost);
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker stays open for another second after a failed probe, and replaces at once a probe whose caller disconnected', async () => {
  const { breakers, clock, calls, wire } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  await calls(2, lost);
  expect(wire.sent).toHaveLength(21);
  await clock.advance(1_000);
  await calls(1, () => new CallAbandoned());
  expect(breakers.state('weather')).toBe('open');
  await calls(1, () => answer(200));
  expect(wire.sent).toHaveLength(23);
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker sends another probe a second after one that hangs, and closes with the first that succeeds', async () => {
  const { breakers, clock, calls, changes } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const wire = openCalls();
  const fetch = breakers.layer(wire);
  const hung = rejection(fetch(read(base)));
  await clock.advance(999);
  await rejection(fetch(read(base)));
  expect(wire.open).toHaveLength(1);
  await clock.advance(1);
  const second = fetch(read(base));
  expect(wire.open).toHaveLength(2);
  wire.open[1]!.answer(answer(200));
  expect((await second).ok).toBe(true);
  expect(breakers.state('weather')).toBe('closed');
  await clock.advance(10_000);
  expect((await hung).code).toBe('UPSTREAM_TIMEOUT');
  expect(breakers.state('weather')).toBe('closed');
  expect(changes.map(([, state]) => state)).toEqual(['open', 'half-open', 'closed']);
});

it('the breaker is half-open while any probe is in flight, also after another has failed', async () => {
  const { breakers, clock, calls } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const wire = openCalls();
  const first = rejection(breakers.layer(wire)(read(base)));
  await clock.advance(1_000);
  await calls(1, lost);
  expect(breakers.state('weather')).toBe('half-open');
  await clock.advance(5_000);
  expect((await first).code).toBe('UPSTREAM_TIMEOUT');
  expect(breakers.state('weather')).toBe('open');
});

it.each([
  ['its operation', 200, 200],
  ['a probe', 60_000, 5_000],
])('the breaker limits a probe to the time of %s if that is shorter', async (_, operationMs, ms) => {
  const { clock, calls, wire, fetch } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const begunAt = clock.now();
  await fetch(read(base, { scope: { ...callScope(), deadlineAt: begunAt + operationMs } })).catch(() => {});
  expect(wire.sent.at(-1)?.lifetime.deadlineAt).toBe(begunAt + ms);
});

it('the breaker limits a probe to probeMsMax, after which its error states when to retry', async () => {
  const { breakers, clock, calls } = guarded({ probeMsMax: 3_000 });
  await calls(20, lost);
  await clock.advance(1_000);
  const probe = rejection(breakers.layer(openCalls())(read(base)));
  await clock.advance(2_999);
  expect(breakers.state('weather')).toBe('half-open');
  await clock.advance(1);
  expect(await probe).toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    extensions: { retryable: true, retryAfterSeconds: 1 },
  });
  expect(breakers.state('weather')).toBe('open');
  expect(breakers.isRefusing('weather')).toBe(false);
});

it('the breaker leaves no timer after a probe that is answered or whose caller disconnected', async () => {
  const { breakers, clock, calls } = guarded();
  await calls(20, lost);
  await clock.advance(1_000);
  const caller = new AbortController();
  const wire = openCalls();
  const fetch = breakers.layer(wire);
  const left = rejection(fetch(read(base, { scope: callScope({ signal: caller.signal }) })));
  expect(clock.pending).toBe(1);
  caller.abort();
  expect(await left).toBeInstanceOf(CallAbandoned);
  expect(clock.pending).toBe(0);
  const answered = fetch(read(base));
  wire.open[1]!.answer(answer(200));
  await answered;
  expect(clock.pending).toBe(0);
});

it('the breaker refuses an endpoint that hangs before any of its calls has failed', async () => {
  const onWire = { slowCallers: new Set<string>() };
  const callsOf = (endpoint: string) => (endpoint === 'weather' ? onWire : { slowCallers: new Set<string>() });
  const { breakers, clock, wire, fetch, calls } = guarded({ callsOf });
  await calls(5, () => answer(200));
  onWire.slowCallers.add('');
  expect(await rejection(fetch(read(base)))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(breakers.state('weather')).toBe('open');
  expect(breakers.isRefusing('weather')).toBe(true);
  expect(wire.sent).toHaveLength(5);
  await calls(1, () => answer(200), 'observations');
  expect(breakers.state('observations')).toBe('closed');
  // The probe is sent even if the calls still seem to hang.
  await clock.advance(1_000);
  expect(breakers.isRefusing('weather')).toBe(false);
  await calls(1, () => answer(200));
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker does not open for the failures of one caller while the endpoint succeeds for another', async () => {
  const onWire = { slowCallers: new Set<string>() };
  const { breakers, clock, calls } = guarded({ callsOf: () => onWire });
  await calls(1, () => answer(200), 'weather', 'fine');
  await calls(40, () => answer(500), 'weather', 'broken');
  onWire.slowCallers.add('broken');
  await calls(1, () => answer(500), 'weather', 'broken');
  expect(breakers.state('weather')).toBe('closed');
  // A success of the same caller shows nothing about others.
  await clock.advance(11_000);
  onWire.slowCallers.clear();
  await calls(1, () => answer(200), 'weather', 'broken');
  onWire.slowCallers.add('broken');
  await calls(1, () => answer(200), 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker opens for the failures of two callers, even if the endpoint succeeded for another', async () => {
  const failing = guarded();
  await failing.calls(1, () => answer(200), 'weather', 'fine');
  await failing.calls(19, lost, 'weather', 'broken');
  expect(failing.breakers.state('weather')).toBe('closed');
  await failing.calls(4, lost, 'weather', 'another');
  expect(failing.breakers.state('weather')).toBe('closed');
  await failing.calls(1, lost, 'weather', 'another');
  expect(failing.breakers.state('weather')).toBe('open');

  const onWire = { slowCallers: new Set<string>() };
  const hanging = guarded({ callsOf: () => onWire });
  await hanging.calls(1, () => answer(200), 'weather', 'fine');
  for (const caller of ['broken', 'another']) onWire.slowCallers.add(caller);
  await hanging.calls(1, () => answer(200), 'weather', 'fine');
  expect(hanging.breakers.state('weather')).toBe('open');
});

it('the breaker opens for one caller only if half of the calls of others fail, not if a few fail', async () => {
  const { breakers, calls } = guarded();
  // At first, another caller has most failures.
  await calls(3, lost, 'weather', 'another');
  await calls(6, () => answer(200), 'weather', 'fine');
  for (let round = 0; round < 10; round += 1) {
    await calls(10, lost, 'weather', 'broken');
    await calls(2, () => answer(200), 'weather', 'fine');
    if (round % 3 === 0) await calls(1, lost, 'weather', 'another');
    expect(breakers.state('weather'), `round ${round}`).toBe('closed');
  }
  await calls(20, lost, 'weather', 'another');
  expect(breakers.state('weather')).toBe('open');

  const steady = guarded();
  for (let at = 0; at < 3; at += 1) {
    await steady.calls(1, () => answer(200), 'weather', 'fine');
    await steady.clock.advance(6_000);
  }
  await steady.calls(25, lost, 'weather', 'broken');
  expect(steady.breakers.state('weather')).toBe('closed');
});

it('the breaker opens as soon as half of the calls fail for many callers with a few calls each', async () => {
  for (const failing of [3, 2]) {
    const { breakers, calls } = guarded();
    for (let key = 0; key < 20; key += 1) await calls(1, () => answer(200), 'weather', `key ${key}`);
    let sent = 0;
    for (; breakers.state('weather') === 'closed' && sent < 200; sent += 1)
      await calls(1, sent % 3 < failing ? lost : () => answer(200), 'weather', `key ${sent % 20}`);
    // As many fail as succeeded before, or that many more fail than succeed.
    expect(sent).toBe(failing === 3 ? 20 : 56);
  }
});

it('the breaker closes after a 401 only for a key that got data before', async () => {
  for (const [credential, state] of [
    ['accepted', 'closed'],
    ['made up', 'open'],
  ] as const) {
    const { breakers, clock, calls } = guarded();
    await calls(20, lost);
    await clock.advance(1_000);
    await calls(1, () => answer(401), 'weather', credential);
    expect(breakers.state('weather')).toBe(state);
  }
});

it.each([
  [200, 'closed'],
  [400, 'open'],
])(
  'after a probe of another caller ended with a %i, the breaker is %s while one caller fails',
  async (status, state) => {
    const { breakers, clock, calls } = guarded();
    await calls(20, lost);
    await clock.advance(1_000);
    await calls(1, () => answer(status), 'weather', 'fine');
    await clock.advance(1_000);
    await calls(40, lost, 'weather', 'broken');
    expect(breakers.state('weather')).toBe(state);
    await clock.advance(10_000);
    await calls(20, lost, 'weather', 'broken');
    expect(breakers.state('weather')).toBe('open');
  },
);

it('the breaker lets another caller send a probe each second in addition to a caller whose probes fail', async () => {
  const { breakers, clock, calls, wire } = guarded();
  await calls(20, lost, 'weather', 'broken');
  await clock.advance(1_000);
  await calls(5, lost, 'weather', 'broken');
  expect(wire.sent).toHaveLength(21);
  await clock.advance(1_000);
  await calls(5, lost, 'weather', 'broken');
  expect(wire.sent).toHaveLength(22);
  expect(breakers.isRefusing('weather')).toBe(true);
  await clock.advance(500);
  await calls(5, lost, 'weather', 'other');
  expect(wire.sent).toHaveLength(23);
  await clock.advance(500);
  // Callers whose probes failed share one probe.
  for (const caller of ['other', 'broken']) await calls(2, lost, 'weather', caller);
  expect(wire.sent).toHaveLength(24);
  await clock.advance(500);
  await calls(1, () => answer(200), 'weather', 'third');
  expect(wire.sent).toHaveLength(25);
  expect(breakers.state('weather')).toBe('closed');

  // In the next outage, each may send a probe again.
  await clock.advance(10_000);
  await calls(20, lost, 'weather', 'third');
  for (let second = 0; second < 2; second += 1) {
    await clock.advance(1_000);
    await calls(1, lost, 'weather', 'third');
  }
  await calls(1, lost, 'weather', 'broken');
  expect(wire.sent).toHaveLength(48);
});

it('the breaker does not open for a few callers that fail at high rates while the endpoint serves as many others', async () => {
  for (const [failing, fine] of [
    [2, 2],
    [2, 20],
  ] as const) {
    const { breakers, clock, calls } = guarded();
    for (let second = 0; second < 20; second += 1) {
      for (let key = 0; key < fine; key += 1) await calls(1, () => answer(200), 'weather', `fine ${key}`);
      for (let key = 0; key < failing; key += 1) await calls(50, lost, 'weather', `broken ${key}`);
      expect(breakers.state('weather'), `second ${second}`).toBe('closed');
      await clock.advance(1_000);
    }
    for (let key = 0; key < fine; key += 1) await calls(20, lost, 'weather', `fine ${key}`);
    expect(breakers.state('weather')).toBe('open');
  }
});

/** Callers that got no data yet are unknown. `first` sends `together` first calls of each key at once. */
function unknown() {
  const known = new Set<string>();
  const onWire = { slowCallers: new Set<string>() };
  const callerOf = ({ credential }: { credential: string }) => (known.has(credential) ? credential : '');
  const own = guarded({ callsOf: () => onWire, callerOf });
  const first = async (keys: string[], together = 1) => {
    const before = own.wire.sent.length;
    const sent = keys.flatMap((key) =>
      Array.from({ length: together }, () => own.calls(1, () => answer(200), 'weather', key)),
    );
    // The layer of slots records callers before the breaker does.
    expect(own.wire.sent).toHaveLength(before + sent.length);
    for (const key of keys) known.add(key);
    await Promise.all(sent);
  };
  return { ...own, known, onWire, first };
}

const keysOf = (name: string, count: number) => Array.from({ length: count }, (_, key) => `${name} ${key}`);

it('the breaker opens for callers that got data for the first time a moment before', async () => {
  const { breakers, calls, first } = unknown();
  await first(['one', 'two'], 5);
  for (const caller of ['one', 'two']) await calls(20, lost, 'weather', caller);
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker counts callers that get data for the first time, before they are known', async () => {
  const { breakers, clock, calls, known, onWire, first } = unknown();
  await first(['fine']);
  onWire.slowCallers.add('');
  known.add('another');
  await calls(1, lost, 'weather', 'another');
  await calls(40, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('closed');
  await clock.advance(11_000);
  onWire.slowCallers.clear();
  await calls(40, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker counts at most 256 callers that get data for the first time', async () => {
  const { breakers, calls, known, onWire, first } = unknown();
  await first(keysOf('fine', 256));
  known.add('broken');
  for (const caller of ['broken', 'unknown']) await calls(300, lost, 'weather', caller);
  for (const caller of keysOf('slow', 256)) onWire.slowCallers.add(caller);
  await calls(1, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('closed');
  onWire.slowCallers.clear();
  await first(['one more']);
  for (const caller of keysOf('slow', 257)) onWire.slowCallers.add(caller);
  await calls(1, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker evicts no failing caller when many callers get data for the first time', async () => {
  const { breakers, calls, known, first } = unknown();
  const [failing, fine] = [keysOf('broken', 150), keysOf('fine', 140)];
  for (const caller of failing) known.add(caller);
  await calls(160, () => answer(404), 'weather', 'broken 0');
  for (const caller of failing) await calls(1, lost, 'weather', caller);
  await first(fine);
  await calls(150, lost, 'weather', 'broken 149');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker counts a failed call even if its key got data meanwhile', async () => {
  const { breakers, calls, known } = unknown();
  const wire = openCalls();
  const late = rejection(breakers.layer(wire)(read(base, { scope: callScope({ credential: 'one' }) })));
  for (const caller of ['one', 'broken']) known.add(caller);
  await calls(19, lost, 'weather', 'broken');
  wire.open[0]!.answer(lost());
  await late;
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker does not open for a few callers whose calls hang while the endpoint serves as many others', async () => {
  const onWire = { slowCallers: new Set<string>() };
  const { breakers, calls } = guarded({ callsOf: () => onWire });
  for (const caller of ['one', 'two']) await calls(1, () => answer(200), 'weather', caller);
  await calls(1, lost, 'weather', 'failing');
  for (const caller of ['slow', 'slower']) onWire.slowCallers.add(caller);
  await calls(1, () => answer(200), 'weather', 'one');
  expect(breakers.state('weather')).toBe('closed');
  onWire.slowCallers.add('slowest');
  await calls(1, () => answer(200), 'weather', 'one');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker stays closed for a second after a probe closed it, so that calls of quiet callers count', async () => {
  const { breakers, clock, calls } = guarded();
  const bothFail = async () => {
    for (const caller of ['broken', 'broken too']) await calls(40, lost, 'weather', caller);
  };
  await bothFail();
  await clock.advance(1_000);
  await calls(1, () => answer(200), 'weather', 'one');
  await bothFail();
  expect(breakers.state('weather')).toBe('closed');
  await calls(1, () => answer(200), 'weather', 'two');
  await clock.advance(1_000);
  await bothFail();
  expect(breakers.state('weather')).toBe('closed');
  await clock.advance(10_000);
  await bothFail();
  expect(breakers.state('weather')).toBe('open');
  await clock.advance(1_000);
  await calls(1, () => answer(404), 'weather', 'one');
  await clock.advance(999);
  await bothFail();
  expect(breakers.state('weather')).toBe('closed');
  await clock.advance(1);
  await calls(1, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker counts made-up keys as one caller, whatever the status of their responses', async () => {
  const { breakers, calls } = guarded();
  await calls(5, () => answer(200), 'weather', 'fine');
  for (let key = 0; key < 40; key += 1) await calls(1, () => answer(500), 'weather', `made up ${key}`);
  expect(breakers.state('weather')).toBe('closed');
});

it.each<[string, () => Outcome]>([
  ['are refused', () => answer(401)],
  ['are abandoned', () => new CallAbandoned()],
  ['find a full queue of the gateway', () => new GatewayError('OVERLOADED')],
])('the breaker opens even if many calls with made-up keys %s', async (_name, outcome) => {
  const { breakers, calls } = guarded();
  for (let key = 0; key < 40; key += 1) await calls(1, outcome, 'weather', `made up ${key}`);
  await calls(10, lost, 'weather', 'one');
  await calls(10, lost, 'weather', 'another');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker does not open for another failing caller when a caller that failed for a minute recovers', async () => {
  const { breakers, clock, calls } = guarded();
  for (let second = 0; second < 60; second += 1) {
    await calls(3, () => answer(200), 'weather', 'fine');
    await calls(1, lost, 'weather', 'broken');
    await clock.advance(1_000);
  }
  for (let second = 0; second < 40; second += 1) {
    if (second < 12) await calls(3, () => answer(200), 'weather', 'fine');
    await calls(1, () => answer(200), 'weather', 'broken');
    await calls(2, lost, 'weather', 'another');
    await clock.advance(1_000);
    expect(breakers.state('weather'), `second ${second}`).toBe('closed');
  }
});

it('the breaker opens if half of the calls fail without those of the caller with most failures', async () => {
  const { breakers, calls } = guarded();
  await calls(5, () => answer(200), 'weather', 'another');
  await calls(5, lost, 'weather', 'another');
  await calls(10, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker does not count a caller that is only refused as a failing one', async () => {
  const { breakers, calls } = guarded();
  for (const caller of ['fine', 'fine too']) await calls(1, () => answer(200), 'weather', caller);
  await calls(1, () => answer(404), 'weather', 'refused');
  for (const caller of ['broken', 'broken too']) await calls(20, lost, 'weather', caller);
  expect(breakers.state('weather')).toBe('closed');
});

it('the breaker opens for one caller if others are only refused, because anyone can make up a key', async () => {
  const { breakers, calls } = guarded();
  await calls(5, () => answer(401), 'weather', 'made up');
  await calls(25, lost, 'weather', 'broken');
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker does not close when calls sent before it opened succeed', async () => {
  const { breakers, calls } = guarded();
  const wire = openCalls();
  const early = breakers.layer(wire)(read(base));
  await calls(20, lost);
  wire.open[0]!.answer(answer(200));
  await early;
  expect(breakers.state('weather')).toBe('open');
});

it('the breaker does not open again when calls sent before it opened fail after it has closed', async () => {
  const { breakers, clock, calls } = guarded();
  const wire = openCalls();
  const fetch = breakers.layer(wire);
  const early = Array.from({ length: 40 }, () => rejection(fetch(read(base))));
  await calls(20, lost);
  await clock.advance(1_000);
  await calls(1, () => answer(200));
  await clock.advance(1_000);
  // A few more failures would open it.
  await calls(30, () => answer(404), 'weather', 'fine');
  for (const caller of ['broken', 'broken too']) await calls(5, lost, 'weather', caller);
  for (const call of wire.open) call.answer(lost());
  await Promise.all(early);
  expect(breakers.state('weather')).toBe('closed');
});
