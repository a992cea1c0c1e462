import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/graph/limits/rate.ts';
import { createWindows } from '../../../src/graph/limits/windows.ts';

function clock() {
  let time = 0;
  return { now: () => time, wait: (ms: number) => (time += ms) };
}

interface Caller {
  address?: string | undefined;
  key?: string;
}

function allowedOf(limiter: ReturnType<typeof createRateLimiter>, count: number, caller: (index: number) => Caller) {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) {
    const { address = '192.0.2.1', key = '' } = caller(index);
    const verdict = limiter.take(address, () => key);
    if (verdict.allowed) allowed += 1;
  }
  return allowed;
}

describe('a caller', () => {
  test('gets its operations a minute and then none until the minute is over', () => {
    const { now, wait } = clock();
    const limiter = createRateLimiter(2, now);
    const take = () => limiter.take('192.0.2.1');
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
    wait(20_500);
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 40 });
    expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 40 });
    wait(39_499);
    expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
    wait(1);
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
  });

  test('gains nothing by a fresh random key for each request', () => {
    const limiter = createRateLimiter(10, clock().now);
    expect(allowedOf(limiter, 100, (index) => ({ key: `key ${index}` }))).toBe(10);
  });

  test('gains nothing by a fresh address of its own network for each request', () => {
    const limiter = createRateLimiter(10, clock().now);
    expect(allowedOf(limiter, 100, (index) => ({ address: `2001:db8:1:2::${index.toString(16)}` }))).toBe(10);
  });

  test('gains nothing by the other spelling of an address', () => {
    const limiter = createRateLimiter(10, clock().now);
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '::ffff:192.0.2.1%eth0'];
    expect(allowedOf(limiter, 100, (index) => ({ address: spellings[index % spellings.length] }))).toBe(10);
  });

  test('with a key the service accepted is one caller at every address', () => {
    const limiter = createRateLimiter(10, clock().now);
    const caller = (index: number) => ({ address: `192.0.2.${index}`, key: 'known' });
    expect(allowedOf(limiter, 100, caller)).toBe(100);
    limiter.accepted('known');
    expect(allowedOf(limiter, 100, caller)).toBe(10);
  });

  test('does not pay for its neighbours', () => {
    const limiter = createRateLimiter(10, clock().now);
    allowedOf(limiter, 100, () => ({}));
    expect(limiter.take('192.0.2.2').allowed).toBe(true);
    expect(limiter.take('2001:db8::1').allowed).toBe(true);
    expect(limiter.take('2001:db8:0:1::1').remaining).toBe(9);
  });

  test('whose address is unknown or no address is counted under that name', () => {
    const limiter = createRateLimiter(1, clock().now);
    expect(['', '', 'unix', 'unix'].map((address) => limiter.take(address).allowed)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('memory', () => {
  test('the oldest window makes room for a new one', () => {
    const windows = createWindows(60_000, 2, clock().now);
    for (const name of ['a', 'b', 'b', 'c']) windows.add(name);
    expect(['a', 'b', 'c'].map((name) => windows.read(name).used)).toEqual([0, 2, 1]);
  });

  test('a window that ended is forgotten before one that runs', () => {
    const { now, wait } = clock();
    const windows = createWindows(60_000, 2, now);
    windows.add('a');
    wait(59_999);
    windows.add('b');
    wait(1);
    windows.add('a');
    windows.add('c');
    expect(['a', 'b', 'c'].map((name) => windows.read(name).used)).toEqual([1, 0, 1]);
  });
});
