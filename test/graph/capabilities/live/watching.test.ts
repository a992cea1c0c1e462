/** The reads that streams cause at the service, the limits of streams, and how streams end. */
import { syncBuiltinESMExports } from 'node:module';
import timers, { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { Changes } from '../../../../src/graph/capabilities/live/changes.ts';
import { Watcher } from '../../../../src/graph/capabilities/live/watcher.ts';
import { Watchers } from '../../../../src/graph/capabilities/live/watchers.ts';
import { createLive, extended } from '../../../../src/graph/capabilities/live/live.ts';
import { createStreamAdmission } from '../../../../src/graph/capabilities/live/stream-admission.ts';
import type { WatchGroup } from '../../../../src/graph/capabilities/live/watch-group.ts';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { Caller, readCaller } from '../../../../src/graph/operation/caller.ts';
import { Capacity } from '../../../../src/graph/operation/capacity.ts';
import { BufferedBytes } from '../../../../src/platform/server/buffered-bytes.ts';
import type { Hints } from '../../../../src/platform/sync/change-hints.ts';
import { times } from '../../../support/abusive-operations.ts';
import { type EventStream, openStream } from '../../../support/event-stream.ts';
import { gatewayOptions, gatewayOver } from '../../../support/gateway.ts';
import { changingService, serviceUrl, upstreamOver } from '../../../support/list-service.ts';

/** A busy machine needs more time. */
const soon = { timeout: 60_000 };
const unsentBytesMax = 128_000_000;
const monday = new Date('2026-06-15T12:00:00Z');

/** How often a selection repeats a text, whose record is bounded. */
const repeated = 10;

const query = `subscription Watch($ids: [ID!]!, $lists: [FieldList!]! = [OBSERVATIONS], $after: String, $wide: Boolean = false) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) {
    cursor lists field { id weather { condition } observations { text ...Repeated @include(if: $wide) } }
  }
}
fragment Repeated on Observation { ${times(repeated, (at) => `t${at}: text`)} }`;

interface Changed {
  cursor: string;
  lists: string[];
  field: { id: string; weather: { condition: string }[]; observations: { text: string }[] } | null;
}

function liveOver(
  options: Partial<Parameters<typeof createLive>[0]> = {},
  rateLimitPerMinute = 0,
  introspection = true,
) {
  const service = changingService();
  const clock = { now: monday, skippedMs: 0 };
  const upstream = upstreamOver(service.transport);
  const hints = { send: (_hints: Hints) => {}, isWatched: false };
  const live = createLive({
    upstream,
    serviceUrl,
    watchChanges(onHints) {
      hints.send = onHints;
      hints.isWatched = true;
      return () => {
        hints.isWatched = false;
      };
    },
    deadlineMs: 5_000,
    pollMsMin: 20,
    pollMsMax: 40,
    streamsMax: 100,
    streamsPerCallerMax: 50,
    listsMax: 1_000,
    documentsBytesMax: 1_000_000,
    ageMsMax: 3_600_000,
    commentMs: 20,
    ...options,
  });
  const unsent = new BufferedBytes(unsentBytesMax, () => performance.now() + clock.skippedMs);
  const calls = { on: (_url: string) => {}, hangs: (_authorization?: string) => false };
  const gateway = gatewayOver(undefined, {
    serviceUrl,
    fetch(request) {
      calls.on(request.url);
      return calls.hangs(request.scope.headers.authorization) ? new Promise(() => {}) : upstream.fetch(request);
    },
    deadlineMs: options.deadlineMs ?? 60_000,
    schema: extended,
    additions: [live],
    calendar: () => clock.now,
    rateLimitPerMinute,
    introspection,
    capacity: new Capacity(unsent),
  });
  const open = (variables: object, key?: string, headers: Record<string, string> = {}): Promise<EventStream> =>
    openStream(
      'http://graph.test/graphql',
      { query, variables },
      { ...headers, ...(key ? { authorization: `Bearer ${key}` } : {}) },
      (request) => gateway.answer(request),
    );
  /** The weather of `fld_1`, without a key. */
  async function weather(): Promise<object[]> {
    const url = `http://graph.test/graphql?query=${encodeURIComponent('{ field(id: "fld_1") { weather { condition } } }')}`;
    return (await (await gateway.answer(new Request(url))).json()).data.field.weather;
  }
  return { service, clock, hints, live, open, unsent, gateway, upstream, weather, calls };
}

async function next(stream: EventStream) {
  const event = await stream.next();
  if (event === undefined) throw new Error(`The stream has ended: ${stream.text()}`);
  return { ...event, ...(event.data ? JSON.parse(event.data) : {}) };
}

async function changed(stream: EventStream): Promise<Changed> {
  const { data, errors } = await next(stream);
  expect(errors).toBeUndefined();
  return data.fieldsChanged;
}

/** A read begins this long after its poll. */
const stepMs = 10;

it('equal lists of one credential are read once for all listeners, in at most two calls for 50 fields', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const groups = vi.spyOn(Watchers.prototype, 'group');
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  const { service, open, live } = liveOver({ pollMsMin: 3_600_000, pollMsMax: 3_600_000 });
  /** Advances the clock until these streams are open, but not before each of them watches its lists. */
  const opened = async (...opening: Promise<EventStream>[]) => {
    const { length } = groups.mock.calls;
    while (groups.mock.calls.length < length + opening.length) await nextTurn();
    const open = Promise.all(opening);
    let isOpen = false;
    void open.then(() => {
      isOpen = true;
    });
    for (; !isOpen; await nextTurn()) await vi.advanceTimersByTimeAsync(stepMs);
    return open;
  };
  const ids = Array.from({ length: 50 }, (_, index) => `fld_${index}`);
  const streams = await opened(open({ ids }), open({ ids }), open({ ids: ids.slice(0, 10) }));
  await Promise.all(streams.map(changed));
  expect(service.reads.toSorted()).toEqual(ids.map((id) => `observations ${id}`).toSorted());
  expect(service.calls).toBeLessThanOrEqual(2);
  const [other] = await opened(open({ ids }, 'other'));
  await changed(other as EventStream);
  expect(service.reads).toHaveLength(100);
  expect(live.live()).toMatchObject({ streams: 4, opened: 4, watches: 100 });
  for (const stream of [...streams, other]) stream?.close();
  while (live.live().streams > 0) await nextTurn();
  expect(live.live().watches).toBe(0);
});

/** Opens a stream with a clock that only `readsAfter` advances. No other test of the file may run meanwhile. */
async function openTimed(
  ids: string[],
  { cacheControl = 'private', key = '', pollMs = 1_000, pollMsMax = 0, rateLimitPerMinute = 0 } = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  // The shortest time between two polls.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  const { service, open, hints, calls, live } = liveOver(
    { pollMsMin: pollMs, pollMsMax: Math.max(pollMs, pollMsMax) },
    rateLimitPerMinute,
  );
  service.headers = { 'cache-control': cacheControl };
  const opening = open({ ids }, key);
  /** Advances the clock and returns the number of reads in this time. */
  async function readsAfter(ms: number): Promise<number> {
    const { length } = service.reads;
    for (let passed = 0; passed < ms; passed += stepMs) {
      await vi.advanceTimersByTimeAsync(stepMs);
      for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    }
    return service.reads.length - length;
  }
  while (service.reads.length === 0) await readsAfter(stepMs);
  const stream = await opening;
  onTestFinished(stream.close);
  await readsAfter(2 * stepMs);
  return { readsAfter, stream, service, open, hints, calls, live };
}

it('events of a key whose lists hang do not delay events of other keys', async () => {
  const { open, calls, service } = liveOver();
  let hanging = 0;
  calls.hangs = (authorization) => {
    const isHanging = authorization === 'Bearer busy';
    if (isHanging) hanging += 1;
    return isHanging;
  };
  const ids = Array.from({ length: 20 }, (_, at) => `fld_${at}`);
  const busy = await Promise.all(ids.map((id) => open({ ids: [id] }, 'busy')));
  const other = await open({ ids: ['fld_other'] }, 'other');
  for (const stream of [...busy, other]) await changed(stream);
  for (const id of ids) service.add('observations', id, '2026-06-14');
  await expect.poll(() => hanging).toBeGreaterThanOrEqual(8);
  service.add('observations', 'fld_other', '2026-06-14');
  expect((await changed(other)).field?.id).toBe('fld_other');
  for (const stream of [...busy, other]) stream.close();
});

it('a list that hangs delays the first event by ten seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, open } = liveOver({ deadlineMs: 60_000 });
  service.delay = new Promise(() => {});
  const opening = open({ ids: ['fld_1'] });
  let openedAt: number | undefined;
  void opening.then(changed).then(() => {
    openedAt = performance.now();
  });
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(100);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  };
  while (service.reads.length === 0) await pass();
  const begunAt = performance.now();
  while (openedAt === undefined) await pass();
  expect(openedAt - begunAt).toBeLessThanOrEqual(11_000);
  (await opening).close();
});

it.each([1, 3])('each poll reads all %d fields of a list once', async (size) => {
  const { readsAfter } = await openTimed(Array.from({ length: size }, (_, index) => `fld_${index}`));
  for (let poll = 0; poll < 6; poll += 1) expect(await readsAfter(900 + stepMs)).toBe(size);
});

it('a public list that is watched without a key is read again only once it is stale, even after the longest interval', async () => {
  const { readsAfter } = await openTimed(['fld_1'], { cacheControl: 'public, max-age=3' });
  expect([await readsAfter(2_900), await readsAfter(200), await readsAfter(2_800)]).toEqual([0, 1, 0]);
});

it('fields that are not found are read at the longest interval and delay no other field', async () => {
  const missing = Array.from({ length: 60 }, (_, at) => `fld_missing_${at}`);
  const { readsAfter, service } = await openTimed([...missing, 'fld_1'], { pollMsMax: 4_000 });
  await readsAfter(1_000);
  const { length } = service.reads;
  await readsAfter(3_300);
  const read = service.reads.slice(length);
  expect([read.filter((each) => each.endsWith('fld_1')).length, read.length]).toEqual([3, 3 + missing.length]);
});

it.concurrent('the other lists of a field are read at once when one of its lists is found', async () => {
  const { service, open, hints } = liveOver({ pollMsMin: 3_600_000, pollMsMax: 3_600_000 });
  const ids = ['fld_missing_1', 'fld_missing_2'];
  const stream = await open({ ids, lists: ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'] });
  await changed(stream);
  service.missing = 'none';
  hints.send([{ fieldId: 'fld_missing_1', list: 'observations' }]);
  const found = new Set<string>();
  while (found.size < 3) for (const list of (await changed(stream)).lists) found.add(list);
  stream.close();
});

it('an event whose data cannot be read is sent with its errors after six attempts and delays no other field', async () => {
  const unreadable = ['fld_1', 'fld_2'];
  const over = await openTimed([...unreadable, 'fld_3'], { key: 'key', pollMs: 3_600_000 });
  const { readsAfter, stream, service, hints, calls } = over;
  await changed(stream);
  const attempts: string[] = [];
  calls.on = (url) => {
    const id = unreadable.find((each) => url.includes(each));
    if (id === undefined) return;
    if (url.includes('/weather')) attempts.push(id);
    throw new GatewayError('UPSTREAM_UNAVAILABLE');
  };
  for (const id of unreadable) service.add('observations', id, '2026-06-14');
  const reported: string[] = [];
  for (let second = 0; second < 25; second += 1) {
    service.add('observations', 'fld_3', '2026-06-14');
    hints.send(undefined);
    await readsAfter(1_000);
    const { data, errors } = await next(stream);
    reported.push(`${data.fieldsChanged.field.id} ${errors ? 'failed' : 'read'}`);
  }
  for (const id of unreadable) {
    expect(attempts.filter((each) => each === id)).toHaveLength(6);
    // Half a second, doubled after each attempt.
    const [first, last] = [reported.indexOf(`${id} failed`), reported.lastIndexOf(`${id} failed`)];
    expect(first).toBeGreaterThanOrEqual(15);
    expect(last).toBe(first);
  }
  expect(reported.slice(0, 15)).toEqual(Array(15).fill('fld_3 read'));
});

it('a public list that is watched with a key is read within the longest interval, because the key may be revoked', async () => {
  const { readsAfter } = await openTimed(['fld_1'], { cacheControl: 'public, max-age=3', key: 'key' });
  expect(await readsAfter(2_500)).toBe(2);
});

it('a public list is read again after a failed read, even if the clock was set back by a day', async () => {
  const { readsAfter, service } = await openTimed(['fld_1'], { cacheControl: 'public, max-age=3' });
  service.status = 503;
  vi.setSystemTime(Date.now() - 86_400_000);
  await readsAfter(4_000);
  service.status = undefined;
  expect(await readsAfter(40_000)).toBeGreaterThan(5);
});

it('events have a cursor even if the clock was never set and shows the first days of 1970', async () => {
  const { open, clock } = liveOver();
  clock.now = new Date('1970-01-01T00:00:10Z');
  const stream = await open({ ids: ['fld_1'], lists: ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'] });
  expect((await next(stream)).id).toMatch(/./);
  stream.close();
});

it('the timer of a public list that is fresh for a year does not overflow', async () => {
  const { readsAfter } = await openTimed(['fld_1'], { cacheControl: 'public, max-age=31536000' });
  expect(await readsAfter(2_000)).toBe(0);
});

it.each(['hint', 'stream that resumes'])(
  'a %s causes a read at once after a long outage, despite the earlier failures',
  async (by) => {
    const { readsAfter, stream, service, open, hints } = await openTimed(['fld_1'], { key: 'key', pollMs: 3_600_000 });
    const { cursor: after } = await changed(stream);
    service.status = 503;
    hints.send(undefined);
    // By then the next attempt would be half a minute later.
    await readsAfter(31_000);
    service.status = undefined;
    const resumed = by === 'hint' ? hints.send(undefined) : open({ ids: ['fld_1'], after }, 'key');
    expect(await readsAfter(600)).toBe(1);
    (await resumed)?.close();
  },
);

it('a Retry-After of the service also delays reads for hints', async () => {
  const { readsAfter, service, hints } = await openTimed(['fld_1'], { key: 'key', pollMs: 3_600_000 });
  Object.assign(service, { status: 503, headers: { 'retry-after': '60' } });
  hints.send(undefined);
  await readsAfter(1_000);
  service.status = undefined;
  hints.send(undefined);
  expect([await readsAfter(58_000), await readsAfter(2_000)]).toEqual([0, 1]);
});

it.each([
  ['fails', 'fld_1', 418],
  ['does not find the field', 'fld_missing_1', undefined],
])('a hint during a read that %s is not lost', async (_what, id, status) => {
  const { readsAfter, service, hints } = await openTimed([id], { key: 'key', pollMs: 3_600_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(service, { status, delay: promise });
  hints.send(undefined);
  expect(await readsAfter(600)).toBe(1);
  Object.assign(service, { status: undefined, delay: undefined });
  hints.send(undefined);
  resolve();
  expect(await readsAfter(600)).toBe(1);
});

it('the stream of a revoked key that watches only missing fields ends in time, however small the quota', async () => {
  const missing = Array.from({ length: 100 }, (_, at) => `fld_missing_${at}`);
  const { readsAfter, stream, service } = await openTimed(missing, { key: 'key', pollMsMax: 4_000 });
  service.headers = { 'ratelimit-policy': '"a";q=60;w=60' };
  await readsAfter(8_000);
  await changed(stream);
  service.status = 401;
  await readsAfter(4_100);
  expect((await next(stream)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

it.each([
  ['hangs', undefined],
  ['fails', 503],
])(
  'a field that %s every batch delays events of others only until smaller batches exclude it',
  async (_how, status) => {
    const ids = Array.from({ length: 100 }, (_, at) => `fld_${at}`);
    const { readsAfter, stream, service } = await openTimed(ids, { key: 'key' });
    await changed(stream);
    service.broken = { fieldId: 'fld_7', status };
    const others = ['fld_8', 'fld_99'];
    for (const id of others) service.add('observations', id, '2026-06-14');
    const events = Promise.all(others.map(() => changed(stream)));
    // Two failures, one of ten fields, and their pauses.
    await readsAfter(40_000);
    expect((await events).map(({ field }) => field?.id).toSorted()).toEqual(others);
    // All but that one are read in batches, once a second.
    const { calls } = service;
    expect(await readsAfter(10_000)).toBeGreaterThan(900);
    expect(service.calls - calls).toBeLessThanOrEqual(25);
    service.broken = undefined;
    service.add('observations', 'fld_7', '2026-06-14');
    // A read that began before, and the longest pause.
    await readsAfter(36_000);
    expect((await changed(stream)).field?.id).toBe('fld_7');
  },
);

it('after an outage of several batches, lists are read by as few calls as before', async () => {
  const idsOf = (from: number) => Array.from({ length: 100 }, (_, at) => `fld_${from + at}`);
  const { readsAfter, open, service } = await openTimed(idsOf(0), { key: 'key' });
  const others = Promise.all([open({ ids: idsOf(100) }, 'key'), open({ ids: idsOf(200) }, 'key')]);
  await readsAfter(5_000);
  for (const stream of await others) onTestFinished(stream.close);
  service.status = 503;
  await readsAfter(60_000);
  service.status = undefined;
  const { calls } = service;
  // The longest pause, and a few rounds, each of three batches.
  expect(await readsAfter(36_000)).toBeGreaterThan(1_000);
  expect(service.calls - calls).toBeLessThan(130);
});

it('a list that stays unreadable uses no more of the quota than a readable list', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `fld_${at}`);
  const { readsAfter, service, hints } = await openTimed(ids, { key: 'key', pollMs: 5_000, pollMsMax: 300_000 });
  const headers = { 'ratelimit-policy': '"a";q=60;w=60' };
  Object.assign(service, { headers, status: 404, body: { code: 'not_found' } });
  hints.send(undefined);
  await readsAfter(60_000);
  expect(await readsAfter(200_000)).toBeLessThanOrEqual(2 * ids.length);
});

it('the polls and the watch for hints end with the last listener', async () => {
  const { readsAfter, stream, hints, live } = await openTimed(['fld_1']);
  expect(hints.isWatched).toBe(true);
  expect(await readsAfter(3_000)).toBeGreaterThan(1);
  stream.close();
  while (live.live().streams > 0) await nextTurn();
  expect(hints.isWatched).toBe(false);
  expect(await readsAfter(10_000)).toBe(0);
});

it('without introspection, the error of a variable suggests no name', async () => {
  const messageOf = async (introspection: boolean): Promise<string> =>
    (await next(await liveOver({}, 0, introspection).open({ ids: ['fld_1'], lists: ['WEATHR'] }))).errors[0].message;
  const message = 'Variable "$lists" has invalid value at [0]: Value "WEATHR" does not exist in "FieldList" enum.';
  expect(await messageOf(false)).toBe(message);
  expect(await messageOf(true)).toContain(`${message} Did you mean`);
});

it.concurrent('poll intervals increase so that streams use a tenth of the stated quota', async () => {
  const { service, open, live } = liveOver();
  service.headers = { 'ratelimit-policy': '"none";q=0;w=0, "burst";w=1;q=1000, "default";q=600;qu="requests";w=60' };
  const ids = Array.from({ length: 20 }, (_, index) => [`fld_${index}`, `fld_missing_${index}`]).flat();
  await using stream = await open({ ids });
  await changed(stream);
  // 20 lists that are found, at one read a second.
  await vi.waitFor(() => expect(live.live().intervalMs).toBeCloseTo(20_000), soon);
});

it('a quota header of more than 1,000 characters is ignored', () => {
  const watcher = new Watcher(new Caller('Bearer key'));
  watcher.observe(`"a";q=60;w=60${','.repeat(1_000)}`);
  expect(watcher.readsPerMs).toBe(Number.POSITIVE_INFINITY);
  watcher.observe('"a";q=60;w=60');
  watcher.observe(`"a";q=1;w=60${','.repeat(1_000)}`);
  expect(watcher.readsPerMs).toBeCloseTo(0.1 / 1_000);
});

const paceBounds = { pollMsMin: 5_000, pollMsMax: 300_000 };

it('lists of a key with a quota of zero are read at the longest interval, even while no field is found', () => {
  const watcher = new Watcher(new Caller('Bearer key'));
  watcher.observe('"a";q=0;w=60');
  const { waitMs } = watcher.pace('WEATHER', 0, 0, paceBounds);
  expect(waitMs).toBeGreaterThanOrEqual(paceBounds.pollMsMax / 1.2);
});

it.each([0, 0.999_999])('each wait is within the configured bounds, for a random number of %d', (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  onTestFinished(() => void vi.restoreAllMocks());
  const watcher = new Watcher(new Caller('Bearer key'));
  watcher.groups.set('WEATHER 0', { polled: 200 } as WatchGroup);
  // Two polls are a round of all fields.
  const roundMs = (unchangedRounds: number) => 2 * watcher.pace('WEATHER', 200, unchangedRounds, paceBounds).waitMs;
  expect(roundMs(0)).toBeGreaterThanOrEqual(paceBounds.pollMsMin);
  expect(roundMs(100)).toBeLessThanOrEqual(paceBounds.pollMsMax);
  watcher.observe('"a";q=0;w=60');
  expect(watcher.pace('WEATHER', 200, 0, paceBounds).waitMs).toBeLessThanOrEqual(paceBounds.pollMsMax);
});

it.concurrent.each<[name: string, status: number, headers: Record<string, string>, body?: object]>([
  ['a page of a proxy', 404, { 'content-type': 'text/html' }],
  ['a Retry-After of an hour', 503, { 'retry-after': '3600' }],
  ['an error that caches may store for an hour', 503, { 'cache-control': 'public, max-age=3600' }],
  ['a maintenance page', 200, { 'cache-control': 'public, max-age=3600' }, { status: 'maintenance' }],
  ['an object in place of the list', 200, {}, { data: {} }],
  ['a path that the service does not know', 404, {}, { code: 'not_found' }],
])('%s is not reported as a change, and the next changes are', async (_name, status, headers, body = {}) => {
  const { service, open, live } = liveOver();
  await using stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  Object.assign(service, { status, headers, body });
  const { reads } = live.live();
  // The second read begins after the first has failed.
  await vi.waitFor(() => expect(live.live().reads).toBeGreaterThan(reads + 1), soon);
  expect(live.live().changes).toBe(0);
  Object.assign(service, { status: undefined, headers: {} });
  for (const [index, date] of ['2026-06-13', '2026-06-14'].entries()) {
    service.add('observations', 'fld_1', date);
    expect((await changed(stream)).field?.observations).toHaveLength(index + 1);
  }
});

it.concurrent('watches of a busy endpoint do not delay watches of other endpoints', async () => {
  const { upstream, open } = liveOver();
  let looks = 0;
  let isBusy = true;
  upstream.load = (endpoint) => {
    if (endpoint !== 'weather') return { inFlight: 0, waiting: 0 };
    looks += 1;
    return { inFlight: 0, waiting: Number(isBusy) };
  };
  const busy = ['a', 'b', 'c', 'd'].map((key) => open({ ids: ['fld_1'], lists: ['WEATHER'] }, key));
  // Each of the four checks the load every 50 ms.
  await vi.waitFor(() => expect(looks).toBeGreaterThan(20), soon);
  const stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  // Now the busy streams can open; otherwise each would wait for its deadline.
  isBusy = false;
  for (const each of [stream, ...(await Promise.all(busy))]) each.close();
});

it('an endpoint that stays busy is read anyway, after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { upstream, service, open } = liveOver();
  let looks = 0;
  upstream.load = () => ({ inFlight: 0, waiting: ++looks });
  const opening = open({ ids: ['fld_1'] });
  /** Resolves when the watch has looked again twice: a look may have begun before. */
  const looked = async () => {
    const before = looks;
    while (looks < before + 2 && service.reads.length === 0) await nextTurn();
  };
  while (looks === 0) {
    vi.advanceTimersByTime(1);
    await nextTurn();
  }
  vi.advanceTimersByTime(1_998);
  await looked();
  expect(service.reads).toEqual([]);
  vi.advanceTimersByTime(2);
  await looked();
  expect(service.reads).toEqual(['observations fld_1']);
  (await opening).close();
});

it.concurrent('reads with keys that the service has not accepted delay no other reads', async () => {
  const { service, hints, open } = liveOver({ pollMsMin: 3_600_000, pollMsMax: 3_600_000 });
  const stream = await open({ ids: ['fld_1'] }, 'accepted');
  await changed(stream);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  service.delay = promise;
  const size = 40;
  const others = Array.from({ length: size }, (_, at) => open({ ids: [`fld_of_${at}`] }, `made-up-${at}`));
  await vi.waitFor(() => expect(service.reads.length).toBeGreaterThan(3), soon);
  const before = service.reads.length;
  hints.send([{ fieldId: 'fld_1', list: 'observations' }]);
  await vi.waitFor(() => expect(service.reads.slice(before)).toContain('observations fld_1'), soon);
  expect(service.reads.length).toBeLessThan(size / 2);
  release();
  for (const each of [stream, ...(await Promise.all(others))]) each.close();
});

it.concurrent('an endpoint that becomes busy before a read starts is not read', async () => {
  const { upstream, service, open } = liveOver();
  let looks = 0;
  let isBusy = true;
  upstream.load = () => ({ inFlight: 0, waiting: looks++ > 0 && isBusy ? 1 : 0 });
  const opening = open({ ids: ['fld_1'] });
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3), soon);
  expect(service.reads).toEqual([]);
  isBusy = false;
  await using stream = await opening;
  await changed(stream);
});

it.concurrent('the event for a change of a public list has the new data, even if the old list is cached as fresh', async () => {
  const { service, open, weather } = liveOver();
  service.headers = { 'cache-control': 'public, max-age=1' };
  service.add('weather', 'fld_1', '2026-06-14');
  for (let times = 0; times < 3; times += 1) await weather();
  await using stream = await open({ ids: ['fld_1'], lists: ['WEATHER'] });
  await changed(stream);
  service.add('weather', 'fld_1', '2026-06-16');
  const { field } = await changed(stream);
  expect(field?.weather).toHaveLength(2);
  expect(await weather()).toHaveLength(2);
});

/** Requests weather, delays its response until `release`, and meanwhile receives the event of a later change. */
async function overtaken({ service, gateway, hints, weather }: ReturnType<typeof liveOver>) {
  const watch = 'subscription { fieldsChanged(ids: ["fld_1"], lists: [WEATHER]) { cursor lists } }';
  await using stream = await openStream('http://graph.test/graphql', { query: watch }, {}, gateway.answer);
  await next(stream);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const { calls } = service;
  service.delay = promise;
  const startedAt = performance.now();
  const old = weather();
  await vi.waitFor(() => expect(service.calls).toBe(calls + 1), soon);
  service.delay = undefined;
  service.add('weather', 'fld_1', '2026-06-16');
  hints.send(undefined);
  expect((await changed(stream)).lists).toEqual(['WEATHER']);
  return { old, release, startedAt };
}

const byHints = { pollMsMin: 3_600_000, pollMsMax: 3_600_000 };

it.concurrent.each([
  ['response', 1],
  ['confirmation of a cached response', 2],
])('an old %s that arrives after the event is not used for later queries', async (_name, queries) => {
  const over = liveOver(byHints);
  const { service, weather } = over;
  service.add('weather', 'fld_1', '2026-06-14');
  service.headers = { 'cache-control': 'public, max-age=0' };
  for (let count = 0; count < queries; count += 1) await weather();
  service.headers = { 'cache-control': 'public, max-age=3600' };
  const { old, release } = await overtaken(over);
  release();
  expect(await old).toHaveLength(1);
  expect(await weather()).toHaveLength(2);
});

it('a query that is sent after an event is not coalesced with an equal query from before it', async () => {
  const over = liveOver(byHints);
  over.service.add('weather', 'fld_1', '2026-06-14');
  const { old, release, startedAt } = await overtaken(over);
  // Within the time in which equal queries are coalesced. No other test of the file runs meanwhile.
  const time = vi.spyOn(performance, 'now').mockReturnValue(startedAt + 1);
  const later = over.weather();
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  release();
  expect(await old).toHaveLength(1);
  expect(await later).toHaveLength(2);
  time.mockRestore();
});

it.concurrent('the events of one change are each made in a separate turn of the event loop', async ({
  onTestFinished,
}) => {
  const { service, open, hints, calls } = liveOver(byHints);
  // Queries with different variables are not coalesced.
  const streams = await Promise.all(Array.from({ length: 10 }, (_, own) => open({ ids: ['fld_1'], own }, 'key')));
  await Promise.all(streams.map(changed));
  let turn = 0;
  const turns: number[] = [];
  let counting: NodeJS.Immediate | undefined;
  function count() {
    turn += 1;
    counting = setImmediate(count);
  }
  onTestFinished(() => clearImmediate(counting));
  calls.on = (url) => {
    if (url.includes('/weather')) turns.push(turn);
    if (turn === 0) count();
  };
  service.add('observations', 'fld_1', '2026-06-14');
  hints.send(undefined);
  await Promise.all(streams.map(changed));
  expect(turns).toHaveLength(10);
  expect(new Set(turns).size).toBe(10);
  for (const stream of streams) stream.close();
});

it.concurrent('a revoked key ends its stream with a coded error', async () => {
  const { service, open, live } = liveOver();
  const stream = await open({ ids: ['fld_1'] }, 'revoked');
  await changed(stream);
  service.headers = { 'x-request-id': 'of-the-read' };
  service.status = 401;
  const { errors } = await next(stream);
  const requestId = stream.response.headers.get('x-request-id');
  expect(errors[0].extensions).toMatchObject({ code: 'UNAUTHENTICATED', retryable: false, requestId });
  expect(errors[0]).toMatchObject({
    path: ['fieldsChanged'],
    extensions: { coordinate: 'Subscription.fieldsChanged' },
  });
  expect(await stream.next()).toMatchObject({ event: 'complete' });
  expect(await stream.next()).toBeUndefined();
  expect(live.live()).toMatchObject({ streams: 0, watches: 0 });
});

it('the log line of an internal error of a stream has the request id of the stream', async () => {
  const err = new Error('internal');
  vi.spyOn(Changes.prototype, 'take').mockImplementationOnce(() => {
    throw err;
  });
  const logged = vi.spyOn(gatewayOptions.log, 'error');
  onTestFinished(() => void vi.restoreAllMocks());
  const { service, open } = liveOver();
  const stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  service.add('observations', 'fld_1', '2026-06-14');
  expect((await next(stream)).errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
  const requestId = stream.response.headers.get('x-request-id');
  expect(logged.mock.calls).toEqual([[{ err, requestId }, 'internal error']]);
});

it.concurrent.each([
  ['that was revoked', 401, ['WEATHER', 'OBSERVATIONS']],
  ['that lacks a scope', 403, ['OBSERVATIONS']],
])(
  'one refused read with a key %s ends all its streams of the lists that it may not read, and others go on',
  async (_why, status, refused) => {
    const { service, open, hints, live } = liveOver(byHints);
    const lists = ['WEATHER', 'OBSERVATIONS'];
    const opened = [];
    for (const id of ['fld_1', 'fld_2'])
      for (const list of lists) opened.push({ id, list, stream: await open({ ids: [id], lists: [list] }, 'key') });
    for (const { stream } of opened) await changed(stream);
    const others = await Promise.all([open({ ids: ['fld_2'] }, 'other'), open({ ids: ['fld_2'] })]);
    await Promise.all(others.map(changed));
    service.status = status;
    hints.send([{ fieldId: 'fld_1', list: 'observations' }]);
    for (const { stream, list } of opened)
      if (refused.includes(list)) expect((await next(stream)).errors[0].extensions).toMatchObject({ status });
    expect(live.live()).toMatchObject({ streams: 6 - 2 * refused.length });
    service.status = undefined;
    service.add('observations', 'fld_2', '2026-06-14');
    hints.send(undefined);
    for (const other of others) expect((await changed(other)).field?.observations).toHaveLength(1);
  },
);

it.concurrent('a field that is refused without a key ends no stream of other fields', async () => {
  const { service, open, hints, live } = liveOver(byHints);
  const [refused, other] = await Promise.all([open({ ids: ['fld_1'] }), open({ ids: ['fld_2'] })]);
  await Promise.all([refused, other].map(changed));
  service.status = 401;
  hints.send([{ fieldId: 'fld_1', list: 'observations' }]);
  expect((await next(refused)).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect(live.live()).toMatchObject({ streams: 1 });
  other.close();
});

it.concurrent('a key that the service refuses opens no stream', async () => {
  const { service, open, live } = liveOver();
  service.headers = { 'x-request-id': 'of-the-read' };
  service.status = 403;
  const stream = await open({ ids: ['fld_1'] }, 'unknown');
  const { errors } = await next(stream);
  // The log has a line with this request id.
  const requestId = stream.response.headers.get('x-request-id');
  expect(errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', status: 403, requestId });
  expect(errors[0]).toMatchObject({
    path: ['fieldsChanged'],
    extensions: { coordinate: 'Subscription.fieldsChanged' },
  });
  expect(await stream.next()).toMatchObject({ event: 'complete' });
  expect(live.live()).toMatchObject({ streams: 0, opened: 0, watches: 0 });
});

it.concurrent('a stream survives an outage of the service and reports the changes of that time', async () => {
  const { service, open, hints } = liveOver({ pollMsMin: 3_600_000, pollMsMax: 3_600_000 });
  service.add('observations', 'fld_1', '2026-06-14');
  await using stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  service.status = 503;
  const { calls } = service;
  hints.send(undefined);
  await vi.waitFor(() => expect(service.calls).toBeGreaterThan(calls), soon);
  service.add('observations', 'fld_1', '2026-06-15');
  service.status = undefined;
  expect((await changed(stream)).field?.observations).toHaveLength(2);
});

it.concurrent.each([
  // The first read, the batch and one single read: never two at once.
  ['as a fallback of its batch', undefined, 3],
  ['by itself', [{ fieldId: 'fld_1', list: 'observations' as const }], 2],
])('a slow field that is read %s delays no event of other fields', async (_when, ofIt, reads) => {
  const { service, open, hints } = liveOver({ pollMsMin: 3_600_000, pollMsMax: 3_600_000, deadlineMs: 60_000 });
  const stream = await open({ ids: ['fld_1', 'fld_2', 'fld_3'] });
  await changed(stream);
  const ownReads = () => service.reads.filter((read) => read === 'observations fld_1');
  const { promise, resolve: release } = Promise.withResolvers<void>();
  service.fallback = { fieldId: 'fld_1', until: promise };
  if (ofIt) {
    hints.send(ofIt);
    await vi.waitFor(() => expect(ownReads()).toHaveLength(reads), soon);
  }
  for (const id of ['fld_2', 'fld_3', 'fld_2']) {
    service.add('observations', id, '2026-06-14');
    hints.send(undefined);
    expect(await changed(stream)).toMatchObject({ field: { id } });
  }
  expect(ownReads()).toHaveLength(reads);
  service.add('observations', 'fld_1', '2026-06-14');
  service.fallback = undefined;
  release();
  hints.send(undefined);
  expect(await changed(stream)).toMatchObject({ field: { id: 'fld_1' } });
});

it.concurrent('a field that becomes visible is reported as a change', async () => {
  const { service, open } = liveOver();
  service.status = 404;
  await using stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  service.status = undefined;
  expect(await changed(stream)).toMatchObject({ lists: ['OBSERVATIONS'], field: { id: 'fld_1' } });
});

it.concurrent('the end of a week moves the window and reports only lists that changed in the old window', async () => {
  const { service, open, clock } = liveOver();
  service.add('weather', 'fld_1', '2026-06-09');
  service.add('weather', 'fld_2', '2026-06-09');
  const stream = await open({ ids: ['fld_1', 'fld_2'], lists: ['WEATHER'] });
  const first = await changed(stream);
  clock.now = new Date('2026-06-22T00:00:01Z');
  await vi.waitFor(
    () => expect(service.reads.filter((read) => read === 'weather fld_1').length).toBeGreaterThan(2),
    soon,
  );
  service.add('weather', 'fld_2', '2026-06-23');
  expect(await changed(stream)).toMatchObject({ lists: ['WEATHER'], field: { id: 'fld_2' } });
  stream.close();
  // With the cursor of the week before: fld_1 did not change in its window, fld_2 did.
  await using resumed = await open({ ids: ['fld_1', 'fld_2'], lists: ['WEATHER'], after: first.cursor });
  expect(await changed(resumed)).toMatchObject({ lists: [], field: null });
  const event = await changed(resumed);
  expect(event).toMatchObject({ lists: ['WEATHER'], field: { id: 'fld_2' } });
  service.add('weather', 'fld_1', '2026-06-23');
  expect(await changed(resumed)).toMatchObject({ field: { id: 'fld_1' } });
});

it.concurrent('a stream that closes at the end of a week watches no list any more, even while the service hangs', async () => {
  const { service, open, clock, live } = liveOver({ deadlineMs: 60_000 });
  service.add('weather', 'fld_1', '2026-06-09');
  const stream = await open({ ids: ['fld_1'], lists: ['WEATHER'] });
  await changed(stream);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  service.fallback = { fieldId: 'fld_1', until: promise };
  clock.now = new Date('2026-06-22T00:00:01Z');
  await vi.waitFor(() => expect(live.live().watches).toBe(2), soon);
  stream.close();
  await vi.waitFor(() => expect(live.live().watches).toBe(0), { timeout: 20_000 });
  // On a busy machine, the first read of the new window may begin only now.
  const reads = service.reads.length;
  await nextTurn();
  expect(service.reads).toHaveLength(reads);
  release();
});

it.concurrent.each([
  ['WEATHER', 'weather', '2026-09-20'],
  ['EARTH_OBSERVATIONS', 'earth-observations', '2027-03-10'],
])('%s data that is newer than the window of an old cursor is reported', async (list, path, date) => {
  const { service, open, clock } = liveOver();
  const watched = { ids: ['fld_1'], lists: [list] };
  const stream = await open(watched);
  const { cursor: after } = await changed(stream);
  stream.close();
  clock.now = new Date(`${date}T12:00:00Z`);
  service.add(path, 'fld_1', date);
  await using resumed = await open({ ...watched, after });
  await changed(resumed);
  expect(await changed(resumed)).toMatchObject({ lists: [list], field: { id: 'fld_1' } });
});

it.concurrent('the first event of a stream that resumes has a cursor of today, even if nothing has changed', async () => {
  const { service, open, clock } = liveOver();
  const watched = { ids: ['fld_1', 'fld_2'], lists: ['WEATHER'] };
  for (const id of watched.ids) service.add('weather', id, '2026-06-09');
  let after: string | undefined;
  for (const today of ['2026-06-15', '2026-08-10', '2026-10-05']) {
    clock.now = new Date(`${today}T12:00:00Z`);
    const stream = await open({ ...watched, after });
    const { cursor } = await changed(stream);
    stream.close();
    expect(cursor).not.toBe(after);
    after = cursor;
  }
  service.add('weather', 'fld_2', '2026-11-29');
  clock.now = new Date('2026-11-30T12:00:00Z');
  await using resumed = await open({ ...watched, after });
  await changed(resumed);
  expect(await changed(resumed)).toMatchObject({ lists: ['WEATHER'], field: { id: 'fld_2' } });
});

it.concurrent('a list that cannot be read until the end of a week is reported once it is readable', async () => {
  const { service, open, clock } = liveOver({ deadlineMs: 2_000 });
  service.unreadableFrom = '2026-06-08';
  await using stream = await open({ ids: ['fld_1'], lists: ['WEATHER'] });
  await changed(stream);
  clock.now = new Date('2026-06-22T00:00:01Z');
  expect(await changed(stream)).toMatchObject({ lists: ['WEATHER'], field: { id: 'fld_1' } });
});

it.concurrent('a cursor from after the end of a week excludes changes that its listener has not received yet', async () => {
  const { service, open, clock } = liveOver();
  const watched = { ids: ['fld_1', 'fld_2'], lists: ['WEATHER'] };
  const stream = await open(watched);
  const { cursor } = await changed(stream);
  stream.close();
  for (const id of watched.ids) service.add('weather', id, '2026-06-23');
  clock.now = new Date('2026-06-22T00:00:01Z');
  const interrupted = await open({ ...watched, after: cursor });
  await changed(interrupted);
  const event = await changed(interrupted);
  expect(event).toMatchObject({ field: { id: 'fld_1' } });
  interrupted.close();
  await using resumed = await open({ ...watched, after: event.cursor });
  await changed(resumed);
  expect(await changed(resumed)).toMatchObject({ lists: ['WEATHER'], field: { id: 'fld_2' } });
});

it.concurrent.each([
  ['streams of the process', { streamsMax: 1 }, 'OVERLOADED', 'LIVE_STREAMS_MAX'],
  ['streams of a caller', { streamsPerCallerMax: 1 }, 'RATE_LIMITED', 'LIVE_STREAMS_PER_CALLER_MAX'],
  ['lists', { listsMax: 1 }, 'OVERLOADED', 'LIVE_LISTS_MAX'],
])('%s are bounded, and the refusal names the setting', async (_name, options, code, setting) => {
  const { open, live } = liveOver(options);
  const stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  const refused = await open({ ids: ['fld_1'] });
  const { errors } = await next(refused);
  expect(errors[0].extensions).toMatchObject({ code, retryable: true, retryAfterSeconds: 1 });
  expect(errors[0].message).toContain(setting);
  expect(live.live()).toMatchObject({ streams: 1, refused: 1 });
  stream.close();
  await vi.waitFor(() => expect(live.live().streams).toBe(0), soon);
  await using again = await open({ ids: ['fld_1'] });
  await changed(again);
});

it.concurrent('a stream of more lists than the process may watch is refused for good', async () => {
  const { open, live } = liveOver({ listsMax: 2 });
  const { errors } = await next(await open({ ids: ['fld_1', 'fld_2', 'fld_3'] }, 'key'));
  expect(errors[0]).toMatchObject({
    message: 'This process watches at most 2 lists (LIVE_LISTS_MAX): watch fewer fields or lists.',
    extensions: { code: 'BAD_USER_INPUT', retryable: false, faults: [{ path: ['ids'], code: 'TOO_MANY' }] },
  });
  expect(live.live()).toMatchObject({ streams: 0, refused: 1 });
});

it('one address cannot use up all streams, even with a public key, made-up keys and requests without a key', () => {
  const { LIVE_STREAMS_MAX: streamsMax, LIVE_STREAMS_PER_CALLER_MAX: streamsPerCallerMax } = readConfig({});
  const bounds = { streamsMax, streamsPerCallerMax, listsMax: 1, documentsBytesMax: 1_000_000 };
  const admission = createStreamAdmission({ ...bounds, watches: () => 0, isStopping: () => false, watchHints() {} });
  const open = (key: string, address = '192.0.2.1') => {
    const caller = readCaller(key && `Bearer ${key}`);
    return admission.acquire({ args: {}, prepared: {}, arrived: { caller, operation: { address } } } as never);
  };
  for (const key of ['public', 'made-up', ''])
    expect(() => {
      while (true) {
        const stream = open(key);
        if (key === 'public') stream.accept();
      }
    }).toThrow('LIVE_STREAMS_PER_CALLER_MAX');
  expect(() => open('', '192.0.2.2')).not.toThrow();
});

it.concurrent('a caller without a key leaves half of the lists to others', async () => {
  const { open } = liveOver({ listsMax: 6 });
  await using first = await open({ ids: ['fld_1', 'fld_2'] });
  await changed(first);
  await using shared = await open({ ids: ['fld_1'] });
  await changed(shared);
  const { errors } = await next(await open({ ids: ['fld_3'] }));
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining('send a key'),
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 },
  });
  await using keyed = await open({ ids: ['fld_3'] }, 'key');
  await changed(keyed);
});

it.concurrent('a key leaves half of the lists to others, and each of its lists counts once', async () => {
  const { open } = liveOver({ listsMax: 6 });
  const first = await next(await open({ ids: ['fld_1', 'fld_2', 'fld_3', 'fld_4'] }, 'key'));
  expect(first.errors[0].message).toMatch(/^The streams of one API key watch at most half of the free lists/);
  for (const ids of [['fld_1', 'fld_2', 'fld_3'], ['fld_1', 'fld_2', 'fld_3'], ['fld_1']])
    await changed(await open({ ids }, 'key'));
  const { errors } = await next(await open({ ids: ['fld_4'] }, 'key'));
  expect(errors[0]).toMatchObject({
    message:
      'The streams of one API key watch at most half of the free lists (LIVE_LISTS_MAX): watch fewer fields or lists.',
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 },
  });
  // The next key leaves half of the rest, and another still finds a list.
  await changed(await open({ ids: ['fld_4', 'fld_5'] }, 'other'));
  expect((await next(await open({ ids: ['fld_6'] }, 'other'))).errors[0].extensions.code).toBe('RATE_LIMITED');
  await changed(await open({ ids: ['fld_4'] }, 'third'));
});

it.concurrent('a caller has at most half of the free streams', async () => {
  const { open } = liveOver({ streamsMax: 8 });
  for (const [key, most] of [
    ['first', 4],
    ['second', 2],
    ['third', 1],
  ] as const) {
    for (let count = 0; count < most; count += 1) await changed(await open({ ids: ['fld_1'] }, key));
    expect((await next(await open({ ids: ['fld_1'] }, key))).errors[0]).toMatchObject({
      message: expect.stringContaining('LIVE_STREAMS_MAX'),
      extensions: { code: 'RATE_LIMITED' },
    });
  }
});

it.concurrent('streams that open at the same moment never exceed the limit of lists together', async () => {
  const { service, open, live } = liveOver({ listsMax: 7, pollMsMin: 3_600_000, pollMsMax: 3_600_000 });
  const triples = ['1', '2', '3'].map((name) => ['a', 'b', 'c'].map((letter) => `fld_${letter}${name}`));
  const events = await Promise.all(
    triples.map(async (ids) => ({ ids, event: await next(await open({ ids }, 'key')) })),
  );
  const refused = events.filter(({ event }) => event.errors);
  for (const { event } of refused) {
    expect(event.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(event.errors[0].message).toContain('LIVE_LISTS_MAX');
  }
  expect(live.live()).toMatchObject({ streams: 1, refused: 2, watches: 3 });
  const { ids = [] } = events.find(({ event }) => !event.errors) ?? {};
  expect(service.reads.toSorted()).toEqual(ids.map((id) => `observations ${id}`));
  // Adds no list: these are watched already.
  await changed(await open({ ids: ids.slice(1) }, 'key'));
  await changed(await open({ ids: ['fld_d', 'fld_e'] }, 'other'));
  expect(live.live()).toMatchObject({ streams: 3, refused: 2, watches: 5 });
});

it.concurrent('a stream at its maximum age ends with its cursor and the reason to resume, without a complete event', async () => {
  const { open, live } = liveOver({ ageMsMax: 50 });
  const stream = await open({ ids: ['fld_1'] });
  const { cursor } = await changed(stream);
  const last = await next(stream);
  expect(last).toMatchObject({
    data: { fieldsChanged: { cursor, lists: [], field: null } },
    extensions: { resume: { reason: 'AGE' } },
  });
  expect(await stream.next()).toBeUndefined();
  expect(live.live().streams).toBe(0);
});

it.concurrent('a shutdown ends all streams with the reason to resume, and no new stream opens', async () => {
  const { open, live } = liveOver();
  const streams = await Promise.all(['fld_1', 'fld_2'].map((id) => open({ ids: [id] })));
  await Promise.all(streams.map(changed));
  live.onStop(1_000);
  for (const stream of streams) {
    expect((await next(stream)).extensions).toEqual({ resume: { reason: 'SHUTDOWN' } });
    expect(await stream.next()).toBeUndefined();
  }
  expect((await next(await open({ ids: ['fld_1'] }))).errors[0].extensions.code).toBe('OVERLOADED');
});

it.each([
  [10_000, [20, 40, 60, 80]],
  [80, [10, 20, 30, 40]],
])('a shutdown of %i ms ends streams over 20 ms for each, within half of its time: after %j', async (drainMs, ends) => {
  const { open, live } = liveOver();
  for (const id of ['fld_1', 'fld_2', 'fld_3', 'fld_4']) await open({ ids: [id] });
  const random = vi.spyOn(Math, 'random');
  for (const value of [0.25, 0.5, 0.75, 1]) random.mockReturnValueOnce(value);
  const planned = vi.spyOn(globalThis, 'setTimeout');
  live.onStop(drainMs);
  const waits = planned.mock.calls.map(([, ms]) => ms);
  vi.restoreAllMocks();
  expect(waits).toEqual(ends);
});

it('each event counts as an operation of its caller: changes above the rate limit wait, and come as one event', async () => {
  const over = await openTimed(['fld_1'], { pollMs: 3_600_000, rateLimitPerMinute: 2 });
  const { readsAfter, stream, service, hints, live } = over;
  // The fake clock does not replace these timers.
  vi.spyOn(timers, 'setTimeout').mockImplementation(
    (ms, value) => new Promise((resolve) => void setTimeout(resolve, ms, value)) as never,
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const change = async (date: string) => {
    service.add('observations', 'fld_1', date);
    hints.send(undefined);
    expect(await readsAfter(1_000)).toBeGreaterThan(0);
  };
  await changed(stream);
  await change('2026-06-13');
  expect((await changed(stream)).field?.observations).toHaveLength(1);
  // The third operation within a minute.
  const waiting = changed(stream);
  for (const date of ['2026-06-14', '2026-06-15']) await change(date);
  expect(live.live().events).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await waiting).field?.observations).toHaveLength(3);
  void stream.next();
  await readsAfter(1_000);
  expect(live.live().events).toBe(3);
});

it.concurrent('a change that waits for the rate limit during a shutdown is left to the stream that resumes', async () => {
  const { service, open, live } = liveOver({}, 2);
  const stream = await open({ ids: ['fld_1'] });
  await changed(stream);
  service.add('observations', 'fld_1', '2026-06-14');
  const { cursor } = await changed(stream);
  service.add('observations', 'fld_1', '2026-06-15');
  const { calls } = service;
  await vi.waitFor(() => expect(service.calls).toBeGreaterThan(calls + 4), soon);
  live.onStop(1_000);
  expect(await next(stream)).toMatchObject({
    data: { fieldsChanged: { cursor, lists: [], field: null } },
    extensions: { resume: { reason: 'SHUTDOWN' } },
  });
});

/** More of an unread event than the buffers of the kernel hold. Polls of a list of this size would dominate the tests. */
const unreadBytes = 8_000_000;

/** The second, of a client that prefers JSON to events, takes the path of plain requests. */
const accepts = ['text/event-stream', 'application/json, text/event-stream'];

it.each(accepts)('a HEAD with Accept: %s leaves no stream open', async (accept) => {
  const { gateway, live } = liveOver(byHints);
  const url = `http://graph.test/graphql?query=${encodeURIComponent('subscription { fieldsChanged(ids: ["fld_1"]) { cursor } }')}`;
  const { status, headers } = await gateway.answer(new Request(url, { method: 'HEAD', headers: { accept } }));
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(live.live()).toMatchObject({ streams: 0, events: 1 });
});

it.concurrent.each(accepts)(
  'with Accept: %s, an event counts as unsent until its client has read it, and the next event is not made before that',
  async (accept) => {
    const { service, open, live, unsent, hints } = liveOver({ ...byHints, commentMs: 3_600_000 });
    service.textEnd = '.'.repeat(unreadBytes / repeated);
    await using stream = await open({ ids: ['fld_1'], wide: true }, undefined, { accept });
    await changed(stream);
    expect(unsent.bytes).toBe(0);
    for (const [changes, date] of ['2026-06-12', '2026-06-13', '2026-06-14'].entries()) {
      service.add('observations', 'fld_1', date);
      hints.send(undefined);
      await vi.waitFor(() => expect(live.live().changes).toBe(changes + 1), soon);
      await vi.waitFor(() => expect(unsent.bytes).toBeGreaterThan(unreadBytes), soon);
    }
    expect(unsent.bytes).toBeLessThan(2 * unreadBytes);
    expect(live.live().events).toBe(2);
    expect((await changed(stream)).field?.observations).toHaveLength(1);
    expect((await changed(stream)).field?.observations).toHaveLength(3);
    await vi.waitFor(() => expect(unsent.bytes).toBe(0), soon);
  },
);

it.concurrent('a stream stays open while its client needs longer than many comment intervals to read one event', async () => {
  const { service, open, live, hints } = liveOver(byHints);
  await using stream = await open({ ids: ['fld_1'], wide: true });
  await changed(stream);
  service.textEnd = '.'.repeat(unreadBytes / repeated);
  service.add('observations', 'fld_1', '2026-06-14');
  hints.send(undefined);
  await vi.waitFor(() => expect(live.live().events).toBe(2), soon);
  await using other = await open({ ids: ['fld_2'] });
  await changed(other);
  // The comments of this stream serve as the clock.
  void other.next();
  await vi.waitFor(() => expect(other.text().split('\n:\n').length).toBeGreaterThan(10), soon);
  expect(live.live()).toMatchObject({ streams: 2, unread: 0 });
  expect((await changed(stream)).field?.observations).toHaveLength(1);
});

it.concurrent.each(accepts)(
  'with Accept: %s, the connection of a client that reads an event slowly is closed if too many bytes are unread',
  async (accept) => {
    const { service, clock, open, live, unsent, hints } = liveOver(byHints);
    const stream = await open({ ids: ['fld_1'], wide: true }, undefined, { accept });
    await changed(stream);
    service.textEnd = '.'.repeat(unreadBytes / repeated);
    service.add('observations', 'fld_1', '2026-06-14');
    hints.send(undefined);
    await vi.waitFor(() => expect(unsent.bytes).toBeGreaterThan(unreadBytes), soon);
    clock.skippedMs = 6_000;
    unsent.add(unsentBytesMax, () => {});
    expect(unsent.bytes).toBe(unsentBytesMax);
    expect(live.live()).toMatchObject({ streams: 0, unread: 1 });
    expect(await stream.next()).toBeUndefined();
  },
);
