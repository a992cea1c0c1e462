/** When waiting ends. No timer or listener remains afterwards. */
import { getEventListeners } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { GatewayError } from '../../../src/graph/errors/gateway-error.ts';
import {
  CallAbandoned,
  Lifetime,
  OperationLifetime,
  type WaitingOperations,
} from '../../../src/graph/upstream/lifetime.ts';

function waiter() {
  const reasons: GatewayError[] = [];
  return { reasons, abort: (reason: GatewayError) => void reasons.push(reason) };
}

it('all waiters are notified once, with the same reason, except a removed one', () => {
  const caller = new AbortController();
  const lifetime = new OperationLifetime(performance.now() + 10_000, caller.signal);
  const [first, second, gone] = [waiter(), waiter(), waiter()];
  for (const each of [first, second, gone]) lifetime.add(each);
  lifetime.delete(gone);
  caller.abort();
  expect(first.reasons).toEqual([expect.any(CallAbandoned)]);
  expect(second.reasons).toEqual(first.reasons);
  expect(gone.reasons).toEqual([]);
  expect(first.reasons[0]?.extensions).toMatchObject({ isAbandoned: true });
  expect(lifetime.ended).toBe(first.reasons[0]);
});

it('a waiter is notified once, and no timer or listener remains', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const caller = new AbortController();
  const lifetime = new OperationLifetime(performance.now() + 10_000, caller.signal);
  const waiters = Array.from({ length: 3 }, waiter);
  for (const each of waiters) lifetime.add(each);
  expect(vi.getTimerCount()).toBe(1);
  const reason = new GatewayError('UPSTREAM_TIMEOUT');
  lifetime.end(reason);
  lifetime.end(new CallAbandoned());
  caller.abort();
  expect(waiters.map(({ reasons }) => reasons)).toEqual(waiters.map(() => [reason]));
  expect(lifetime.ended).toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
});

it('a waiter that is notified may remove another', () => {
  const lifetime = new Lifetime(0);
  const second = waiter();
  lifetime.add({ abort: () => lifetime.delete(second) });
  lifetime.add(second);
  lifetime.end(new GatewayError('UPSTREAM_TIMEOUT'));
  expect(second.reasons).toEqual([]);
});

it('an operation has ended at its deadline and after its caller disconnected, also without a waiter', () => {
  const caller = new AbortController();
  const late = new OperationLifetime(performance.now() - 1, caller.signal);
  expect(late.ended).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  expect(late.ended).not.toBeInstanceOf(CallAbandoned);
  caller.abort();
  expect(new OperationLifetime(performance.now() + 10_000, caller.signal).ended).toBeInstanceOf(CallAbandoned);
});

it('a lifetime listens to its caller once for all waiters, and not at all without a waiter', () => {
  const { signal } = new AbortController();
  const lifetime = new OperationLifetime(performance.now() + 10_000, signal);
  const waiters = Array.from({ length: 100 }, waiter);
  for (const each of waiters) lifetime.add(each);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const each of waiters) lifetime.delete(each);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('operations that wait are in one list, from which any may leave', () => {
  const waiting: WaitingOperations = { first: undefined };
  const ended: string[] = [];
  const [one, two, three] = ['one', 'two', 'three'].map((name) => {
    const lifetime = new OperationLifetime(performance.now() + 60_000, new AbortController().signal, waiting);
    const waiter = { abort: () => void ended.push(name) };
    lifetime.add(waiter);
    // Twice is once.
    lifetime.add(waiter);
    return { lifetime, waiter };
  });
  two!.lifetime.delete(two!.waiter);
  two!.lifetime.delete(two!.waiter);
  for (const each of [three, one]) {
    expect(waiting.first).toBe(each!.lifetime);
    waiting.first?.end(new GatewayError('UPSTREAM_TIMEOUT'));
  }
  expect(waiting.first).toBeUndefined();
  expect(ended).toEqual(['three', 'one']);
});
