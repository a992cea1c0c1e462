/** Calls to the embedded service, without a socket. */
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callInProcess, type ServiceResponse } from '../../../../src/graph/upstream/wire/in-process.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service';

it('a call passes on method, URL, headers, body and validator, and returns status, headers and body', async () => {
  const seen: unknown[] = [];
  const { fetch } = callInProcess(async ({ method, pathname, searchParams, headers, read }) => {
    const sent = ['Authorization', 'content-type', 'idempotency-key', 'if-none-match'].map((name) => headers.get(name));
    seen.push([method, pathname, String(searchParams), sent, String(await read(100))]);
    return { status: 201, headers: { etag: '"e"', 'content-type': 'application/json' }, body: '{"data":1}' };
  });
  const response = await fetch(write(base));
  expect([response.status, response.headers.get('ETag'), await response.json()]).toEqual([201, '"e"', { data: 1 }]);
  await fetch(read(base, { headers: { authorization: 'Bearer k' } }).again({ ifNoneMatch: '"e"' }));
  expect(seen).toEqual([
    [
      'POST',
      '/api/v1/observations',
      '',
      [null, 'application/json', 'key-1', null],
      '{"field_id":"fld_1","text":"hail"}',
    ],
    ['GET', '/api/v1/weather', 'field_id=fld_1', ['Bearer k', null, null, '"e"'], ''],
  ]);
});

it('a body is returned without a copy', async () => {
  const body = new TextEncoder().encode('{"data":1}');
  const { fetch } = callInProcess(async () => ({ status: 200, headers: {}, body }));
  expect((await fetch(read(base))).bytes.buffer).toBe(body.buffer);
});

/** Returns the number of the present turn of the event loop. */
function countTurns(): () => number {
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  return () => turn;
}

it('no read begins in a turn of the event loop in which others have taken 100 ms, even if they found nothing', async () => {
  // A read of an earlier test may have begun in this turn.
  await immediate();
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const turn = countTurns();
  const begun: number[] = [];
  const { fetch } = callInProcess(async () => {
    begun.push(turn());
    now += 30;
    return { status: 200, headers: {}, body: '' };
  });
  for (let call = 0; call < 20; call += 1) await fetch(read(base));
  const perTurn = [...Map.groupBy(begun, (at) => at).values()].map(({ length }) => length);
  expect(perTurn).toEqual([4, 4, 4, 4, 4]);
});

it('at most eight large reads begin in one turn of the event loop, even for many operations', async () => {
  const turn = countTurns();
  const begun: number[] = [];
  const body = 'x'.repeat(600_000);
  const { fetch } = callInProcess(async ({ method }) => {
    if (method === 'GET') begun.push(turn());
    return { status: 200, headers: {}, body };
  });
  const calls = Array.from({ length: 20 }, () => fetch(read(base)));
  // A write does not wait.
  await fetch(write(base));
  expect(begun.length).toBeLessThan(20);
  await Promise.all(calls);
  const perTurn = Map.groupBy(begun, (at) => at);
  expect(begun).toHaveLength(20);
  expect(Math.max(...[...perTurn.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
  // Waiting reads begin one by one: each knows how much the previous one has read.
  expect(perTurn.size).toBeGreaterThan(10);
});

it('a read that waits for its turn is not executed once its caller has disconnected', async () => {
  const made: string[] = [];
  const { fetch } = callInProcess(async ({ searchParams }) => {
    made.push(searchParams.get('field_id') ?? '');
    return { status: 200, headers: {}, body: 'x'.repeat(600_000) };
  });
  const first = Promise.all(Array.from({ length: 8 }, () => fetch(read(base))));
  const caller = new AbortController();
  const late = rejection(fetch(read(base, { scope: callScope({ signal: caller.signal }) })));
  caller.abort();
  expect((await late).message).toBe('The caller disconnected before the result was ready.');
  await first;
  await new Promise(setImmediate);
  expect(made).toHaveLength(8);
});

it('a call rejects at the deadline of its caller, whatever the service does', async () => {
  const { fetch } = callInProcess(() => new Promise(() => {}));
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: 10 }) })))).code).toBe('UPSTREAM_TIMEOUT');
});

it('an exception of the service is UPSTREAM_ERROR, without its message', async () => {
  const { fetch } = callInProcess(async () => {
    throw new Error('secret');
  });
  const error = await rejection(fetch(read(base)));
  expect(error.code).toBe('UPSTREAM_ERROR');
  expect(error.message).not.toContain('secret');
});

it('a call whose caller disconnected aborts its signal, and is unfinished until the service responds', async () => {
  const { promise, resolve } = Promise.withResolvers<ServiceResponse>();
  const signals: { aborted: boolean }[] = [];
  const { fetch } = callInProcess(({ signal }) => {
    signals.push(signal);
    return promise;
  });
  const caller = new AbortController();
  const request = read(base, { scope: callScope({ signal: caller.signal }) });
  const rejected = rejection(fetch(request));
  expect(signals[0]?.aborted).toBe(false);
  caller.abort();
  await rejected;
  expect(signals[0]?.aborted).toBe(true);
  let isFinished = false;
  const finished = request.unfinished?.then(() => {
    isFinished = true;
  });
  await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  resolve({ status: 200, headers: {}, body: null });
  await finished;
  expect(isFinished).toBe(true);
});
