/** The bound on calls in flight and waiting. */
import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../src/graph/upstream/concurrency.ts';
import { settled } from '../../support/manual-clock.ts';
import { answer, held, lost } from '../../support/scripted-fetch.ts';
import { callScope, read, rejection } from '../../support/upstream-call.ts';

const base = 'http://service';

it('a hundred calls go out at most four at once, in the order they came', async () => {
  const wire = held();
  const fetch = limitConcurrency({ concurrencyMax: 4, queueMax: 100 }).layer(wire);
  const answers = Promise.allSettled(Array.from({ length: 100 }, (_, i) => fetch(read(base, { path: `/${i}` }))));
  for (let index = 0; index < 100; index += 1) {
    await settled();
    expect(wire.open.length).toBe(Math.min(100, index + 4));
    wire.open[index]!.answer(index % 3 === 0 ? lost() : answer(200));
  }
  const outcomes = await answers;
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(34);
  expect(wire.open.map(({ request }) => request.url)).toEqual(Array.from({ length: 100 }, (_, i) => `${base}/${i}`));
});

it('a call beyond the queue is OVERLOADED at once and never sent; the others are not disturbed', async () => {
  const wire = held();
  const { layer, load } = limitConcurrency({ concurrencyMax: 1, queueMax: 1 });
  const fetch = layer(wire);
  const [first, second] = [fetch(read(base)), fetch(read(base))];
  expect(load()).toEqual({ inFlight: 1, waiting: 1 });
  expect(await rejection(fetch(read(base)))).toMatchObject({ code: 'OVERLOADED', extensions: { retryable: true } });
  wire.open[0]!.answer(answer(200));
  await first;
  await settled();
  wire.open[1]!.answer(answer(200));
  await second;
  expect(wire.open).toHaveLength(2);
  expect(load()).toEqual({ inFlight: 0, waiting: 0 });
});

it('a call that waits leaves the queue when its caller goes away, and its place is free', async () => {
  const wire = held();
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
  const wire = held();
  const fetch = limitConcurrency({ concurrencyMax: 1, queueMax: 10 }).layer(wire);
  const first = fetch(read(base));
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: 20 }) })))).code).toBe('UPSTREAM_TIMEOUT');
  expect((await rejection(fetch(read(base, { scope: callScope({ deadlineMs: -1 }) })))).code).toBe('UPSTREAM_TIMEOUT');
  wire.open[0]!.answer(answer(200));
  await first;
  await settled();
  expect(wire.open).toHaveLength(1);
});

it('a queue that was empty, or whose first have left, goes on in the order they came', async () => {
  const wire = held();
  const { layer, load } = limitConcurrency({ concurrencyMax: 1, queueMax: 10 });
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
  expect(load()).toEqual({ inFlight: 0, waiting: 0 });
});
