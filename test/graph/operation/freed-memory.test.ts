/**
 * The gateway frees memory before the garbage collector does: responses once their texts exist, chunks once joined, texts once the reply is
 * sent. The tests use real sockets, because only bodies from the wire are freed.
 */
import { createHash } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createExplain } from '../../../src/graph/capabilities/explain/explain.ts';
import { Coalescer } from '../../../src/graph/operation/coalescer.ts';
import { UpstreamResponse } from '../../../src/graph/upstream/response.ts';
import { createTransport } from '../../../src/graph/upstream/wire/undici.ts';
import { postOf, requestJson } from '../../support/execute.ts';
import { gatewayOver, type RecordedGateway } from '../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../support/hourly-records.ts';
import { upstreamOver } from '../../support/list-service.ts';
import { scene } from '../../support/recorded-service.ts';
import { serve } from '../../support/serve.ts';

const from = '2025-06-01T00:00:00Z';
const hours = 1_000;
const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
const listed = `weather(from: "${from}", to: "${to}", granularity: HOURLY)`;
/** A list with a body so small that its parts are joined in the pool that small Buffers share. */
const listedBriefly = listed.replace(to, '2025-06-02T00:00:00Z');
const query = `{ a: field(id: "fld_a") { ${listed} { startsAt } again: ${listed} { windSpeed { value } } } b: field(id: "fld_b") { ${listed} { startsAt } } c: field(id: "fld_c") { ${listedBriefly} { startsAt } } }`;
const partLength = 5_000;
const records = hourlyRecords(from, hours);

const poolBytes = Buffer.allocUnsafe(1).buffer.byteLength;
/** Sizes of what was freed. */
let freed: number[] = [];
let isPoolFreed = false;
/** Sizes of the bodies that a service has sent. */
const bodies = new Set<number>();
beforeEach(() => {
  freed = [];
  const { transfer } = ArrayBuffer.prototype;
  vi.spyOn(ArrayBuffer.prototype, 'transfer').mockImplementation(function (this: ArrayBuffer, length) {
    if (this.byteLength === poolBytes) isPoolFreed = true;
    freed.push(this.byteLength);
    return transfer.call(this, length);
  });
});
afterEach(() => vi.restoreAllMocks());

const freedBodies = () => freed.filter((length) => bodies.has(length));

/** A service whose lists of 1,000 hours have an ETag; `isSized` adds a Content-Length, also to a 304. */
const serveHours = ({ isCoded = false, isSized = false } = {}) =>
  serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.test');
    const field_id = searchParams.get('field_id') ?? '';
    const { data, meta } = hourlyAnswer(
      records.map((record) => ({ ...record, field_id })),
      Object.fromEntries(searchParams),
    ).body;
    const body = JSON.stringify({ data, meta: { ...meta, field_id } });
    bodies.add(Buffer.byteLength(body));
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const size = isSized ? { 'content-length': Buffer.byteLength(body) } : undefined;
    const headers = { 'content-type': 'application/json', etag, 'cache-control': 'private, no-cache', ...size };
    if (field_id === 'fld_refused') response.writeHead(404).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag, ...size }).end();
    else if (isCoded) response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
    else {
      // In two parts, so that they are joined.
      response.writeHead(200, headers).write(body.slice(0, partLength));
      setTimeout(() => response.end(body.slice(partLength)), 1);
    }
  });

const accepted = { accept: 'application/json' };

async function post({ answer }: RecordedGateway, text = query, more = {}) {
  const parameters = { query: text, ...more };
  const { data, errors, extensions } = await requestJson(answer, parameters, accepted);
  await turn();
  return { data, errors, extensions };
}

/** The gateway over the wire, with the chain that production has. */
function over(baseUrl: string, recentMax = 0) {
  const bytesMax = 16 * 1024 * 1024;
  const transport = (connectionsMax: number) => createTransport({ baseUrl, connectionsMax, bytesMax });
  const upstream = upstreamOver(transport, { isBatching: false, cacheBytesMax: 4 * bytesMax });
  onTestFinished(upstream.close);
  const explain = createExplain({ upstream, serviceUrl: baseUrl, hasReceipts: true, recentMax });
  return {
    ...gatewayOver(undefined, { serviceUrl: baseUrl, fetch: upstream.fetch, additions: [explain] }),
    operations: explain.adminPages?.['/operations'],
  };
}

const starts = records.map(({ starts_at }) => ({ startsAt: starts_at }));
const speeds = records.map(() => ({ windSpeed: { value: 3 } }));
const expected = { a: { weather: starts, again: speeds }, b: { weather: starts }, c: { weather: starts.slice(0, 24) } };

it.each([false, true])(
  'a long operation gets the same answer each time, also from the cache, and its bodies are freed: sized %s',
  async (isSized) => {
    await using service = await serveHours({ isSized });
    const gateway = over(service.url);
    for (let time = 0; time < 6; time++) {
      const { data, errors } = await post(gateway);
      expect(errors).toBeUndefined();
      expect(data).toEqual(expected);
      // Twice from the service, then by 304, which has no body. The short one is in the pool that small Buffers share.
      if (time === 1) expect(freedBodies()).toHaveLength(2 * 2);
    }
    expect(freedBodies()).toHaveLength(2 * 2);
    // The chunks in which bodies arrived.
    expect(freed.some((length) => !bodies.has(length))).toBe(true);
    expect(isPoolFreed).toBe(false);
  },
);

it('the gateway frees the chunks of a long body while it arrives', async () => {
  const body = JSON.stringify({ data: records.map((record) => ({ ...record, field_id: 'fld_a' })), meta: {} });
  let sent = 0;
  let send = (_bytes: number): void => undefined;
  await using service = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    send = (bytes) => {
      response.write(body.slice(sent, sent + bytes));
      sent += bytes;
    };
  });
  const gateway = over(service.url);
  const answered = post(gateway, `{ a: field(id: "fld_a") { ${listed} { startsAt } } }`);
  const freedAfterMore = () => {
    send(100);
    return freed;
  };
  // Parts that are read together are one chunk: send until there were two.
  await expect.poll(freedAfterMore).not.toEqual([]);
  send(body.length);
  expect((await answered).data).toEqual({ a: { weather: starts } });
});

it.each(['fld_c', 'fld_refused'])('equal queries in flight get equal answers, with a read of %s', async (more) => {
  await using service = await serveHours();
  const gateway = over(service.url);
  const text = `${query.slice(0, -1)} d: field(id: "${more}") { ${listedBriefly} { startsAt } } }`;
  for (const { data, errors } of await Promise.all([post(gateway, text), post(gateway, text), post(gateway, text)])) {
    expect(data).toMatchObject(expected);
    expect(errors?.length).toBe(more === 'fld_refused' ? 1 : undefined);
  }
});

it.each([hours, 400])(
  'the gateway frees the text of a reply of %i hours after sending it, unless the text is shared',
  async (count) => {
    await using service = await serveHours();
    const gateway = over(service.url);
    const end = new Date(Date.parse(from) + count * 3_600_000).toISOString();
    const text = 'query($id: ID!) { field(id: $id) {LIST { startsAt } } }'.replace('LIST', listed.replace(to, end));
    const reply = (id = 'fld_a') => gateway.answer(postOf({ query: text, variables: { id } }, accepted));
    // The first list is parsed: from the second on, it is copied out of its bytes, into memory of its own.
    const replies = [await reply('fld_b'), await reply()];
    // A long list is sent without a copy and then freed. A short one is copied.
    const own = JSON.stringify(starts.slice(0, count)).length;
    await expect.poll(() => freed).toContain(own);
    // The chunks that bodies were joined from.
    expect(freed.some((length) => length !== own && !bodies.has(length))).toBe(true);
    replies.push(...(await Promise.all([reply(), reply(), reply()])));
    const texts = await Promise.all(replies.map((each) => each.text()));
    for (const each of texts)
      expect(JSON.parse(each)).toEqual({ data: { field: { weather: starts.slice(0, count) } } });
    expect(isPoolFreed).toBe(false);
  },
);

it('the gateway retains only the compressed bytes of a reply', async () => {
  await using service = await serveHours();
  const gateway = over(service.url);
  const own = JSON.stringify(starts).length;
  const sent: boolean[] = [];
  const { writeHead } = ServerResponse.prototype;
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (
    this: ServerResponse,
    ...head: unknown[]
  ) {
    if ([head[1]].flat().includes('gzip')) sent.push(freed.includes(own));
    return (writeHead as (...all: unknown[]) => ServerResponse).apply(this, head);
  } as typeof writeHead);
  for (const id of ['fld_a', 'fld_b']) {
    const request = postOf(`{ field(id: "${id}") { ${listed} { startsAt } } }`, {
      ...accepted,
      'accept-encoding': 'gzip',
    });
    expect(await (await gateway.answer(request)).json()).toEqual({ data: { field: { weather: starts } } });
  }
  // The first list is parsed, so the garbage collector frees its text.
  expect(sent[1]).toBe(true);
});

it('the gateway frees no decoded bodies, but frees those of a short operation', async () => {
  await using coded = await serveHours({ isCoded: true });
  await using plain = await serveHours();
  const [one, other] = [over(coded.url), over(plain.url)];
  expect((await post(one)).data).toEqual(expected);
  expect(freedBodies()).toEqual([]);
  const short = `{ field(id: "fld_a") { ${listed.replace(to, '2025-06-05T00:00:00Z')} { startsAt } } }`;
  expect((await post(other, short)).data.field.weather).toEqual(starts.slice(0, 96));
  await expect.poll(freedBodies).toHaveLength(1);
});

it('the gateway frees no bodies of an operation whose receipt counts their records', async () => {
  await using service = await serveHours();
  const gateway = over(service.url);
  const { data, extensions } = await post(gateway, query, { extensions: { receipt: true } });
  expect(data).toEqual(expected);
  const counts = (extensions.receipt.reads as { records: number }[]).map((read) => read.records);
  expect(counts.toSorted((a, b) => a - b)).toEqual([24, hours, hours]);
  expect(freedBodies()).toEqual([]);
});

it('the gateway frees the bodies of an operation that operators can look up once its record is made', async () => {
  await using service = await serveHours();
  const gateway = over(service.url, 10);
  expect((await post(gateway)).data).toEqual(expected);
  await expect.poll(freedBodies).toHaveLength(2);
});

it('the gateway frees no body that an equal query still needs after the first caller disconnected', async () => {
  const released = Promise.withResolvers<void>();
  await using service = await serve(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.test');
    const [from, to] = ['from', 'to'].map((bound) => `${searchParams.get(bound)?.slice(0, 10)}T00:00:00Z`);
    // Too long for the pool that small Buffers share.
    const data = Array.from({ length: 300 }, (_, at) => ({ ...scene('fld_a'), id: `eo_${at}`, acquired_at: from }));
    if (from?.startsWith('2024')) await released.promise;
    const meta = { field_id: 'fld_a', timezone: 'UTC', from, to };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta }));
  });
  const gateway = over(service.url, 10);
  const read = vi.spyOn(UpstreamResponse.prototype, 'json');
  const run = vi.spyOn(Coalescer.prototype, 'run');
  const text =
    '{ field(id: "fld_a") { indexSeason(index: NDVI, earlierYears: 1, from: "2025-03-01T00:00:00Z", to: "2025-06-01T00:00:00Z") { points { mean } } } }';
  const first = new AbortController();
  const left = gateway.answer(new Request(postOf(text), { signal: first.signal })).catch(() => 'left');
  await expect.poll(() => run.mock.calls.length, { interval: 1 }).toBe(1);
  const waiting = post(gateway, text);
  await expect.poll(() => run.mock.calls.length).toBe(2);
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
  first.abort();
  expect(await left).toBe('left');
  for (let turns = 0; turns < 20; turns += 1) await turn();
  released.resolve();
  const { data, errors } = await waiting;
  // The record of the first caller is made with everything that the query read.
  await expect.poll(async () => (await gateway.operations?.(new URLSearchParams()))?.text).toContain('abandoned');
  expect(errors).toBeUndefined();
  expect(data.field.indexSeason.points).toHaveLength(300);
});
