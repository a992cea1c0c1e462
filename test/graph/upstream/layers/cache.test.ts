/** No caller gets a response that the service or the headers of the response would not allow now. */
import { LRUCache } from 'lru-cache';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { cacheReads, ResponseCache } from '../../../../src/graph/upstream/layers/cache.ts';
import type { CallEvents, Endpoint } from '../../../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../../../src/graph/upstream/response.ts';
import { settled } from '../../../support/manual-clock.ts';
import { answer, lost, openCalls, scripted } from '../../../support/scripted-fetch.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service';
const publicHour = 'public, max-age=3600';

const keyed = (credential: string) => ({
  scope: callScope({ credential }),
  headers: { authorization: `Bearer ${credential}` },
});

/** A service with one version of all its data, which its ETag states as `version`. */
function origin(headers: Record<string, string> = {}, bytesMax = 1e6) {
  const state = { version: 'v1', status: 200, headers, now: 1_800_000_000_000, during: () => {} };
  const uses: string[] = [];
  const wire = scripted((request) => {
    const etag = `"${state.version}"`;
    state.during();
    if (state.status !== 200) return answer(state.status);
    if (request.ifNoneMatch === etag) return new UpstreamResponse(304, { etag, ...state.headers }, Buffer.alloc(0));
    return answer(200, { etag, ...state.headers }, JSON.stringify({ data: [state.version] }));
  });
  const { layer, size, expire } = cacheReads({
    bytesMax,
    changing: ['observations'],
    now: () => state.now,
    observer: { cached: (_endpoint, use) => uses.push(use) },
  });
  return { state, wire, uses, fetch: layer(wire), size, expire };
}

describe('a response with an ETag', () => {
  it('is cached on second sight and then requested by its ETag; its bytes stay the same object until it changes', async () => {
    const { wire, uses, fetch } = origin();
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await fetch(read(base, keyed('k1'))));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined, '"v1"', '"v1"']);
    expect(uses).toEqual(['miss', 'miss', 'revalidated', 'revalidated']);
    const [, second, third, fourth] = answers;
    expect(third!.bytes).toBe(second!.bytes);
    expect(fourth!.bytes).toBe(second!.bytes);
    expect([fourth!.status, await fourth!.json()]).toEqual([200, { data: ['v1'] }]);
  });

  it('takes the memory of one response if it differs each time', async () => {
    const { state, fetch, size } = origin();
    await fetch(read(base, keyed('k1')));
    const { bytes } = size();
    for (state.version of Array.from({ length: 50 }, (_, index) => `w${index % 10}`))
      await fetch(read(base, keyed('k1')));
    expect(size()).toMatchObject({ bytes, entries: 0 });
  });

  it('stays the same object until its bytes change, if the service ignores If-None-Match', async () => {
    let text = '{"data":[1]}';
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(
      scripted(() => answer(200, { etag: '"v1"' }, text)),
    );
    const bytes = [];
    for (let index = 0; index < 3; index += 1) bytes.push((await fetch(read(base))).bytes);
    expect(bytes[2]).toBe(bytes[1]);
    text = '{"data":[2]}';
    expect((await fetch(read(base))).bytes.toString()).toBe('{"data":[2]}');
    expect(bytes[1]?.toString()).toBe('{"data":[1]}');
  });

  it('is reported to its call and to metrics as a hit, a miss or revalidated', async () => {
    const { state, uses, fetch } = origin({ 'cache-control': 'public, max-age=60' });
    const seen: string[] = [];
    const events: CallEvents = { on: (event) => seen.push(event), ofBatch: () => events };
    const use = () => fetch(Object.assign(read(base), { events }));
    const unconfirmed = [];
    for (const laterMs of [0, 0, 0, 60_000]) {
      state.now += laterMs;
      unconfirmed.push((await use()).isUnconfirmed);
    }
    expect(unconfirmed).toEqual([false, false, true, false]);
    Object.assign(state, { version: 'v2', now: state.now + 60_000 });
    await use();
    expect(uses).toEqual(['miss', 'miss', 'hit', 'revalidated', 'miss']);
    expect(seen).toEqual(['CACHED', 'REVALIDATED']);
  });

  it('has its ETag and Cache-Control also from the cache, and if a 304 omits them', async () => {
    const headers = { etag: '"v1"', 'cache-control': 'public, max-age=60' };
    const wire = scripted(({ ifNoneMatch }) =>
      ifNoneMatch ? new UpstreamResponse(304, {}, Buffer.alloc(0)) : answer(200, headers),
    );
    let now = 1_800_000_000_000;
    const fetch = cacheReads({ bytesMax: 1e6, changing: [], now: () => now }).layer(wire);
    for (const laterMs of [0, 0, 0, 60_000, 59_000]) {
      now += laterMs;
      const response = await fetch(read(base));
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
    }
    expect(wire.sent).toHaveLength(3);
  });

  it.each([
    ['{"message":"down for maintenance"}', 3],
    ['{"errors":["down"]}', 3],
    ['{"meta":{},"data":{}}', 3],
    ['{ "meta": {}, "data": [] }', 2],
    [`{"links":"${'x'.repeat(2_000)}","data":[]}`, 2],
  ])('is cached only if it has a list: row %#', async (body, sends) => {
    const wire = scripted(() => answer(200, { etag: '"v1"', 'cache-control': publicHour }, body));
    const { layer } = cacheReads({ bytesMax: 1e6, changing: [] });
    for (let index = 0; index < 3; index += 1) await layer(wire)(read(base));
    expect(wire.sent).toHaveLength(sends);
  });

  it('is replaced as soon as the service sends another', async () => {
    const { state, wire, fetch, size } = origin();
    for (let index = 0; index < 3; index += 1) await fetch(read(base));
    state.version = 'v2';
    expect(await (await fetch(read(base))).json()).toEqual({ data: ['v2'] });
    expect(size().entries).toBe(0);
    expect(await (await fetch(read(base))).json()).toEqual({ data: ['v2'] });
    expect(wire.sent.at(-1)!.ifNoneMatch).toBeUndefined();
  });

  it('is dropped as soon as the service sends no-store', async () => {
    const { state, fetch, size } = origin();
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    expect(size().entries).toBe(1);
    Object.assign(state, { version: 'v2', headers: { 'cache-control': 'no-store' } });
    await fetch(read(base));
    expect(size().entries).toBe(0);
  });

  it.each(['private, no-cache', publicHour])(
    'under a key (%s) is revalidated at each use, so that a revoked key gets its 401',
    async (control) => {
      const { state, wire, fetch } = origin({ 'cache-control': control });
      for (let index = 0; index < 5; index += 1) await fetch(read(base, keyed('k1')));
      expect(wire.sent).toHaveLength(5);
      state.status = 401;
      expect((await fetch(read(base, keyed('k1')))).status).toBe(401);
    },
  );

  it.each([
    ['another credential', keyed('k2')],
    ['no credential', {}],
    ['another URL', { ...keyed('k1'), path: '/api/v1/weather?field_id=fld_2' }],
  ])('is neither used nor revalidated for %s', async (_name, other) => {
    const { wire, fetch } = origin({ 'cache-control': publicHour });
    for (let index = 0; index < 3; index += 1) await fetch(read(base, keyed('k1')));
    await fetch(read(base, other));
    expect(wire.sent.at(-1)!.ifNoneMatch).toBeUndefined();
  });

  it.each([
    ['no-store', { 'cache-control': 'no-store' }],
    ['No-Store', { 'cache-control': 'private, No-Store' }],
    ['Vary: *', { vary: '*' }],
    ['a Vary by a header that differs in each request', { vary: 'Authorization, X-Request-Id' }],
  ])('is not cached under %s', async (_name, headers) => {
    const { wire, fetch } = origin(headers);
    for (let index = 0; index < 4; index += 1) await fetch(read(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(4).fill(undefined));
  });

  it('is cached under Vary: Authorization, which is part of its key', async () => {
    const { wire, fetch } = origin({ vary: 'Authorization' });
    for (let index = 0; index < 3; index += 1) await fetch(read(base, keyed('k1')));
    expect(wire.sent.at(-1)!.ifNoneMatch).toBe('"v1"');
  });

  it.each([
    ['W/"v1"', '"v1"'],
    ['"v1"', 'W/"v1"'],
  ])('with the ETag %s is confirmed by the ETag %s, because a proxy may change its form', async (etag, confirmed) => {
    const wire = scripted(({ ifNoneMatch }) =>
      ifNoneMatch === etag
        ? new UpstreamResponse(304, { etag: confirmed }, Buffer.alloc(0))
        : answer(200, { etag }, '{"data":["v1"]}'),
    );
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 4; index += 1) await fetch(read(base));
    expect(wire.sent).toHaveLength(4);
  });

  it('is requested without a validator after a 304 with another ETag', async () => {
    const wire = scripted((request, index) =>
      request.ifNoneMatch
        ? new UpstreamResponse(304, { etag: '"other"' }, Buffer.alloc(0))
        : answer(200, { etag: '"v1"' }, `{"data":[${index}]}`),
    );
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    expect(await (await fetch(read(base))).json()).toEqual({ data: [3] });
  });

  it.each([
    ['another Content-Type', { 'content-type': 'text/html' }],
    ['a Content-Encoding', { 'content-encoding': 'gzip' }],
  ])('retains its own type and coding after a 304 with %s', async (_name, headers) => {
    const wire = scripted(({ ifNoneMatch }) =>
      ifNoneMatch === '"v1"'
        ? new UpstreamResponse(304, { etag: '"v1"', 'x-request-id': 'req_2', ...headers }, Buffer.alloc(0))
        : answer(200, { etag: '"v1"' }, '{"data":["v1"]}'),
    );
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 4; index += 1) {
      const response = await fetch(read(base));
      expect(await response.json()).toEqual({ data: ['v1'] });
      expect(response.headers.get('content-encoding')).toBeNull();
      if (index > 1) expect(response.headers.get('x-request-id')).toBe('req_2');
    }
    expect(wire.sent).toHaveLength(4);
  });

  it('is dropped and requested without a validator if its revalidation fails', async () => {
    const wire = scripted(({ ifNoneMatch }) =>
      ifNoneMatch ? new GatewayError('UPSTREAM_ERROR') : answer(200, { etag: '"v1"' }, '{"data":["v1"]}'),
    );
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 3; index += 1) expect(await (await fetch(read(base))).json()).toEqual({ data: ['v1'] });
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined, '"v1"', undefined]);
  });

  it('is not revalidated again after its revalidation failed, even if the next request fails too', async () => {
    const wire = scripted(({ ifNoneMatch }, index) => {
      if (ifNoneMatch) return new GatewayError('UPSTREAM_ERROR');
      return index === 3 ? lost() : answer(200, { etag: '"v1"' });
    });
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    expect((await rejection(fetch(read(base)))).code).toBe('UPSTREAM_UNAVAILABLE');
    await fetch(read(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([
      undefined,
      undefined,
      '"v1"',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['a 500', answer(500)],
    ['a 304 of another ETag', new UpstreamResponse(304, { etag: '"v1-gzip"' }, Buffer.alloc(0))],
    ['a response that cannot be read', new GatewayError('UPSTREAM_ERROR')],
  ])('is requested without a validator for five minutes after its validator got %s', async (_name, outcome) => {
    let now = 1_800_000_000_000;
    const wire = scripted(({ ifNoneMatch }) => (ifNoneMatch ? outcome : answer(200, { etag: '"v1"' }, '{"data":[]}')));
    const fetch = cacheReads({ bytesMax: 1e6, changing: [], now: () => now }).layer(wire);
    const bytes = new Set<Buffer>();
    for (const laterMs of [0, 0, 0, 0, 299_999, 1, 0]) {
      now += laterMs;
      const response = await fetch(read(base));
      expect(response.status).toBe(200);
      bytes.add(response.bytes);
    }
    const plain = undefined;
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([
      ...[plain, plain, '"v1"', plain, plain, plain, '"v1"', plain, plain],
    ]);
    // The first sight is not cached.
    expect(bytes.size).toBe(2);
  });

  it('stays cached while the service answers 500 to all requests, which it does not hide', async () => {
    const { state, wire, fetch } = origin({ 'cache-control': 'no-cache' });
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    state.status = 500;
    for (let index = 0; index < 2; index += 1) expect((await fetch(read(base))).status).toBe(500);
    state.status = 200;
    await fetch(read(base));
    const sent = wire.sent.slice(2).map(({ ifNoneMatch }) => ifNoneMatch);
    expect(sent).toEqual(['"v1"', undefined, '"v1"', undefined, '"v1"']);
  });

  it('stays cached if the service cannot be reached, which is an error and not retried', async () => {
    let isLost = false;
    const wire = scripted(({ ifNoneMatch }) => {
      if (isLost) return lost();
      return ifNoneMatch
        ? new UpstreamResponse(304, { etag: '"v1"' }, Buffer.alloc(0))
        : answer(200, { etag: '"v1"' }, '{"data":["v1"]}');
    });
    const uses: string[] = [];
    const observer = { cached: (_endpoint: Endpoint, use: string) => uses.push(use) };
    const fetch = cacheReads({ bytesMax: 1e6, changing: [], observer }).layer(wire);
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    isLost = true;
    expect((await rejection(fetch(read(base)))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(wire.sent).toHaveLength(3);
    isLost = false;
    await fetch(read(base));
    expect(wire.sent.at(-1)!.ifNoneMatch).toBe('"v1"');
    expect(uses).toEqual(['miss', 'miss', 'miss', 'revalidated']);
  });

  it('is requested without a validator after its body could not be read', async () => {
    const wire = scripted(({ ifNoneMatch }) =>
      ifNoneMatch
        ? new UpstreamResponse(304, { etag: '"v1"' }, Buffer.alloc(0))
        : answer(200, { etag: '"v1"' }, '{"data":['),
    );
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    await fetch(read(base));
    const cached = await fetch(read(base));
    expect(() => cached.json()).toThrow(GatewayError);
    await fetch(read(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined, undefined]);
  });

  it('does not hide a failing service, and stays cached until it has recovered', async () => {
    const { state, wire, fetch } = origin({ 'cache-control': 'no-cache' });
    for (let index = 0; index < 3; index += 1) await fetch(read(base));
    state.status = 503;
    expect((await fetch(read(base))).status).toBe(503);
    state.status = 200;
    await fetch(read(base));
    expect(wire.sent.at(-1)!.ifNoneMatch).toBe('"v1"');
  });
});

describe('a keyless response with public and max-age', () => {
  const seconds = (count: number) => count * 1000;

  async function freshFor(headers: Record<string, string>, endpoint: Endpoint = 'weather', callMs = 0) {
    const { state, wire, uses, fetch } = origin(headers);
    const slow = cacheReads({
      bytesMax: 1e6,
      changing: ['observations'],
      now: () => state.now,
      observer: { cached: (_endpoint, use) => uses.push(use) },
    }).layer(async (request) => {
      state.now += callMs;
      return wire(request);
    });
    const use = callMs > 0 ? slow : fetch;
    const start = state.now;
    for (let index = 0; index < 2; index += 1) {
      state.now = start;
      await use(read(base, { endpoint }));
    }
    const before = wire.sent.length;
    for (const after of [0, 1, 59, 60, 299, 300, 3599, 3600]) {
      state.now = start + Math.max(seconds(after), callMs);
      await use(read(base, { endpoint }));
      if (wire.sent.length > before) return after;
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each([
    ['until its max-age', { 'cache-control': 'public, max-age=300' }, 300],
    ['not at all without public', { 'cache-control': 'max-age=300' }, 0],
    ['not at all without max-age', { 'cache-control': 'public' }, 0],
    ['not at all under no-cache', { 'cache-control': 'public, no-cache, max-age=300' }, 0],
    ['not at all when private', { 'cache-control': 'public, private, max-age=300' }, 0],
    ['not at all if max-age is not a number', { 'cache-control': 'public, max-age=long' }, 0],
    ['not at all if max-age is stated twice', { 'cache-control': 'public, max-age=300, max-age=3600' }, 0],
    [
      'not by a guess from Last-Modified',
      { 'cache-control': 'public', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
      0,
    ],
    [
      'not longer for stale-while-revalidate',
      { 'cache-control': 'public, max-age=60, stale-while-revalidate=3600' },
      60,
    ],
    ['shorter by its Age', { 'cache-control': 'public, max-age=360', age: '60' }, 300],
    [
      'shorter by its Date',
      { 'cache-control': 'public, max-age=300', date: new Date(1_800_000_000_000 - 240_000).toUTCString() },
      60,
    ],
    ['until s-maxage if that is stated', { 'cache-control': 'public, max-age=3600, s-maxage=60' }, 60],
    [
      'until max-age under must-revalidate',
      { 'Cache-Control': '', 'cache-control': 'Public, Max-Age=60, must-revalidate' },
      60,
    ],
    ['until max-age under proxy-revalidate', { 'cache-control': 'public, max-age=60, proxy-revalidate' }, 60],
  ])('is used without a request %s', async (_name, headers, until) => {
    expect(await freshFor(headers)).toBe(until);
  });

  it('is fresh from its request on, not from its arrival on', async () => {
    expect(await freshFor({ 'cache-control': 'public, max-age=60' }, 'weather', seconds(30))).toBe(60);
  });

  it('is never used without a request for observations, so that callers find what they have just written', async () => {
    expect(await freshFor({ 'cache-control': publicHour }, 'observations')).toBe(0);
  });

  it('is fresh again for its max-age after the service confirmed it', async () => {
    const { state, wire, uses, fetch } = origin({ 'cache-control': 'public, max-age=60' });
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    state.now += seconds(60);
    await fetch(read(base));
    state.now += seconds(59);
    await fetch(read(base));
    expect(uses).toEqual(['miss', 'miss', 'revalidated', 'hit']);
    expect(wire.sent).toHaveLength(3);
  });

  it('is requested after the clock was set back', async () => {
    const { state, wire, fetch } = origin({ 'cache-control': publicHour });
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    state.now -= seconds(10);
    await fetch(read(base));
    expect(wire.sent).toHaveLength(3);
  });
});

it('after the clock was set forward and back, new responses are cached, and confirmed ones are fresh again', async () => {
  const { state, wire, fetch } = origin({ 'cache-control': publicHour });
  const hours = 24 * 3600 * 1000;
  state.now += hours;
  for (let index = 0; index < 2; index += 1) await fetch(read(base));
  state.now -= hours;
  await fetch(read(base));
  expect(wire.sent.at(-1)!.ifNoneMatch).toBe('"v1"');
  await fetch(read(base));
  expect(wire.sent).toHaveLength(3);

  state.now += hours;
  await fetch(read(base));
  state.now -= hours;
  state.version = 'v2';
  for (let index = 0; index < 2; index += 1) await fetch(read(base));
  const before = wire.sent.length;
  expect(await (await fetch(read(base))).json()).toEqual({ data: ['v2'] });
  expect(wire.sent).toHaveLength(before);
});

describe('the cache never stores', () => {
  it('a write, which is sent each time', async () => {
    const { wire, fetch } = origin();
    for (let index = 0; index < 4; index += 1) await fetch(write(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(4).fill(undefined));
  });

  it('a read with a key but without a credential in its scope', async () => {
    const { wire, fetch } = origin();
    for (let index = 0; index < 4; index += 1) await fetch(read(base, { headers: { authorization: 'Bearer k' } }));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(4).fill(undefined));
  });

  it('a read with its own validator, whose 304 is passed to the caller', async () => {
    const { wire, fetch } = origin({ 'cache-control': publicHour });
    for (let index = 0; index < 2; index += 1) await fetch(read(base));
    expect((await fetch(read(base).again({ ifNoneMatch: '"v1"' }))).status).toBe(304);
    expect(wire.sent).toHaveLength(3);
  });

  it('a refusal, or a response without an ETag', async () => {
    const wire = scripted((_request, index) => (index % 2 ? answer(404, { etag: '"x"' }) : answer(200)));
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(wire);
    for (let index = 0; index < 6; index += 1) await fetch(read(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(6).fill(undefined));
  });

  it('an error', async () => {
    const fetch = cacheReads({ bytesMax: 1e6, changing: [] }).layer(openCalls());
    const scope = callScope({ deadlineMs: 5 });
    expect((await rejection(fetch(read(base, { scope })))).code).toBe('UPSTREAM_TIMEOUT');
  });
});

describe('a confirmation that arrives late', () => {
  const minute = { etag: '"v1"', 'cache-control': 'public, max-age=60' };
  const confirmed = new UpstreamResponse(304, minute, Buffer.alloc(0));

  /** A cached response whose minute is over, after two calls. */
  async function stale() {
    const wire = openCalls();
    const clock = { now: 1_800_000_000_000 };
    const { layer, expire } = cacheReads({ bytesMax: 1e6, changing: [], now: () => clock.now });
    const request = () => layer(wire)(read(base));
    for (let index = 0; index < 2; index += 1) {
      const pending = request();
      wire.open[index]!.answer(answer(200, minute));
      await pending;
    }
    clock.now += 60_000;
    return { clock, open: wire.open, request, expire };
  }

  it('does not shorten the lifetime that a newer one granted', async () => {
    const { clock, open, request } = await stale();
    const older = request();
    clock.now += 30_000;
    const newer = request();
    open[3]!.answer(confirmed);
    await newer;
    open[2]!.answer(confirmed);
    await older;
    clock.now += 59_000;
    void request();
    expect(open).toHaveLength(4);
  });

  it('does not make a list fresh that expired meanwhile', async () => {
    const { open, request, expire } = await stale();
    const pending = request();
    expire('fld_1');
    open[2]!.answer(confirmed);
    await pending;
    void request();
    expect(open.at(-1)!.request.ifNoneMatch).toBe('"v1"');
    expect(open).toHaveLength(4);
  });
});

describe('an expired field', () => {
  it('is revalidated, unlike other fields and reads without a field', async () => {
    const { wire, fetch, expire } = origin({ 'cache-control': publicHour });
    const expired = ['/weather?field_id=fld_1', '/weather?limit=1&field_id=fld_1&from=2026-01-01'];
    const paths = [...expired, '/weather?field_id=fld_2', '/weather?field_id=fld_11', '/fields'];
    for (const path of [...paths, ...paths]) await fetch(read(base, { path }));
    expire('fld_1');
    const sends = wire.sent.length;
    for (const path of paths) await fetch(read(base, { path }));
    expect(wire.sent.slice(sends).map(({ url }) => url)).toEqual(expired.map((path) => base + path));
  });

  it('is no longer cached if one of its lists cannot be revalidated', async () => {
    const { wire, fetch, expire } = origin({ 'cache-control': publicHour });
    for (let times = 0; times < 2; times += 1) await fetch(read(base));
    expire(own, true);
    for (let times = 0; times < 2; times += 1) await fetch(read(base));
    expect(wire.sent.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(4).fill(undefined));
  });

  it('is never searched for in the cache, and stays expired after 10,000 others', async () => {
    const { wire, fetch, expire } = origin({ 'cache-control': publicHour });
    for (let times = 0; times < 2; times += 1) await fetch(read(base));
    const walks = vi.spyOn(LRUCache.prototype, 'entries');
    onTestFinished(() => walks.mockRestore());
    for (const fieldId of [own, ...others(10_000)]) expire(fieldId);
    expect(walks).not.toHaveBeenCalled();
    const sends = wire.sent.length;
    for (let times = 0; times < 2; times += 1) await fetch(read(base));
    expect(wire.sent.slice(sends).map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(['"v1"']);
  });

  const own = 'fld_1';
  const others = (count: number) => Array.from({ length: count }, (_, index) => `other_${index}`);

  it.each([
    ['its field', [], [own], 0],
    ['its field, before the request', [own], [], 1],
    ['another field', [], others(1), 1],
    ['as many other fields as are remembered', [], others(10_000), 1],
    ['one field more, so that all count as expired', [], others(10_001), 0],
    ['its field before the request, and then too many', [own], others(10_000), 0],
  ])('prevents only responses to earlier requests from being cached: %s', async (_name, before, during, entries) => {
    const { state, fetch, size, expire } = origin();
    await fetch(read(base));
    for (const fieldId of before) expire(fieldId);
    state.during = () => {
      for (const fieldId of during) expire(fieldId);
    };
    await fetch(read(base));
    expect(size().entries).toBe(entries);
    state.during = () => {};
    await fetch(read(base));
    expect(size().entries).toBe(1);
  });
});

describe('the memory of cached responses', () => {
  let requests = 0;
  const seen = (order = ++requests) => ({ order, requestedAt: 0, freshUntil: 0 });
  const offer = (answers: ResponseCache, identity: string, size: number) => {
    for (let sight = 0; sight < 2; sight += 1)
      answers.offer(identity, answer(200, { etag: '"e"' }, 'x'.repeat(size)), seen());
  };

  it('never exceeds its limit, and evicts the least recently used response first', () => {
    const answers = new ResponseCache(100_000);
    for (let index = 0; index < 1000; index += 1) {
      offer(answers, `u${index}`, 9_000);
      answers.get('u0');
      expect(answers.size.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(answers.get('u0')).toBeDefined();
    expect(answers.get('u999')).toBeDefined();
    expect(answers.get('u1')).toBeUndefined();
    expect(answers.size.entries + answers.size.evictions).toBe(1000);
  });

  it('counts long URLs of responses that are cached or were seen once', () => {
    const answers = new ResponseCache(1e6);
    const long = (index: number) => `${index}${'u'.repeat(8_000)}`;
    for (let index = 0; index < 200; index += 1) offer(answers, long(index), 10);
    expect(answers.size.entries).toBeGreaterThan(90);
    expect(answers.size.entries).toBeLessThan(1e6 / 8_000);
    // A response seen before fifty others is forgotten, so seeing it again counts as the first time.
    const sight = (index: number) => answers.offer(long(index), answer(200, { etag: '"e"' }), seen());
    for (let index = 1_000; index < 1_051; index += 1) sight(index);
    expect(sight(1_000)).toBeUndefined();
    expect(sight(1_050)).toBeDefined();
    expect(answers.size.bytes).toBeLessThanOrEqual(1e6);
  });

  it('counts the overhead of each entry, so that small responses take more than their bodies', () => {
    const answers = new ResponseCache(1e6);
    for (let index = 0; index < 10_000; index += 1) offer(answers, `u${index}`, 10);
    expect(answers.size.entries).toBeLessThan(1_000);
  });

  it('counts ETags that were seen once, and forgets the older generation once both are full', async () => {
    // Each ETag takes 200 bytes, of 1,000 for each generation.
    const { fetch, size } = origin({}, 32_000);
    const request = (index: number) => {
      const path = `/api/v1/weather?field_id=${String(index).padStart(28, '0')}`;
      return fetch(read(base, { path })).then(size);
    };
    const sizes = [];
    for (let index = 0; index < 11; index += 1) sizes.push((await request(index)).bytes);
    expect(sizes).toEqual([200, 400, 600, 800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 1_200]);
    expect([(await request(4)).entries, (await request(5)).entries]).toEqual([0, 1]);
  });

  it('counts cached headers', async () => {
    const bytesUnder = async (control: string) => {
      const { fetch, size } = origin({ 'cache-control': control });
      for (let index = 0; index < 2; index += 1) await fetch(read(base));
      return size().bytes;
    };
    expect((await bytesUnder('x'.repeat(1_001))) - (await bytesUnder('x'))).toBe(1_000);
  });

  it('stores no response that would take more than a quarter of it', () => {
    const answers = new ResponseCache(100_000);
    offer(answers, 'u', 25_001);
    expect(answers.get('u')).toBeUndefined();
    expect(answers.size.entries).toBe(0);
    offer(answers, 'u', 25_000);
    expect(answers.size.entries).toBe(1);
  });

  it('releases the bytes of replaced or dropped responses', () => {
    const answers = new ResponseCache(100_000);
    answers.offer('u', answer(200, { etag: '"e"' }), seen());
    const before = answers.size.bytes;
    for (let index = 0; index < 50; index += 1) offer(answers, 'u', 5_000);
    answers.drop('u');
    expect(answers.size).toEqual({ entries: 0, bytes: before, evictions: 0 });
  });

  it('copies the bytes, because a view would retain everything that was read with them', () => {
    const answers = new ResponseCache(100_000);
    const slab = Buffer.alloc(65_536, 'x');
    for (let sight = 0; sight < 2; sight += 1)
      answers.offer('u', new UpstreamResponse(200, { etag: '"e"' }, slab.subarray(0, 100)), seen());
    expect(answers.get('u')!.bytes.buffer.byteLength).toBe(100);
  });

  it('never replaces a newer response by an older one', () => {
    const answers = new ResponseCache(100_000);
    for (let sight = 0; sight < 2; sight += 1) answers.offer('u', answer(200, { etag: '"new"' }), seen(1e6));
    for (let sight = 0; sight < 2; sight += 1) answers.offer('u', answer(200, { etag: '"old"' }), seen(1e6 - 1));
    expect(answers.get('u')!.etag).toBe('"new"');
  });
});

it('each of thousands of interleaved reads gets what was true for its caller during its request', async () => {
  const random = seededRandom(42);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const maxAgeMs = 5_000;
  let now = 1_800_000_000_000;
  const urls = ['weather', 'earth-observations', 'observations'] as const;
  const callers = ['', 'k1', 'k2', 'k3'];
  const truth = new Map<string, { since: number; value: string }[]>();
  const revoked = new Set<string>();
  let counter = 0;
  const change = (place: string) => {
    const history = truth.get(place) ?? [];
    counter += 1;
    truth.set(place, [...history, { since: now, value: `${place}#${counter}` }]);
  };
  for (const url of urls) for (const caller of callers) change(`${caller}/${url}`);

  // Responses are made when the call begins and arrive in any order, some much later.
  const late: (() => void)[] = [];
  const fetch = cacheReads({ bytesMax: 40_000, changing: ['observations'], now: () => now }).layer((request) => {
    const { credential } = request.scope;
    const value = truth.get(`${credential}/${request.endpoint}`)!.at(-1)!.value;
    const control = credential === '' ? `public, max-age=${maxAgeMs / 1000}` : 'private, no-cache';
    const headers = {
      etag: `"${value}"`,
      'cache-control': control,
      date: new Date(now).toUTCString(),
      vary: 'Authorization',
    };
    const response = revoked.has(credential)
      ? answer(401)
      : request.ifNoneMatch === headers.etag
        ? new UpstreamResponse(304, headers, Buffer.alloc(0))
        : answer(200, headers, JSON.stringify({ data: [value] }));
    return new Promise((resolve) => late.push(() => resolve(response)));
  });

  let checked = 0;
  let confirmed = 0;
  const pending: Promise<void>[] = [];
  for (let step = 0; step < 6000; step += 1) {
    const action = random();
    if (action < 0.02) change(`${pick(callers)}/${pick(urls)}`);
    else if (action < 0.03) revoked.add(pick(callers.slice(1)));
    else if (action < 0.05) revoked.clear();
    else if (action < 0.1) now += Math.floor(random() * 1000);
    else if (action < 0.6) {
      const caller = pick(callers);
      const endpoint = pick(urls);
      const requestedAt = now;
      const wasRevoked = revoked.has(caller);
      const request = read(base, { endpoint, ...(caller === '' ? {} : keyed(caller)) });
      pending.push(
        fetch(request).then(async (response) => {
          checked += 1;
          if (response.status === 401) return;
          if (wasRevoked) throw new Error('a revoked key was answered');
          const {
            data: [value],
          } = (await response.json()) as { data: string[] };
          const history = truth.get(`${caller}/${endpoint}`)!;
          const index = history.findIndex((entry) => entry.value === value);
          const replacedAt = history[index + 1]?.since ?? Number.POSITIVE_INFINITY;
          const mayBeOldMs = caller === '' && endpoint !== 'observations' ? maxAgeMs : 0;
          if (index < 0 || replacedAt < requestedAt - mayBeOldMs)
            throw new Error(`stale or foreign: ${caller} got ${value}`);
          confirmed += 1;
        }),
      );
    } else {
      const index = Math.floor(random() * late.length);
      late.splice(index, 1)[0]?.();
      await settled();
    }
  }
  while (late.length > 0) {
    late.pop()!();
    await settled();
  }
  await Promise.all(pending);
  expect(checked).toBeGreaterThan(2500);
  expect(confirmed).toBeGreaterThan(1500);
});
