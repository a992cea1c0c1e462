/** `extensions.receipt`: each outcome of a read, through the layers of production, over a service that counts its calls. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createExplain } from '../../../../src/graph/capabilities/explain/explain.ts';
import { positions, type Receipt, type ReceiptRead } from '../../../../src/graph/capabilities/explain/receipt.ts';
import type { Fetch, Transport } from '../../../../src/graph/upstream/call.ts';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { UpstreamResponse } from '../../../../src/graph/upstream/response.ts';
import { postOf } from '../../../support/execute.ts';
import { meta, note, weatherDay } from '../../../support/recorded-service.ts';
import type { GatewayOptions } from '../../../../src/graph/gateway.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { startProduct } from '../../../support/running.ts';
import { serviceUrl, upstreamOver, wholeService, type WholeServiceOptions } from '../../../support/list-service.ts';

const now = () => new Date('2026-06-15T12:00:00Z');
const ids = (count: number) => Array.from({ length: count }, (_, index) => `fld_${index}`);

interface Options extends Partial<WholeServiceOptions>, Pick<Partial<GatewayOptions>, 'deadlineMs'> {
  isBatching?: boolean;
  concurrencyMax?: number;
  queueMax?: number;
  transport?: (service: Transport) => Transport;
}

/** A gateway with receipts over a service that counts its calls. */
function receiptsOver({
  isBatching = false,
  transport = (of) => of,
  deadlineMs = 60_000,
  concurrencyMax = 64,
  queueMax = 4_096,
  ...options
}: Options = {}) {
  const service = wholeService({ now, ...options });
  const upstream = upstreamOver(() => transport(service.transport()), { isBatching, concurrencyMax, queueMax });
  const explain = createExplain({ upstream, serviceUrl, hasReceipts: true });
  const gateway = gatewayOver(undefined, { serviceUrl, fetch: upstream.fetch, deadlineMs, additions: [explain] });

  function send(
    query: string,
    variables: object = {},
    { path = '/graphql', ...more }: { path?: string } & object = {},
  ) {
    const parameters = { query, variables, extensions: { receipt: true }, ...more };
    return gateway.answer(postOf(parameters, {}, `http://graph.test${path}`));
  }

  /** Returns the receipt, and checks that its calls are those that the service counted. */
  async function receiptOf(query: string, variables: object = {}): Promise<Receipt> {
    service.calls = 0;
    const answer = await (await send(query, variables)).json();
    const { receipt } = answer.extensions as { receipt: Receipt };
    expect(receipt.calls.made).toBe(service.calls);
    return receipt;
  }

  return { service, send, receiptOf, answer: gateway.answer };
}

const weather = 'query ($ids: [ID!]!) { fields(ids: $ids) { weather { date temperatureMax { value } } } }';

/** A transport that sends requests by this function; the second argument is the service. */
function sending(send: (request: Parameters<Fetch>[0], fetch: Fetch) => ReturnType<Fetch>) {
  return ({ fetch, close }: Transport): Transport => ({ close, fetch: (request) => send(request, fetch) });
}

/** Passes each request on and never responds. */
const hanging = sending(async (request, fetch) => {
  await fetch(request);
  return new Promise((_, reject) => request.lifetime.add({ abort: reject }));
});

/** Refuses the first request only. */
function refusingFirst() {
  let sent = 0;
  return () => (sent++ === 0 ? 503 : undefined);
}

function responseOf(status: number, body: object | null): UpstreamResponse {
  return new UpstreamResponse(status, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(body)));
}

/** An entry without its times. */
function untimed({ startedMs: _started, waitedMs: _waited, tookMs: _took, freshUntil: _fresh, ...rest }: ReceiptRead) {
  return rest;
}

const ofWeather = { id: 1, read: 'weather', paths: ['fields[].weather'] };

describe('a read is', () => {
  it('ANSWERED by a call of its own, with its times, bytes and records', async () => {
    const { receiptOf } = receiptsOver();
    const { reads, calls, durationMs } = await receiptOf(weather, { ids: ids(2) });
    expect(calls).toEqual({ made: 2, counted: 2 });
    const [read, ...others] = reads as [ReceiptRead];
    expect(others).toEqual([]);
    const bytes = expect.any(Number);
    expect(untimed(read)).toEqual({ ...ofWeather, fields: '0..1', outcome: 'ANSWERED', via: [], bytes, records: 2 });
    for (const time of [read.startedMs, read.waitedMs, read.tookMs]) expect(time).toBeLessThanOrEqual(durationMs);
    expect(read).not.toHaveProperty('freshUntil');
  });

  it('BATCHED with all other reads of one call', async () => {
    const { receiptOf } = receiptsOver({ isBatching: true });
    const { reads, calls } = await receiptOf(weather, { ids: ids(50) });
    expect(calls).toEqual({ made: 1, counted: 50 });
    expect(reads).toMatchObject([
      { ...ofWeather, fields: '0..49', outcome: 'ANSWERED', via: ['BATCHED'], records: 50 },
    ]);
  });

  it.each([
    ['by a single call', false, []],
    ['in a batch', true, ['BATCHED']],
  ])('REVALIDATED %s, and CACHED while the response is fresh', async (_title, isBatching, via) => {
    let age = 300;
    const { service, receiptOf } = receiptsOver({ isBatching, age: () => age });
    // The first response shows the ETag, the second is cached.
    for (const _ of [1, 2]) await receiptOf(weather, { ids: ids(2) });
    const revalidated = await receiptOf(weather, { ids: ids(2) });
    expect(revalidated.reads).toMatchObject([{ outcome: 'ANSWERED', via: [...via, 'REVALIDATED'], records: 2 }]);
    age = 0;
    const [confirmed] = (await receiptOf(weather, { ids: ids(2) })).reads;
    expect(confirmed?.via).toContain('REVALIDATED');
    expect(Date.parse(confirmed?.freshUntil ?? '')).toBeGreaterThan(Date.now());
    const cached = await receiptOf(weather, { ids: ids(2) });
    expect(service.calls).toBe(0);
    // Neither its age nor the end of its freshness: both would reveal when another caller fetched it.
    expect(cached.reads.map(untimed)).toEqual([{ ...ofWeather, fields: '0..1', outcome: 'ANSWERED', via: ['CACHED'] }]);
    expect(cached.reads[0]).not.toHaveProperty('freshUntil');
    expect(cached.reads[0]).not.toHaveProperty('tookMs');
  });

  it('RETRIED, with the number of attempts', async () => {
    const { receiptOf } = receiptsOver({ refusal: refusingFirst() });
    const { reads, calls } = await receiptOf(weather, { ids: ids(1) });
    expect(calls).toEqual({ made: 2, counted: 1 });
    expect(reads).toMatchObject([{ fields: '0', outcome: 'ANSWERED', via: ['RETRIED'], attempts: 2 }]);
  });

  it('RETRIED, with the pause between the attempts in waitedMs', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => random.mockRestore());
    const { receiptOf } = receiptsOver({ refusal: refusingFirst() });
    const { reads, durationMs } = await receiptOf(weather, { ids: ids(1) });
    const [{ waitedMs, tookMs = 0 }] = reads as [ReceiptRead];
    expect(waitedMs).toBeGreaterThan(45);
    expect(waitedMs + tookMs).toBeLessThanOrEqual(durationMs);
  });

  it('RETRIED, with the times of the read that ended last if one entry describes several', async () => {
    let skippedMs = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
    onTestFinished(() => clock.mockRestore());
    const other = Promise.withResolvers<void>();
    const first = new Set<string>();
    const { send } = receiptsOver({
      transport: (of) => ({
        ...of,
        fetch: async (request) => {
          const isSlow = request.url.includes('fld_1');
          if (first.has(request.url)) {
            const response = await of.fetch(request);
            if (!isSlow) void nextTurn().then(other.resolve);
            return response;
          }
          first.add(request.url);
          if (isSlow) {
            await other.promise;
            skippedMs = 200;
          }
          return responseOf(503, {});
        },
      }),
    });
    const { extensions } = await (await send(weather, { ids: ids(2) })).json();
    const { reads, durationMs } = extensions.receipt;
    const [{ waitedMs, tookMs = 0, via, fields }] = reads as [ReceiptRead];
    expect([fields, via]).toEqual(['0..1', ['RETRIED']]);
    expect(tookMs).toBeGreaterThan(190);
    expect(waitedMs + tookMs).toBeLessThanOrEqual(durationMs);
  });

  it('COALESCED with an equal read of the operation', async () => {
    const { receiptOf } = receiptsOver();
    const query = `query ($ids: [ID!]!) { fields(ids: $ids) { a: weather { date } b: weather { kind } } }`;
    const { reads, calls } = await receiptOf(query, { ids: ids(3) });
    expect(calls).toEqual({ made: 3, counted: 6 });
    expect(reads).toMatchObject([{ paths: ['fields[].a', 'fields[].b'], fields: '0..2', via: ['COALESCED'] }]);
  });

  it('a FALLBACK after a batch without a usable item', async () => {
    const refusal = ({ url }: { url: string }) => (url.includes('/batch/') ? 400 : undefined);
    const { receiptOf } = receiptsOver({ isBatching: true, refusal });
    const { reads, calls } = await receiptOf(weather, { ids: ids(3) });
    expect(calls.made).toBe(4);
    const read = { fields: '0..2', outcome: 'ANSWERED', via: ['BATCHED', 'FALLBACK'], attempts: 2 };
    expect(reads).toMatchObject([read]);
  });

  it('REFUSED by the circuit breaker, without a call', async () => {
    // On a busy machine the next probe would become due.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const { receiptOf } = receiptsOver({ refusal: () => 505 });
    const failed = await receiptOf(weather, { ids: ids(30) });
    expect(failed.reads).toMatchObject([{ fields: '0..29', outcome: 'FAILED', code: 'UPSTREAM_ERROR', via: [] }]);
    const refused = await receiptOf(weather, { ids: ids(3) });
    expect(refused.calls.made).toBe(0);
    expect(refused.reads.map(untimed)).toEqual([
      { ...ofWeather, fields: '0..2', outcome: 'REFUSED', code: 'UPSTREAM_UNAVAILABLE', via: [] },
    ]);
  });

  it.concurrent('TIMED_OUT at the deadline of the operation', async () => {
    const { receiptOf } = receiptsOver({ deadlineMs: 1_500, transport: hanging });
    const { reads } = await receiptOf(weather, { ids: ids(2) });
    expect(reads).toMatchObject([{ fields: '0..1', outcome: 'TIMED_OUT', code: 'UPSTREAM_TIMEOUT' }]);
  });

  it.concurrent('TIMED_OUT while it waits for a slot, next to a read that was sent', async () => {
    const { receiptOf } = receiptsOver({ concurrencyMax: 1, deadlineMs: 1_500, transport: hanging });
    const { reads } = await receiptOf(weather, { ids: ids(3) });
    const timedOut = { outcome: 'TIMED_OUT', code: 'UPSTREAM_TIMEOUT' };
    expect(reads).toMatchObject([
      { ...timedOut, fields: '0', tookMs: expect.any(Number) },
      { ...timedOut, fields: '1..2' },
    ]);
    expect(reads[1]).not.toHaveProperty('tookMs');
  });

  it.concurrent('TIMED_OUT in a batch, with the time that the service took', async () => {
    const { receiptOf } = receiptsOver({ isBatching: true, deadlineMs: 1_500, transport: hanging });
    const { reads, calls } = await receiptOf(weather, { ids: ids(3) });
    expect(calls).toEqual({ made: 1, counted: 3 });
    const tookMs = expect.any(Number);
    expect(reads).toMatchObject([{ fields: '0..2', outcome: 'TIMED_OUT', via: ['BATCHED'], tookMs }]);
  });

  it('FAILED, not TIMED_OUT, if the service responds with 504', async () => {
    const { receiptOf } = receiptsOver({ refusal: () => 504 });
    const { reads } = await receiptOf(weather, { ids: ids(1) });
    expect(reads).toMatchObject([{ outcome: 'FAILED', code: 'UPSTREAM_TIMEOUT', via: ['RETRIED'], attempts: 3 }]);
  });

  it('FAILED with the code of its error, with one entry per code', async () => {
    const statuses: Record<string, number> = { fld_1: 404, fld_2: 403 };
    const { receiptOf } = receiptsOver({
      refusal: ({ url }) => statuses[new URL(url).searchParams.get('field_id') ?? ''],
    });
    const { reads } = await receiptOf(weather, { ids: ids(5) });
    expect(reads).toMatchObject([
      { fields: '0,3..4', outcome: 'ANSWERED' },
      { fields: '1', outcome: 'FAILED', code: 'NOT_FOUND' },
      { fields: '2', outcome: 'FAILED', code: 'FORBIDDEN' },
    ]);
  });

  it('FAILED if its response violates the contract', async () => {
    const { receiptOf } = receiptsOver({
      transport: sending(async (request, fetch) =>
        Object.assign(await fetch(request), { json: async () => ({ data: [{}] }) }),
      ),
    });
    const { reads } = await receiptOf('{ field(id: "fld_0") { weatherSummary { dayCount } } }');
    expect(reads).toMatchObject([{ outcome: 'FAILED', code: 'UPSTREAM_ERROR' }]);
  });

  it.each([false, true])('REFUSED if all slots are taken and the queue is full; batches: %s', async (isBatching) => {
    const [hasCome, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { receiptOf, send } = receiptsOver({
      isBatching,
      concurrencyMax: 1,
      queueMax: 0,
      transport: sending(async (request, fetch) => {
        hasCome.resolve();
        await release.promise;
        return fetch(request);
      }),
    });
    const first = send(weather, { ids: ids(1) });
    await hasCome.promise;
    const { reads, calls } = await receiptOf(weather, { ids: ['fld_1', 'fld_2'] });
    release.resolve();
    expect(calls.made).toBe(0);
    expect(reads.map(untimed)).toEqual([
      { ...ofWeather, fields: '0..1', outcome: 'REFUSED', code: 'OVERLOADED', via: [] },
    ]);
    expect((await (await first).json()).extensions.receipt.reads).toMatchObject([{ outcome: 'ANSWERED' }]);
  });

  it('FAILED after its last retry, and ANSWERED if the retry of its batch succeeds', async () => {
    const single = receiptsOver({ refusal: () => 503 });
    const failed = { outcome: 'FAILED', code: 'UPSTREAM_UNAVAILABLE' };
    expect(await single.receiptOf(weather, { ids: ids(1) })).toMatchObject({
      calls: { made: 3, counted: 1 },
      reads: [{ ...failed, via: ['RETRIED'], attempts: 3 }],
    });
    const batched = receiptsOver({ isBatching: true, refusal: refusingFirst() });
    expect(await batched.receiptOf(weather, { ids: ids(3) })).toMatchObject({
      calls: { made: 2, counted: 3 },
      reads: [{ fields: '0..2', outcome: 'ANSWERED', via: ['BATCHED', 'RETRIED'], attempts: 2 }],
    });
  });

  it('FAILED if the connection is lost', async () => {
    const { receiptOf } = receiptsOver({
      transport: sending(async (request, fetch) => {
        await fetch(request);
        throw new GatewayError('UPSTREAM_UNAVAILABLE');
      }),
    });
    const { reads, calls } = await receiptOf(weather, { ids: ids(1) });
    expect(calls.made).toBe(3);
    expect(reads).toMatchObject([
      { outcome: 'FAILED', code: 'UPSTREAM_UNAVAILABLE', via: ['RETRIED'], attempts: 3, tookMs: expect.any(Number) },
    ]);
  });

  it.each([
    [401, {}, 'UNAUTHENTICATED'],
    [403, {}, 'FORBIDDEN'],
    [404, { code: 'field_not_found' }, 'NOT_FOUND'],
    // A different service, which does not know the path: the field may exist.
    [404, { code: 'not_found' }, 'UPSTREAM_ERROR'],
    [429, {}, 'RATE_LIMITED'],
    [501, {}, 'UPSTREAM_ERROR'],
  ])('FAILED for %i %j with the code of its error', async (status, body, code) => {
    const { send } = receiptsOver({ transport: sending(async () => responseOf(status, body)) });
    const { errors, extensions } = await (await send(weather, { ids: ids(1) })).json();
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(extensions.receipt.reads).toMatchObject([{ outcome: 'FAILED', code, via: [] }]);
  });

  it('CACHED next to others that one call reads', async () => {
    const { receiptOf } = receiptsOver({ isBatching: true, age: () => 0 });
    for (const _ of [1, 2]) await receiptOf(weather, { ids: ids(1) });
    const { reads, calls } = await receiptOf(weather, { ids: ids(3) });
    expect(calls).toEqual({ made: 1, counted: 3 });
    expect(reads).toMatchObject([
      { fields: '0', outcome: 'ANSWERED', via: ['CACHED'] },
      { fields: '1..2', outcome: 'ANSWERED', via: ['BATCHED'], records: 2 },
    ]);
  });

  it('a FALLBACK only for the field without an item in the batch', async () => {
    const { receiptOf } = receiptsOver({
      isBatching: true,
      transport: sending(async (request, fetch) => {
        const response = await fetch(request);
        if (!request.url.includes('/batch/')) return response;
        const { data } = (await response.json()) as { data: { field_id: string }[] };
        return responseOf(200, { data: data.filter(({ field_id }) => field_id !== 'fld_1') });
      }),
    });
    const { reads, calls } = await receiptOf(weather, { ids: ids(3) });
    expect(calls).toEqual({ made: 2, counted: 3 });
    expect(reads).toMatchObject([
      { fields: '0,2', outcome: 'ANSWERED', via: ['BATCHED'] },
      { fields: '1', outcome: 'ANSWERED', via: ['BATCHED', 'FALLBACK'], attempts: 2 },
    ]);
  });

  it('a single call for a connection of one page, although two are counted', async () => {
    const { receiptOf } = receiptsOver();
    const query = '{ field(id: "fld_0") { observationsConnection(first: 2) { edges { node { id } } } } }';
    const { reads, calls } = await receiptOf(query);
    expect(calls).toEqual({ made: 1, counted: 2 });
    expect(reads).toMatchObject([{ read: 'observations', outcome: 'ANSWERED', via: [] }]);
  });

  it.each([
    [201, { data: note('fld_0') }, { outcome: 'ANSWERED', records: 1 }],
    // The body violates the contract, and the observation may have been written.
    [201, null, { outcome: 'FAILED', code: 'UPSTREAM_ERROR' }],
    [422, { code: 'idempotency_key_reused' }, { outcome: 'FAILED', code: 'IDEMPOTENCY_KEY_REUSED' }],
    [422, { code: 'invalid_body' }, { outcome: 'FAILED', code: 'BAD_USER_INPUT' }],
    [401, { status: 401 }, { outcome: 'FAILED', code: 'UNAUTHENTICATED' }],
    // A refusal without a member of a problem document may come from a proxy.
    [401, {}, { outcome: 'FAILED', code: 'UPSTREAM_UNAVAILABLE' }],
    [409, { code: 'idempotency_in_progress' }, { outcome: 'FAILED', code: 'IDEMPOTENCY_IN_PROGRESS' }],
    [413, {}, { outcome: 'FAILED', code: 'BAD_USER_INPUT' }],
  ])('listed without fields for a write that the service answers with %i %j', async (status, body, entry) => {
    const { send } = receiptsOver({ transport: sending(async () => responseOf(status, body)) });
    const input = { fieldId: 'fld_0', idempotencyKey: 'receipt-1', text: 'Rust.' };
    const query = 'mutation ($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';
    const { extensions } = await (await send(query, { input })).json();
    expect(extensions.receipt.calls).toEqual({ made: 1, counted: 1 });
    expect(extensions.receipt.reads).toMatchObject([
      { id: 1, read: 'add-observation', paths: ['addObservation'], via: [], ...entry },
    ]);
    expect(extensions.receipt.reads[0]).not.toHaveProperty('fields');
  });
});

it('a receipt has an entry for each write, and for each read of a list that a mutation reads again after a write', async () => {
  const written = responseOf(201, { data: note('fld_0', 'obs_1'), meta: { idempotent_replay: false } });
  const { send } = receiptsOver({
    transport: sending(async (request, fetch) => (request.body === undefined ? fetch(request) : written)),
  });
  const add = (key: string) =>
    `${key}: addObservation(input: { fieldId: "fld_0", idempotencyKey: "${key}", text: "Rust." }) {
      ... on AddObservationSuccess { field { observations(limit: 3) { id } } } }`;
  const { extensions } = await (await send(`mutation { ${add('a')} ${add('b')} }`)).json();
  const reads: ReceiptRead[] = extensions.receipt.reads;
  expect(reads.map(({ read }) => read)).toEqual(['add-observation', 'observations', 'add-observation', 'observations']);
  // One after the other.
  for (const [index, { startedMs, waitedMs, tookMs = 0 }] of reads.slice(0, -1).entries())
    expect(reads[index + 1]?.startedMs).toBeGreaterThanOrEqual(startedMs + waitedMs + tookMs - 0.2);
});

it('a receipt omits the freshness of a response with an age, which reveals when another caller fetched it', async () => {
  const freshUntil = async (age: number) => {
    const { receiptOf } = receiptsOver({ age: () => age });
    const first = await receiptOf(weather, { ids: ids(1) });
    const second = await receiptOf(weather, { ids: ids(1) });
    expect(first.reads[0]?.freshUntil === undefined).toBe(second.reads[0]?.freshUntil === undefined);
    return first.reads[0]?.freshUntil;
  };
  expect(await freshUntil(0)).toBeDefined();
  expect(await freshUntil(10)).toBeUndefined();
});

it.each([
  ['compact', undefined],
  ['spaced', ' '],
  ['indented by tabs', '\t\t'],
])('a receipt names only the units that were converted, of %s JSON', async (_title, space) => {
  const { receiptOf } = receiptsOver({ ...(space && { space }) });
  const selection =
    'max: temperatureMax(unit: FAHRENHEIT) { value } same: temperatureMax(unit: CELSIUS) { value } no: temperatureMax(unit: KELVIN) @include(if: $no) { value } ... @skip(if: true) { neither: temperatureMax(unit: KELVIN) { value } }';
  const { reads } = await receiptOf(
    `query ($no: Boolean = false) { field(id: "fld_0") { weather { ...Day } } } fragment Day on WeatherRecord { ${selection} }`,
  );
  expect(reads[0]).toMatchObject({ records: 1, converted: [{ path: 'max', from: 'CELSIUS', to: 'FAHRENHEIT' }] });
  expect(reads[0]?.converted).toHaveLength(1);
  const twice = await receiptOf(
    '{ a: field(id: "fld_0") { ...of } b: field(id: "fld_0") { ...of } } fragment of on Field { weather { max: temperatureMax(unit: FAHRENHEIT) { value } } }',
  );
  expect(twice.reads[0]?.converted).toEqual(reads[0]?.converted);
});

it('a receipt decodes each list once for all units, and many lists in several turns of the event loop', async () => {
  const units = {
    FAHRENHEIT: ['temperatureMax', 'temperatureMin', 'temperatureMean', 'dewPoint'],
    KILOMETRE_PER_HOUR: ['windSpeed', 'windGust'],
    CENTIMETRE: ['precipitation', 'et0'],
    FRACTION: ['relativeHumidity'],
    KILOPASCAL: ['pressure'],
  };
  const measures = Object.entries(units).flatMap(([unit, names]) =>
    names.flatMap((name) => [1, 2, 3].map((at) => `${name}${at}: ${name}(unit: ${unit}) { value }`)),
  );
  // Longer than the part that a search reads, and without any unit.
  const records = Array.from({ length: 300 }, () => weatherDay('', { temperature_max: null }));
  const { send } = receiptsOver({
    transport: sending(async ({ url }) => {
      const fieldId = new URL(url).searchParams.get('field_id') ?? '';
      const data = records.map((record) => ({ ...record, field_id: fieldId }));
      return responseOf(200, { data, meta: meta(fieldId) });
    }),
  });
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const decodedIn: number[] = [];
  const decode = Buffer.prototype.toString;
  vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...sent: unknown[]) {
    const part = sent as Parameters<Buffer['toString']>;
    const [coding, start = 0, end = 0] = part;
    if (coding === 'latin1' && end - start === 65_536) decodedIn.push(turn);
    return decode.apply(this, part);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const query = `query ($ids: [ID!]!) { fields(ids: $ids) { weather { ${measures.join(' ')} } } }`;
  const { errors, extensions } = await (await send(query, { ids: ids(20) })).json();
  isOver = true;
  expect([errors, extensions.receipt.reads.length]).toEqual([undefined, 1]);
  expect(decodedIn).toHaveLength(20);
  // 1 MiB in a turn: two lists for ten units.
  expect(
    Math.max(
      ...Map.groupBy(decodedIn, (at) => at)
        .values()
        .map(({ length }) => length),
    ),
  ).toBe(2);
});

it('a receipt has the ids, paths and calls of the plan', async () => {
  const { receiptOf, send } = receiptsOver({ isBatching: true });
  const query = `query ($ids: [ID!]!) { fields(ids: $ids) {
    name weather(since: "04-15") { date } latestWeather { date } observations { field { earthObservations { id } } }
  } }`;
  const plan = await (await send(query, { ids: ids(4) }, { path: '/graphql/plan' })).json();
  const receipt = await receiptOf(query, { ids: ids(4) });
  const named = ({ id, read, paths }: ReceiptRead) => ({ id, read, paths });
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  expect(receipt.reads.map(named).sort(byId)).toEqual(plan.reads.map(named));
  expect(receipt.calls).toEqual({ made: plan.calls.expected, counted: plan.calls.counted });
});

it('a receipt describes its own execution: equal in-flight operations are not coalesced', async () => {
  const { service, send } = receiptsOver();
  await Promise.all([1, 2, 3].map(() => send(weather, { ids: ids(2) })));
  expect(service.calls).toBe(6);
});

it('a receipt makes a response private that caches could otherwise store', async () => {
  const { answer } = receiptsOver({ age: () => 0 });
  const get = (more: string) =>
    answer(new Request(`http://graph.test/graphql?query={field(id:"fld_0"){weather{date}}}${more}`));
  expect((await get('')).headers.get('cache-control')).toMatch(/^public, max-age=/);
  const withReceipt = await get(`&extensions=${JSON.stringify({ receipt: true })}`);
  expect(withReceipt.headers.get('cache-control')).toBe('private, no-store');
  expect(withReceipt.headers.get('etag')).toBeNull();
  const parameters = { query: '{ field(id: "fld_0") { weather { date } } }', extensions: { receipt: true } };
  const events = await answer(postOf(parameters, { accept: 'text/event-stream' }));
  expect(events.headers.get('cache-control')).toBe('private, no-store');
  expect(await events.text()).toContain('"receipt"');
});

it('a receipt of a hundred fields stays under 8 KB and contains no key, address, field id or request id', async () => {
  const { send } = receiptsOver({
    refusal: ({ url }) => (/fld_\d*7\b/.test(url) && !url.includes('/batch/') ? 404 : undefined),
  });
  const lists = `weather { temperatureMax(unit: FAHRENHEIT) { value } } latestWeather { date } earthObservations { id }`;
  const query = `query ($ids: [ID!]!) { fields(ids: $ids) { id ${lists} } }`;
  const answer = await (await send(query, { ids: ids(100) })).json();
  const text = JSON.stringify(answer.extensions);
  expect(answer.extensions.receipt.reads).toHaveLength(6);
  expect(text.length).toBeLessThan(8_192);
  expect(text).not.toMatch(/fld_|http|req_|Bearer|service\.test/);
});

describe('the setting RECEIPTS', () => {
  const parameters = { query: '{ __typename }', extensions: { receipt: true } };
  const read = async (graphUrl: string) => {
    const reply = await fetch(postOf(parameters, {}, `${graphUrl}/graphql`));
    return { answer: await reply.json(), cacheControl: reply.headers.get('cache-control') };
  };

  it('is on in the demo', async () => {
    await using product = await startProduct();
    const { answer, cacheControl } = await read(product.graphUrl);
    expect(answer.extensions.receipt).toMatchObject({ calls: { made: 0, counted: 0 }, reads: [] });
    expect(cacheControl).toBe('private, no-store');
  });

  it.each([
    ['DEMO', 'off'],
    ['RECEIPTS', 'off'],
    ['FIELD_DATA_URL', 'http://127.0.0.1:9'],
  ])('is off with %s=%s', async (name, value) => {
    await using product = await startProduct({ [name]: value });
    const { answer, cacheControl } = await read(product.graphUrl);
    expect(answer).toEqual({ data: { __typename: 'Query' } });
    expect(cacheControl).toBe('no-store');
  });

  it('is on for a service of your own if it is set to on', async () => {
    await using product = await startProduct({ FIELD_DATA_URL: 'http://127.0.0.1:9', RECEIPTS: 'on' });
    expect((await read(product.graphUrl)).answer.extensions).toHaveProperty('receipt');
  });
});

it.each([
  [[], ''],
  [[3], '3'],
  [[4, 3, 0, 5, 3], '0,3..5'],
])('the positions %j are written as %j', (numbers, text) => {
  expect(positions(numbers)).toBe(text);
});
