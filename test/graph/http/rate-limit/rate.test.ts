import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCallerLimit } from '../../../../src/graph/http/rate-limit/caller-limit.ts';
import { createRateLimiter, createSharedRateLimiter } from '../../../../src/graph/http/rate-limit/limiter.ts';
import { readCaller } from '../../../../src/graph/operation/caller.ts';
import { createWindows } from '../../../../src/platform/server/rate-limit/count-windows.ts';
import type { SharedCounts } from '../../../../src/platform/server/rate-limit/shared-counts.ts';

/** Keys that the service has accepted, for a limit of callers. */
function acceptedKeys() {
  const accepted = new Set<string>();
  return {
    accepted,
    callerOf: ({ credential }: { credential: string }) => (accepted.has(credential) ? credential : ''),
  };
}

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
    const verdict = limiter(address, key);
    if (verdict.allowed) allowed += 1;
  }
  return allowed;
}

describe('a caller', () => {
  test('may run its number of operations a minute, and then none until the minute ends', () => {
    const { now, wait } = clock();
    const limiter = createRateLimiter(2, now);
    const take = () => limiter('192.0.2.1', '');
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
    wait(20_500);
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 40 });
    expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 40 });
    wait(39_499);
    expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
    wait(1);
    expect(take()).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
  });

  test('gains nothing by a new address of its own network for each request', () => {
    const limiter = createRateLimiter(10, clock().now);
    expect(allowedOf(limiter, 100, (index) => ({ address: `2001:db8:1:2::${index.toString(16)}` }))).toBe(10);
  });

  test('gains nothing by another spelling of its address', () => {
    const limiter = createRateLimiter(10, clock().now);
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '::ffff:192.0.2.1%eth0'];
    expect(allowedOf(limiter, 100, (index) => ({ address: spellings[index % spellings.length] }))).toBe(10);
  });

  test.each([
    ['2001:db8::1', '2001:DB8:0:0:ffff::2'],
    ['2001:db8::', '2001:db8::ffff:1:1'],
    ['2001:db8::ffff:1:1', '2001:db8::ffff:1:2'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['0:0:0:0:5::', '::1'],
    ['1:0:0:0:5::', '1::1'],
  ])('at %s is the same caller as at %s', (one, other) => {
    const limiter = createRateLimiter(1, clock().now);
    expect([one, other].map((address) => limiter(address, '').allowed)).toEqual([true, false]);
  });

  test.each([
    ['2001:db8::1', '2001:db8:1::1'],
    ['1::4:5:6:7:8', '1::5:5:6:7:8'],
    ['1:23::', '12:3::'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['::ffff:192.0.2.1', '::1'],
    ['::ffff:0.0.2.1', '::fffe:0.0.2.1'],
  ])('at %s is another caller than at %s', (one, other) => {
    const limiter = createRateLimiter(1, clock().now);
    expect([one, other].map((address) => limiter(address, '').allowed)).toEqual([true, true]);
  });

  test('with a key is one caller at all addresses', () => {
    const limiter = createRateLimiter(10, clock().now);
    expect(allowedOf(limiter, 100, (index) => ({ address: `192.0.2.${index}`, key: 'known' }))).toBe(10);
  });

  test('with a key is limited if its address is limited', () => {
    const limiter = createRateLimiter(10, clock().now);
    allowedOf(limiter, 10, () => ({}));
    expect(allowedOf(limiter, 10, () => ({ key: 'known' }))).toBe(0);
    // Refused operations do not count for the key.
    expect(allowedOf(limiter, 100, (index) => ({ address: `192.0.2.${index + 2}`, key: 'known' }))).toBe(10);
  });

  test('with an exhausted key uses nothing of the limit of its address', () => {
    const limiter = createRateLimiter(10, clock().now);
    allowedOf(limiter, 10, (index) => ({ address: `192.0.2.${index + 2}`, key: 'known' }));
    expect(allowedOf(limiter, 100, () => ({ key: 'known' }))).toBe(0);
    expect(allowedOf(limiter, 100, () => ({}))).toBe(10);
  });

  test('waits for the window of its address if key and address have equally many operations left', () => {
    const { now, wait } = clock();
    const limiter = createRateLimiter(5, now);
    limiter('192.0.2.1', 'known');
    wait(10_000);
    limiter('192.0.2.2', '');
    expect(limiter('192.0.2.2', 'known')).toMatchObject({ remaining: 3, resetSeconds: 60 });
  });

  test('is counted by the clock of the process by default', () => {
    const limiter = createRateLimiter(1);
    expect(limiter('192.0.2.1', '')).toEqual({ allowed: true, limit: 1, remaining: 0, resetSeconds: 60 });
    expect(limiter('192.0.2.1', '').allowed).toBe(false);
  });

  test('is not limited by the operations of neighbouring addresses', () => {
    const limiter = createRateLimiter(10, clock().now);
    allowedOf(limiter, 100, () => ({}));
    expect(limiter('192.0.2.2', '').allowed).toBe(true);
    expect(limiter('2001:db8::1', '').allowed).toBe(true);
    expect(limiter('2001:db8:0:1::1', '').remaining).toBe(9);
  });

  test('with an empty or invalid address is counted under that text', () => {
    const limiter = createRateLimiter(1, clock().now);
    expect(['', '', 'unix', 'unix'].map((address) => limiter(address, '').allowed)).toEqual([true, false, true, false]);
  });
});

describe('the rate limit headers', () => {
  const anonymous = readCaller(null);
  const { callerOf } = acceptedKeys();

  test('state the remaining operations and, for a refusal, the time to wait', () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    onTestFinished(() => time.mockRestore());
    const limit = createCallerLimit(1, callerOf);
    const headersOf = (left: number, seconds: number) => [
      ...['ratelimit-policy', '"default";q=1;w=60'],
      ...['ratelimit', `"default";r=${left};t=${seconds}`],
    ];
    expect(limit?.take(anonymous, '192.0.2.1')).toEqual({ headers: headersOf(0, 60), error: undefined });
    time.mockReturnValue(21_000);
    const refused = {
      code: 'RATE_LIMITED',
      retryAfterSeconds: 40,
      http: { status: 429, headers: { 'retry-after': '40' } },
    };
    expect(limit?.take(anonymous, '192.0.2.1')).toMatchObject({
      headers: headersOf(0, 40),
      error: { extensions: refused },
    });
  });

  test('are not sent without a limit', () => {
    expect(createCallerLimit(0, callerOf)).toBeUndefined();
  });

  test('are returned by a promise if processes share the counts', async () => {
    const limit = createCallerLimit(1, callerOf, sharedCounts().counts);
    const of = { headers: ['ratelimit-policy', '"default";q=1;w=60', 'ratelimit', '"default";r=0;t=20'] };
    expect(await limit?.take(anonymous, '192.0.2.1')).toMatchObject({ ...of, error: undefined });
    expect(await limit?.take(anonymous, '192.0.2.1')).toMatchObject({ ...of, error: { code: 'RATE_LIMITED' } });
  });
});

describe('a key', () => {
  const caller = readCaller('Bearer key');

  /** Whether one operation at each of two new addresses exceeds a limit of one. */
  function isOneCaller(limit: ReturnType<typeof createCallerLimit>, network: string, of = caller): boolean {
    const taken = [1, 2].map((host) => limit?.take(of, `${network}.${host}`));
    return taken.some((one) => one !== undefined && 'error' in one && one.error !== undefined);
  }

  test('is counted at all addresses once the service has accepted it', () => {
    const { accepted, callerOf } = acceptedKeys();
    const limit = createCallerLimit(1, callerOf);
    expect(isOneCaller(limit, '192.0.2')).toBe(false);
    accepted.add(caller.credential);
    expect(isOneCaller(limit, '198.51.100')).toBe(true);
  });

  test('avoids no limit of an address if it is made up', () => {
    const limit = createCallerLimit(10, acceptedKeys().callerOf);
    const taken = Array.from({ length: 100 }, (_, index) => limit?.take(readCaller(`Bearer key${index}`), '192.0.2.1'));
    expect(taken.filter((one) => one !== undefined && 'error' in one && one.error === undefined)).toHaveLength(10);
  });

  test('is never known for a caller without a key, whatever the service accepts', () => {
    const { accepted, callerOf } = acceptedKeys();
    accepted.add('');
    expect(isOneCaller(createCallerLimit(1, callerOf), '192.0.2', readCaller(null))).toBe(false);
  });
});

/** Counts of one process in place of Redis: windows of keys end in 30 s, those of addresses in 20 s. */
function sharedCounts() {
  const used = new Map<string, number>();
  const counters: string[] = [];
  const counter = (counted: string, limit: number) => {
    counters.push(`${counted} ${limit}`);
    return async (name: string) => {
      const count = (used.get(`${counted} ${name}`) ?? 0) + 1;
      used.set(`${counted} ${name}`, count);
      return { used: count, resetMs: counted === 'graph-key' ? 30_000 : 20_000 };
    };
  };
  return { counters, counts: { counter } as Partial<SharedCounts> as SharedCounts };
}

describe('counts that processes share', () => {
  const verdict = (allowed: boolean, remaining: number, resetSeconds: number) => ({
    allowed,
    limit: 2,
    remaining,
    resetSeconds,
  });

  test('have names that are the same in every version', () => {
    const { counters, counts } = sharedCounts();
    createSharedRateLimiter(2, counts);
    expect(counters).toEqual(['graph-address 2', 'graph-key 2']);
  });

  test('limit an address, and a key at every address', async () => {
    const limiter = createSharedRateLimiter(2, sharedCounts().counts);
    const take = (address: string, key = '') => limiter(address, key);
    expect(await take('2001:db8::1')).toEqual(verdict(true, 1, 20));
    expect(await take('2001:db8::2')).toEqual(verdict(true, 0, 20));
    expect(await take('2001:db8::3')).toEqual(verdict(false, 0, 20));
    expect(await take('192.0.2.2', 'known')).toEqual(verdict(true, 1, 20));
    expect(await take('192.0.2.3', 'known')).toEqual(verdict(true, 0, 30));
    expect(await take('192.0.2.4', 'known')).toEqual(verdict(false, 0, 30));
    expect(await take('2001:db8::4', 'known')).toEqual(verdict(false, 0, 20));
    expect(await take('192.0.2.5')).toEqual(verdict(true, 1, 20));
  });
});

describe('the memory of the limiter', () => {
  test('treats a restarted window as the newest', () => {
    const { now, wait } = clock();
    const windows = createWindows(now, { namesMax: 3 });
    windows.add('a');
    wait(30_000);
    windows.add('b');
    wait(30_000);
    for (const name of ['a', 'c', 'd']) windows.add(name);
    expect(['a', 'b', 'c', 'd'].map((name) => windows.read(name).used)).toEqual([1, 0, 1, 1]);
  });

  test('evicts the oldest window for a new one', () => {
    const windows = createWindows(clock().now, { namesMax: 2 });
    for (const name of ['a', 'b', 'b', 'c']) windows.add(name);
    expect(['a', 'b', 'c'].map((name) => windows.read(name).used)).toEqual([0, 2, 1]);
  });

  test('evicts an ended window before a running one', () => {
    const { now, wait } = clock();
    const windows = createWindows(now, { namesMax: 2 });
    windows.add('a');
    wait(59_999);
    windows.add('b');
    wait(1);
    windows.add('a');
    windows.add('c');
    expect(['a', 'b', 'c'].map((name) => windows.read(name).used)).toEqual([1, 0, 1]);
  });
});
