/** Who passes a gate, in which order, and who waits. */
import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/platform/sync/semaphore.ts';

/** Runs `count` calls that end when told; `started` are those begun so far. */
function paced(atOnceMax: number, count: number) {
  const gate = new Semaphore(atOnceMax);
  const started: number[] = [];
  const calls = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const answers = calls.map(({ promise }, at) =>
    gate.run(() => {
      started.push(at);
      return promise;
    }),
  );
  return { gate, started, calls, answers };
}

it('starts so many calls at once, and each further one when another has ended, in the order in which they came', async () => {
  const { started, calls, answers } = paced(2, 5);
  expect(started).toEqual([0, 1]);
  calls[1]?.resolve(1);
  await answers[1];
  expect(started).toEqual([0, 1, 2]);
  for (const [at, { resolve }] of calls.entries()) resolve(at);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it('goes on after calls that failed, and tells each its own failure', async () => {
  const { gate, calls, answers } = paced(1, 3);
  for (const [at, { reject }] of calls.entries()) reject(new Error(`call ${at}`));
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'call 0',
    'call 1',
    'call 2',
  ]);
  expect(await gate.run(async () => 'as before')).toBe('as before');
});

it('refuses a call beyond a queue that is bounded, and starts the others', async () => {
  const gate = new Semaphore(1, 1);
  const first = Promise.withResolvers<string>();
  const answers = [gate.run(() => first.promise), gate.run(async () => 'second')];
  await expect(gate.run(async () => 'third')).rejects.toThrow('queue');
  first.resolve('first');
  expect(await Promise.all(answers)).toEqual(['first', 'second']);
  expect([gate.held, gate.waiting.size]).toEqual([0, 0]);
});

describe('a place', () => {
  /** A gate at which `count` wait; `entered` are those that were given a place. */
  function queue(gate: Semaphore, count: number) {
    const entered: number[] = [];
    const all = Array.from({ length: count }, (_, at) => ({ enter: () => void entered.push(at) }));
    const waits = all.map((waiting) => gate.tryWait(waiting));
    return { entered, all, waits };
  }

  it('goes to the first in the queue that has not left it', () => {
    const gate = new Semaphore(1);
    expect([gate.tryEnter(), gate.tryEnter()]).toEqual([true, false]);
    const { entered, all } = queue(gate, 5);
    for (const at of [0, 2]) gate.abandon(all[at]!);
    expect([...gate.waiting]).toEqual([all[1], all[3], all[4]]);
    gate.leave();
    gate.abandon(all[3]!);
    gate.leave();
    expect(entered).toEqual([1, 4]);
    expect([gate.held, gate.waiting.size]).toEqual([1, 0]);
    gate.leave();
    expect(gate.held).toBe(0);
  });

  it('goes to those who come after the queue was empty', () => {
    const gate = new Semaphore(1);
    gate.tryEnter();
    for (let round = 0; round < 3; round += 1) {
      const { entered } = queue(gate, 2);
      gate.leave();
      gate.leave();
      expect(entered).toEqual([0, 1]);
    }
    expect(gate.held).toBe(1);
  });

  it('in the queue is for no more than it holds, and free again for who comes after one has left', () => {
    const gate = new Semaphore(1, 2);
    gate.tryEnter();
    const { all, waits } = queue(gate, 3);
    expect(waits).toEqual([true, true, false]);
    gate.abandon(all[0]!);
    expect(gate.tryWait(all[2]!)).toBe(true);
  });

  it('beyond the others is only for those that may take it, and goes to nobody in the queue', () => {
    const gate = new Semaphore(1);
    gate.tryEnter();
    const { entered } = queue(gate, 1);
    expect([gate.tryEnter(2), gate.tryEnter(2), gate.tryEnter(2)]).toEqual([true, true, false]);
    gate.leave();
    gate.leave();
    expect([gate.held, entered]).toEqual([1, []]);
    gate.leave();
    expect([gate.held, entered]).toEqual([1, [0]]);
  });
});
