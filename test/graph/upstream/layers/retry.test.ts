/** Which calls are sent again, when, and how often at most. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { refusal } from '../../../../src/graph/upstream/layers/breaker.ts';
import { retryCalls } from '../../../../src/graph/upstream/layers/retry.ts';
import { ManualClock, settled } from '../../../support/manual-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { answer, lost, type Outcome, scripted } from '../../../support/scripted-fetch.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service';

function retrying(script: (index: number) => Outcome, random = () => 0.5) {
  const clock = new ManualClock();
  const wire = scripted((_request, index) => script(index));
  return { clock, wire, fetch: retryCalls({ clock, random })(wire) };
}

describe('a read', () => {
  it.each([
    ['a lost connection', lost],
    ['500', () => answer(500)],
    ['502', () => answer(502)],
    ['503', () => answer(503)],
    ['504', () => answer(504)],
    ['408', () => answer(408)],
    ['521', () => answer(521)],
    ['530', () => answer(530)],
  ])('is sent again after %s, and gets the response of the last try', async (_name, failure) => {
    for (const status of [200, 404]) {
      const { clock, wire, fetch } = retrying((index) => (index < 2 ? failure() : answer(status)));
      const request = read(base);
      expect((await clock.run(fetch(request))).status).toBe(status);
      expect(wire.sent).toHaveLength(3);
      expect(request.scope.counts.retries).toBe(2);
    }
  });

  it('is sent at most three times, and then fails as the last try did', async () => {
    const { clock, wire, fetch } = retrying(lost);
    expect((await rejection(clock.run(fetch(read(base))))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(wire.sent).toHaveLength(3);
    const refused = retrying(() => answer(503));
    expect((await refused.clock.run(refused.fetch(read(base)))).status).toBe(503);
    expect(refused.wire.sent).toHaveLength(3);
  });

  it.each([
    ...[304, 400, 401, 403, 404, 409, 422, 429, 501].map((status) => [String(status), () => answer(status)] as const),
    ...[400, 404, 422, 501].map(
      (status) => [`${status}, whatever its Retry-After`, () => answer(status, { 'retry-after': '1' })] as const,
    ),
    ['the refusal of an open breaker', refusal] as const,
    ...(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'OVERLOADED'] as const).map(
      (code) => [code, () => new GatewayError(code)] as const,
    ),
  ])('is not sent again after %s', async (_name, outcome) => {
    const { clock, wire, fetch } = retrying(outcome);
    await clock.run(fetch(read(base))).catch(() => {});
    expect(wire.sent).toHaveLength(1);
  });

  it('is reported each time that it is sent again, if there is an observer', async () => {
    const retried = vi.fn();
    const on = vi.fn();
    for (const observer of [{ retried }, {}]) {
      const clock = new ManualClock();
      const fetch = retryCalls({ clock, observer })(scripted(lost));
      const request = read(base);
      request.events = { on, ofBatch: () => expect.unreachable() };
      await rejection(clock.run(fetch(request)));
    }
    expect(retried.mock.calls).toEqual([['weather'], ['weather']]);
    expect(on.mock.calls).toEqual(Array(4).fill(['RETRIED']));
  });

  it('waits a random part of 50 ms and then of 200 ms, so that callers do not retry together', async () => {
    const draws = [0.999, 0.25];
    const { clock, fetch } = retrying(lost, () => draws.shift()!);
    await rejection(clock.run(fetch(read(base))));
    expect(clock.waits).toEqual([0.999 * 50, 0.25 * 200]);
  });

  it.each([
    [429, { 'retry-after': '2' }],
    [503, { 'retry-after': '2' }],
    // Relative to the clock of the service.
    [503, { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:39 GMT' }],
  ])('waits for the Retry-After of a %i if that fits its deadline: %j', async (status, headers) => {
    const { clock, wire, fetch } = retrying((index) => (index === 0 ? answer(status, headers) : answer(200)));
    expect((await clock.run(fetch(read(base)))).status).toBe(200);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(2000);
    expect(wire.sent).toHaveLength(2);
  });

  it.each([429, 503])('passes a %i on at once if its Retry-After does not fit its deadline', async (status) => {
    const { clock, wire, fetch } = retrying(() => answer(status, { 'retry-after': '60' }));
    const response = await clock.run(fetch(read(base, { scope: callScope({ deadlineMs: 10_000 }) })));
    expect(response.headers.get('retry-after')).toBe('60');
    expect(wire.sent).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it('is not sent again if the retry would begin at its deadline', async () => {
    const { clock, wire, fetch } = retrying(
      () => answer(503, { 'retry-after': '2' }),
      () => 0,
    );
    const within = (ms: number) => read(base, { scope: { ...callScope(), deadlineAt: clock.now() + ms } });
    await clock.run(fetch(within(2_000)));
    expect(wire.sent).toHaveLength(1);
    await clock.run(fetch(within(2_001)));
    expect(wire.sent).toHaveLength(3);
  });

  it('stops listening to its caller after it has waited', async () => {
    const { signal } = new AbortController();
    const { clock, fetch } = retrying((index) => (index === 0 ? lost() : answer(200)));
    const answered = fetch(read(base, { scope: callScope({ signal }) }));
    await settled();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await clock.run(answered);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('is not sent again if its caller disconnected meanwhile', async () => {
    const caller = new AbortController();
    const { clock, wire, fetch } = retrying(lost);
    const answered = rejection(fetch(read(base, { scope: callScope({ signal: caller.signal }) })));
    await settled();
    caller.abort();
    await answered;
    expect(clock.pending).toBe(0);
    expect(wire.sent).toHaveLength(1);
  });
});

describe('the budget of retries', () => {
  const patient = () => read(base, { scope: callScope({ deadlineMs: 1_000_000 }) });

  it('allows 20 retries in 10 s, then half as many as calls, and fills up again', async () => {
    const { clock, wire, fetch } = retrying(lost);
    const failingCalls = async (count: number) => {
      const before = wire.sent.length;
      for (let index = 0; index < count; index += 1) await rejection(clock.run(fetch(patient())));
      return wire.sent.length - before - count;
    };
    expect(await failingCalls(20)).toBe(20);
    expect(await failingCalls(100)).toBe(40);
    await clock.advance(11_000);
    expect(await failingCalls(20)).toBe(20);
  });

  it('lets at least 95 % of reads succeed while 30 % of the sends are lost', async () => {
    const random = seededRandom(7);
    const { clock, wire, fetch } = retrying(() => (random() < 0.3 ? lost() : answer(200)), random);
    const answers: Promise<boolean>[] = [];
    for (let index = 0; index < 3000; index += 1) {
      answers.push(
        fetch(patient()).then(
          () => true,
          () => false,
        ),
      );
      if (index % 100 === 99) await clock.advance(250);
    }
    const succeeded = (await clock.run(Promise.all(answers))).filter(Boolean);
    expect(succeeded.length / 3000).toBeGreaterThanOrEqual(0.95);
    expect(wire.sent.length).toBeLessThanOrEqual(3000 * 1.5);
  });
});

describe('a write', () => {
  it('is sent again with its key and the same bytes', async () => {
    const { clock, wire, fetch } = retrying((index) => (index < 2 ? lost() : answer(201)));
    expect((await clock.run(fetch(write(base)))).status).toBe(201);
    expect(wire.sent.map(({ body, headers }) => [body, headers?.get('idempotency-key')])).toEqual(
      Array(3).fill(['{"field_id":"fld_1","text":"hail"}', 'key-1']),
    );
  });

  it('is never sent again without an idempotency key', async () => {
    const { clock, wire, fetch } = retrying(lost);
    const request = write(base);
    request.headers?.delete('idempotency-key');
    await rejection(clock.run(fetch(request)));
    expect(wire.sent).toHaveLength(1);
  });

  it('is sent again after a 409 for the same key that has a Retry-After', async () => {
    const { clock, wire, fetch } = retrying((index) =>
      index === 0 ? answer(409, { 'retry-after': '1' }) : answer(201),
    );
    expect((await clock.run(fetch(write(base)))).status).toBe(201);
    expect(wire.sent).toHaveLength(2);
  });

  it.each([
    ['a lost connection', lost],
    ['503', () => answer(503)],
  ])(
    'fails with the error of an earlier %s that may have stored it, whatever refuses a later try',
    async (_name, failure) => {
      for (const status of [400, 401, 403, 404, 422]) {
        const { clock, wire, fetch } = retrying((index) => [failure(), lost(), answer(status)][index]!);
        const outcome = await clock.run(fetch(write(base))).catch((error) => error.extensions);
        expect(outcome).toMatchObject(failure === lost ? { code: 'UPSTREAM_UNAVAILABLE' } : { status: 503 });
        expect(wire.sent).toHaveLength(3);
      }
    },
  );

  it.each([
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(
      (code) => [code, () => new GatewayError('UPSTREAM_UNAVAILABLE', { cause: { code } })] as const,
    ),
    ['429', () => answer(429, { 'retry-after': '1' })] as const,
  ])('gets the refusal of its last try after %s, which stored nothing', async (_name, failure) => {
    const { clock, fetch } = retrying((index) => (index === 0 ? failure() : answer(422)));
    expect((await clock.run(fetch(write(base)))).status).toBe(422);
  });

  it.each([408, 409, 500, 503])(
    'gets its first status %i, after which it may be stored, if a later try is refused',
    async (status) => {
      for (const refusal of [401, 422]) {
        const { clock, wire, fetch } = retrying((index) =>
          index === 0 ? answer(status, { 'retry-after': '1' }) : answer(refusal),
        );
        expect((await clock.run(fetch(write(base)))).status).toBe(status);
        expect(wire.sent).toHaveLength(2);
      }
    },
  );

  it.each([201, 400, 401, 403, 404, 409, 413, 415, 422])(
    'is not sent again after the definite status %i',
    async (status) => {
      const { clock, wire, fetch } = retrying(() => answer(status));
      expect((await clock.run(fetch(write(base)))).status).toBe(status);
      expect(wire.sent).toHaveLength(1);
    },
  );
});
