/** Which calls run, in which order, and which wait. */
import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/platform/sync/semaphore.ts';

/** Runs `count` calls that end on demand; `started` are those begun so far. */
function paced(atOnceMax: number, count: number) {
  const slots = new Semaphore(atOnceMax);
  const started: number[] = [];
  const calls = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const answers = calls.map(({ promise }, at) =>
    slots.run(() => {
      started.push(at);
      return promise;
    }),
  );
  return { slots, started, calls, answers };
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

it('goes on after calls that failed, and each rejects with its own failure', async () => {
  const { slots, calls, answers } = paced(1, 3);
  for (const [at, { reject }] of calls.entries()) reject(new Error(`call ${at}`));
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'call 0',
    'call 1',
    'call 2',
  ]);
  expect(await slots.run(async () => 'as before')).toBe('as before');
});

describe('a slot', () => {
  /** Has `count` callers wait; `acquired` are those that got a slot. */
  function queue(slots: Semaphore, count: number) {
    const acquired: number[] = [];
    const all = Array.from({ length: count }, (_, at) => ({ onAcquire: () => void acquired.push(at) }));
    const waits = all.map((waiting) => slots.tryWait(waiting));
    return { acquired, all, waits };
  }

  it('goes to the first in the queue that has not left it', () => {
    const slots = new Semaphore(1);
    expect([slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, false]);
    const { acquired, all } = queue(slots, 5);
    for (const at of [0, 2]) slots.abandon(all[at]!);
    expect([...slots.waiting]).toEqual([all[1], all[3], all[4]]);
    slots.release();
    slots.abandon(all[3]!);
    slots.release();
    expect(acquired).toEqual([1, 4]);
    expect([slots.inUse, slots.waiting.size]).toEqual([1, 0]);
    slots.release();
    expect(slots.inUse).toBe(0);
  });

  it('goes to those who come after the queue was empty', () => {
    const slots = new Semaphore(1);
    slots.tryAcquire();
    for (let round = 0; round < 3; round += 1) {
      const { acquired } = queue(slots, 2);
      slots.release();
      slots.release();
      expect(acquired).toEqual([0, 1]);
    }
    expect(slots.inUse).toBe(1);
  });

  it('in the queue is free again for the next caller once one has left', () => {
    const slots = new Semaphore(1, 2);
    slots.tryAcquire();
    const { all, waits } = queue(slots, 3);
    expect(waits).toEqual([true, true, false]);
    slots.abandon(all[0]!);
    expect(slots.tryWait(all[2]!)).toBe(true);
  });

  it('that is extra is only for those that may take it, and never goes to the queue', () => {
    const slots = new Semaphore(1);
    slots.tryAcquire();
    const { acquired } = queue(slots, 1);
    expect([slots.tryAcquire(2), slots.tryAcquire(2), slots.tryAcquire(2)]).toEqual([true, true, false]);
    slots.release();
    slots.release();
    expect([slots.inUse, acquired]).toEqual([1, []]);
    slots.release();
    expect([slots.inUse, acquired]).toEqual([1, [0]]);
  });
});
