/** Which calls run, which wait, and in which order. */
import { describe, expect, it, vi } from 'vitest';
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

it('a semaphore starts calls up to its limit at once, and each further call in order when another ends', async () => {
  const { started, calls, answers } = paced(2, 5);
  expect(started).toEqual([0, 1]);
  calls[1]?.resolve(1);
  await answers[1];
  expect(started).toEqual([0, 1, 2]);
  for (const [at, { resolve }] of calls.entries()) resolve(at);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it('a semaphore continues after failed calls, and each call rejects with its own error', async () => {
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

  it('goes to the first waiter in the queue that has not left it', () => {
    const slots = new Semaphore(1);
    expect([slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, false]);
    const { acquired, all } = queue(slots, 5);
    for (const at of [0, 2]) slots.abandon(all[at]!);
    expect(slots.queued).toEqual([all[1], all[3], all[4]]);
    slots.release();
    slots.abandon(all[3]!);
    slots.release();
    expect(acquired).toEqual([1, 4]);
    expect([slots.inUse, slots.waiting]).toEqual([1, 0]);
    slots.release();
    expect(slots.inUse).toBe(0);
  });

  it('goes to waiters that join the queue after it was empty', () => {
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

  it('in the queue becomes free for the next caller when a waiter leaves', () => {
    const slots = new Semaphore(1, 2);
    slots.tryAcquire();
    const { all, waits } = queue(slots, 3);
    expect(waits).toEqual([true, true, false]);
    slots.abandon(all[0]!);
    expect(slots.canAcquireOrWait('')).toBe(true);
    expect(slots.tryWait(all[2]!)).toBe(true);
    expect([slots.canAcquireOrWait(''), slots.others('')]).toEqual([false, 1]);
  });

  it('beyond the limit goes only to callers that may take extra slots, and never to the queue', () => {
    const slots = new Semaphore(1);
    slots.tryAcquire();
    const { acquired } = queue(slots, 1);
    expect([slots.tryAcquire(2), slots.tryAcquire(2), slots.tryAcquire(2)]).toEqual([true, true, false]);
    // Trying each of many callers in the queue would take long.
    const attempts = vi.spyOn(slots, 'tryAcquire');
    slots.release();
    slots.release();
    expect([slots.inUse, acquired, attempts.mock.calls]).toEqual([1, [], []]);
    slots.release();
    expect([slots.inUse, acquired]).toEqual([1, [0]]);
  });
});

describe('callers with a share of the slots', () => {
  /** Has `count` waiters of a caller join the queue; `acquired` are the callers that got a slot, in order. */
  function shared(slotsMax: number, queueMax: number, share = 3 / 4) {
    const slots = new Semaphore(slotsMax, queueMax, share);
    const acquired: string[] = [];
    const queue = (caller: string, count: number) =>
      Array.from({ length: count }, () => {
        const waiting = { caller, onAcquire: () => void acquired.push(caller) };
        return slots.tryWait(waiting) ? waiting : undefined;
      }).filter((waiting) => waiting !== undefined);
    const take = (caller: string, count: number, extra = 0) =>
      Array.from({ length: count }, () => slots.tryAcquire(extra, caller)).filter(Boolean).length;
    return { slots, acquired, queue, take };
  }

  it('get at most their share, and leave the remaining slots to other callers', () => {
    const { slots, take } = shared(8, 0);
    expect([take('a', 9), take('b', 9), take('c', 9)]).toEqual([6, 2, 0]);
    expect(['a', 'b', 'c'].map((caller) => slots.others(caller))).toEqual([2, 6, 8]);
    slots.release('b');
    expect([slots.canAcquireOrWait('a'), slots.canAcquireOrWait('c')]).toEqual([false, true]);
    expect([take('a', 1), take('c', 1)]).toEqual([0, 1]);
    slots.release('a');
    // The last slot is for callers with fewer than two slots.
    expect([slots.canAcquireOrWait('a'), take('a', 1), slots.inUse]).toEqual([false, 0, 7]);
    slots.release('a');
    expect([slots.canAcquireOrWait('a'), take('a', 1), slots.inUse]).toEqual([true, 1, 7]);
    // Extra slots add to its share.
    expect([take('a', 9, 2), slots.inUse]).toEqual([2, 9]);
  });

  it.each([3 / 4, 1])(
    'may acquire or wait exactly if they would get a slot, with shares of %d and no queue',
    (share) => {
      for (let ofA = 0; ofA <= 8; ofA += 1) {
        for (let ofB = 0; ofB <= 8; ofB += 1) {
          const { slots, take } = shared(8, 0, share);
          take('a', ofA);
          take('b', ofB);
          for (const caller of ['a', 'b', 'c'])
            expect(slots.canAcquireOrWait(caller), `${caller} of ${ofA} and ${ofB}`).toBe(take(caller, 1) === 1);
        }
      }
    },
  );

  it('count as one caller if they have no name', () => {
    const { slots } = shared(4, 0, 1 / 2);
    expect([slots.tryAcquire(), slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, true, false]);
    slots.release();
    expect([slots.tryAcquire(), slots.others('')]).toEqual([true, 0]);
  });

  it('take turns in the queue, each in its own order, and are skipped while they have their full share', () => {
    const { slots, acquired, queue, take } = shared(8, 100);
    take('a', 6);
    take('b', 2);
    queue('a', 3);
    queue('b', 2);
    queue('c', 2);
    expect([slots.waiting, slots.queued.length]).toEqual([7, 7]);
    for (let count = 0; count < 4; count += 1) slots.release(['b', 'b', 'b', 'c'][count] as string);
    expect(acquired).toEqual(['b', 'c', 'b', 'c']);
    expect(slots.queued.map(({ caller }) => caller)).toEqual(['a', 'a', 'a']);
    slots.release('c');
    expect([slots.inUse, slots.waiting]).toEqual([7, 3]);
    take('d', 1);
    queue('d', 1);
    slots.release('a');
    expect(acquired.slice(4)).toEqual(['d']);
    slots.release('d');
    slots.release('b');
    expect(acquired.slice(5)).toEqual(['a']);
  });

  it('leave the last eighth of the slots to other callers, at most two for each', () => {
    const { take } = shared(64, 0, 7 / 8);
    for (let count = 0; count < 28; count += 1) for (const caller of ['a', 'b']) expect(take(caller, 1)).toBe(1);
    expect([take('a', 1), take('b', 1)]).toEqual([0, 0]);
    expect(['c', 'd', 'e', 'f', 'g'].map((caller) => take(caller, 9))).toEqual([2, 2, 2, 2, 0]);
  });

  it('leave as many slots of the queue free as they take, so that the next caller always finds one', () => {
    const { slots, acquired, queue, take } = shared(2, 16, 1 / 2);
    take('a', 1);
    take('b', 1);
    const ofA = queue('a', 16);
    expect([ofA, ...['b', 'c', 'd'].map((name) => queue(name, 16))].map(({ length }) => length)).toEqual([8, 4, 2, 1]);
    expect(slots.canAcquireOrWait('d')).toBe(false);
    expect(slots.canAcquireOrWait('e')).toBe(true);
    for (const waiting of ofA) slots.abandon(waiting);
    slots.abandon(ofA[0]!);
    expect(slots.waiting).toBe(7);
    expect(queue('d', 16)).toHaveLength(4);
    slots.release('a');
    expect(acquired).toEqual(['c']);
  });

  it.each([1 / 2, 3 / 4])('use every slot while any waiting caller may have it, with shares of %d', (share) => {
    const { slots, queue, acquired, take } = shared(4, 1_000, share);
    const inUse = [...Array<string>(take('a', 4)).fill('a'), ...Array<string>(take('b', 4)).fill('b')];
    for (const caller of ['a', 'b', 'c', 'a']) queue(caller, 50);
    for (let step = 0; step < 300 && slots.waiting > 0; step += 1) {
      const before = acquired.length;
      slots.release(inUse.splice(step % inUse.length, 1)[0] ?? '');
      inUse.push(...acquired.slice(before));
      const countOf = (caller: string) => inUse.filter((each) => each === caller).length;
      expect(countOf('a')).toBeLessThanOrEqual(4 * share);
      expect(slots.inUse).toBe(inUse.length);
      const mayHave = slots.queued.some(({ caller = '' }) => countOf(caller) < 4 * share);
      if (mayHave) expect(inUse).toHaveLength(4);
    }
    expect([acquired.length, slots.waiting]).toEqual([200, 0]);
  });
});

it('a returned slot also lets its caller have one of the last, next to the first in the queue', () => {
  const slots = new Semaphore(64, undefined, 7 / 8);
  for (let taken = 0; taken < 54; taken += 1) slots.tryAcquire(0, 'large');
  for (let taken = 0; taken < 2; taken += 1) slots.tryAcquire(0, 'small');
  const acquired: string[] = [];
  for (const caller of ['large', 'small']) slots.tryWait({ caller, onAcquire: () => void acquired.push(caller) });
  slots.release('small');
  expect(acquired).toEqual(['large', 'small']);
});
