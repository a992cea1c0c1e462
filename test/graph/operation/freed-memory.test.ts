/** The memory of responses, freed once a long operation has its texts. Over a real socket: only bodies from the wire are freed. */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExplain } from '../../../src/graph/capabilities/explain/explain.ts';
import { endpoints } from '../../../src/graph/reads/client.ts';
import { createUpstream } from '../../../src/graph/upstream/upstream.ts';
import { createTransport } from '../../../src/graph/upstream/wire/undici.ts';
import { askJson } from '../../support/execute.ts';
import { gatewayOver, type RecordedGateway } from '../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../support/hourly-records.ts';
import { serve } from '../../support/serve.ts';

const from = '2025-06-01T00:00:00Z';
const hours = 1_000;
const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
const listed = `weather(from: "${from}", to: "${to}", granularity: HOURLY)`;
/** Its body is so small that its parts are joined in the pool that small Buffers share. */
const listedBriefly = listed.replace(to, '2025-06-02T00:00:00Z');
const query = `{ a: field(id: "fld_a") { ${listed} { startsAt } again: ${listed} { windSpeed { value } } } b: field(id: "fld_b") { ${listed} { startsAt } } c: field(id: "fld_c") { ${listedBriefly} { startsAt } } }`;
const partLength = 5_000;
const records = hourlyRecords(from, hours);

const poolBytes = Buffer.allocUnsafe(1).buffer.byteLength;
let freedBytes = 0;
let isPoolFreed = false;
beforeEach(() => {
  freedBytes = 0;
  const { transfer } = ArrayBuffer.prototype;
  vi.spyOn(ArrayBuffer.prototype, 'transfer').mockImplementation(function (this: ArrayBuffer, length) {
    if (this.byteLength === poolBytes) isPoolFreed = true;
    freedBytes += this.byteLength;
    return transfer.call(this, length);
  });
});
afterEach(() => vi.restoreAllMocks());

/** A service whose lists of 1,000 hours have an ETag. */
const serveHours = (isCoded = false) =>
  serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.test');
    const field_id = searchParams.get('field_id') ?? '';
    const { data, meta } = hourlyAnswer(
      records.map((record) => ({ ...record, field_id })),
      Object.fromEntries(searchParams),
    ).body;
    const body = JSON.stringify({ data, meta: { ...meta, field_id } });
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const headers = { 'content-type': 'application/json', etag, 'cache-control': 'private, no-cache' };
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else if (isCoded) response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
    else {
      // In two parts, so that they are joined.
      response.writeHead(200, headers).write(body.slice(0, partLength));
      setTimeout(() => response.end(body.slice(partLength)), 1);
    }
  });

async function post({ answer }: RecordedGateway, text = query, more = {}) {
  const parameters = { query: text, ...more };
  const { data, errors, extensions } = await askJson(answer, parameters, { accept: 'application/json' });
  await turn();
  return { data, errors, extensions };
}

/** The gateway over the wire, with the chain that production has. */
function over(baseUrl: string) {
  const bytesMax = 16 * 1024 * 1024;
  const transport = (connectionsMax: number) => createTransport({ baseUrl, connectionsMax, bytesMax });
  const upstream = createUpstream({
    endpoints,
    transport,
    concurrencyMax: 8,
    queueMax: 8,
    deadlineMs: 10_000,
    cacheBytesMax: 4 * bytesMax,
  });
  const explain = createExplain({ upstream, serviceUrl: baseUrl, hasReceipts: true });
  return {
    ...gatewayOver(undefined, { serviceUrl: baseUrl, fetch: upstream.fetch, additions: [explain] }),
    close: upstream.close,
  };
}

const starts = records.map(({ starts_at }) => ({ startsAt: starts_at }));
const speeds = records.map(() => ({ windSpeed: { value: 3 } }));
const expected = { a: { weather: starts, again: speeds }, b: { weather: starts }, c: { weather: starts.slice(0, 24) } };

it('answers a long operation alike each time, from the service and from the cache, and frees what it read', async () => {
  await using service = await serveHours();
  const gateway = over(service.url);
  for (let time = 0; time < 6; time++) {
    const { data, errors } = await post(gateway);
    expect(errors).toBeUndefined();
    expect(data).toEqual(expected);
    // Twice from the service, then by 304, which has no body.
    if (time === 1) expect(freedBytes).toBeGreaterThan(2 * JSON.stringify(records).length);
  }
  expect(isPoolFreed).toBe(false);
  await gateway.close();
});

it('answers equal queries in flight alike', async () => {
  await using service = await serveHours();
  const gateway = over(service.url);
  for (const { data } of await Promise.all([post(gateway), post(gateway), post(gateway)]))
    expect(data).toEqual(expected);
  await gateway.close();
});

it('frees nothing that is decoded, and nothing of a short operation', async () => {
  await using coded = await serveHours(true);
  await using plain = await serveHours();
  const [one, other] = [over(coded.url), over(plain.url)];
  expect((await post(one)).data).toEqual(expected);
  const short = `{ field(id: "fld_a") { ${listedBriefly} { startsAt } } }`;
  expect((await post(other, short)).data.field.weather).toEqual(starts.slice(0, 24));
  expect(freedBytes).toBe(0);
  await Promise.all([one.close(), other.close()]);
});

it('frees nothing of an operation whose receipt counts what was read', async () => {
  await using service = await serveHours();
  const gateway = over(service.url);
  const { data, extensions } = await post(gateway, query, { extensions: { receipt: true } });
  expect(data).toEqual(expected);
  const counts = (extensions.receipt.reads as { records: number }[]).map((read) => read.records);
  expect(counts.toSorted((a, b) => a - b)).toEqual([24, hours, hours]);
  expect(freedBytes).toBe(0);
  await gateway.close();
});
