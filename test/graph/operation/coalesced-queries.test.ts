/** Which queries are coalesced. A disconnect, a write, a key or the timing of one caller never changes the result of another. */
import { setImmediate as turn } from 'node:timers/promises';
import { type ReadableSpan, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/graph/errors/gateway-error.ts';
import { createMetrics } from '../../../src/graph/telemetry/prometheus/metrics.ts';
import type { UpstreamRequest } from '../../../src/graph/upstream/call.ts';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import { UpstreamResponse } from '../../../src/graph/upstream/response.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { canned, recordedService } from '../../support/recorded-service.ts';

const document = `query Notes($id: ID!, $limit: Int) { field(id: $id) { id observations(limit: $limit) { id } } }
query Days($id: ID!, $from: DateOrDateTime) { field(id: $id) { id weather(from: $from) { date } } }
query Both($id: ID!) { field(id: $id) { weather { date } earthObservations { id } } }
mutation Note($input: AddObservationInput!) { addObservation(input: $input) { __typename } }`;

interface Question {
  operationName?: string;
  variables?: Record<string, unknown>;
  key?: string;
  requestId?: string;
  text?: string;
  /** The whole request, in place of the others. */
  body?: string;
}

/** A call that waits until the test settles it. */
interface Open {
  request: UpstreamRequest;
  isCancelled: boolean;
  answer(): void;
  fail(error: GatewayError): void;
  /** Responds like a service without such a field, with the request id of the request. */
  refuse(): void;
}

/** A gateway without shared reads, over a service that responds when the test decides. Its spans show which operations began. */
function gateway(deadlineMs = 10_000, reply?: Parameters<typeof recordedService>[0]) {
  const service = recordedService(reply);
  const open: Open[] = [];
  let begun = 0;
  const ended: ReadableSpan['attributes'][] = [];
  const processor: SpanProcessor = {
    onStart() {
      begun += 1;
    },
    onEnd({ attributes }) {
      ended.push(attributes);
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const metrics = createMetrics('0.0.0');
  const { answer } = gatewayOver(undefined, {
    tracer: new TracerProvider({ spanProcessors: [processor] }).getTracer('test'),
    metrics,
    deadlineMs,
    fetch: dateReads([])(
      (request) =>
        new Promise<UpstreamResponse>((resolve, reject) => {
          const call: Open = {
            request,
            isCancelled: false,
            answer: () => void service.fetch(request).then(resolve, reject),
            fail: reject,
            refuse: () => {
              const headers = {
                'content-type': 'application/problem+json',
                'x-request-id': request.sentHeaders['x-request-id'],
              };
              resolve(new UpstreamResponse(404, headers, Buffer.from('{"code":"field_not_found"}')));
            },
          };
          request.lifetime.add({
            abort(reason) {
              call.isCancelled = true;
              reject(reason);
            },
          });
          open.push(call);
        }),
    ),
  });
  const send = (question: Question = {}, signal?: AbortSignal) => {
    const {
      operationName = 'Notes',
      variables = { id: 'fld_1', limit: 3 },
      key = 'k1',
      text = document,
      requestId,
    } = question;
    const headers = {
      'content-type': 'application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
    };
    const { body = JSON.stringify({ query: text, operationName, variables }) } = question;
    const init = { method: 'POST', headers, body, ...(signal && { signal }) };
    return answer(new Request('http://gateway.test/graphql', init)).then((response) => response.text());
  };
  const look = () => {
    const search = new URLSearchParams({ query: '{ field(id: "fld_1") { weather { date } } }' });
    return answer(new Request(`http://gateway.test/graphql?${search}`));
  };
  return {
    send,
    /** By GET and without a key, so that the response may be public and state its freshness. */
    look,
    open,
    ended,
    metrics,
    /** Waits until this many operations have begun, and have sent what they can. */
    come: async (count: number) => {
      await vi.waitFor(() => expect(begun).toBe(count), { interval: 5, timeout: 20_000 });
      await turn();
    },
    gone: (count: number) => vi.waitFor(() => expect(ended).toHaveLength(count), { interval: 5, timeout: 20_000 }),
  };
}

const noteOf = (id: string) => ({ input: { fieldId: id, text: 'hail', idempotencyKey: `key-${id}` } });

// On a busy machine, a query could become too old to subscribe to.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()));
afterEach(() => void vi.restoreAllMocks());

describe('equal queries in flight', () => {
  it('are executed once, and all get the result', async () => {
    const { send, open, come, gone, ended, metrics } = gateway();
    const answers = Array.from({ length: 20 }, () => send({ operationName: 'Both' }));
    await come(20);
    expect(open).toHaveLength(2);
    for (const call of open) call.answer();
    const texts = new Set(await Promise.all(answers));
    expect(texts.size).toBe(1);
    expect(JSON.parse([...texts][0] as string)).toEqual({
      data: { field: { weather: [{ date: '2026-05-01' }], earthObservations: [{ id: 'fld_1:eo:eo_1' }] } },
    });
    expect((await metrics.pages['/metrics']()).text).toContain(
      'fieldgraph_coalesced_operations_total{operation="Both"} 19',
    );
    await gone(20);
    const first = ended.find((span) => span['fieldgraph.coalesced_with'] === undefined)?.['fieldgraph.request_id'];
    expect(ended.filter((span) => span['fieldgraph.coalesced_with'] === first)).toHaveLength(19);
  });

  it('are executed again once the first is answered', async () => {
    const { send, open, come } = gateway();
    const first = send();
    await come(1);
    open[0]?.answer();
    await first;
    void send();
    await come(2);
    expect(open).toHaveLength(2);
    open[1]?.answer();
  });

  it.each<[string, Question, Question]>([
    ['other variables', {}, { variables: { id: 'fld_2', limit: 3 } }],
    ['another key', {}, { key: 'k2' }],
    ['no key instead of a key', { key: '' }, {}],
    ['another operation of the document', {}, { operationName: 'Days', variables: { id: 'fld_1', limit: 3 } }],
    ['another document', {}, { text: `${document} # another` }],
  ])('are executed separately from a query that differs: %s', async (_title, first, second) => {
    const { send, open, come } = gateway();
    const answers = [send(first), send(second), send(second)];
    await come(3);
    expect(open).toHaveLength(2);
    for (const call of open) call.answer();
    for (const text of await Promise.all(answers)) expect(JSON.parse(text).errors).toBeUndefined();
  });

  it.each([
    ['are executed once if a variable is null', 'null', 1],
    ['are executed separately if a number is too large, of which JSON makes null', '1e400', 2],
  ])('%s', async (_title, from, executed) => {
    const { send, open, come } = gateway();
    const body = `{"query":${JSON.stringify(document)},"operationName":"Days","variables":{"id":"fld_1","unused":${from}}}`;
    const answers = [send({ body }), send({ body })];
    await come(2);
    expect(open).toHaveLength(executed);
    for (const call of open) call.answer();
    await Promise.all(answers);
  });

  it('are executed separately if their variables are long', async () => {
    const { send, open, come } = gateway();
    const question = { variables: { id: 'fld_1', limit: 3, unused: 'x'.repeat(4_096) } };
    const answers = [send(question), send(question)];
    await come(2);
    expect(open).toHaveLength(2);
    for (const call of open) call.answer();
    await Promise.all(answers);
  });

  it.each<[string, (call: Open | undefined) => void]>([
    ['arrived', (call) => call?.answer()],
    ['failed', (call) => call?.fail(new GatewayError('UPSTREAM_UNAVAILABLE'))],
  ])(
    'are executed separately once a list of the first has %s, because a later read may be newer',
    async (_title, settle) => {
      const { send, open, come } = gateway();
      const first = send({ operationName: 'Both' });
      await come(1);
      settle(open[0]);
      await turn();
      const second = send({ operationName: 'Both' });
      await come(2);
      expect(open).toHaveLength(4);
      for (const call of open.slice(1)) call.answer();
      await Promise.all([first, second]);
    },
  );

  it('are executed once even if caches may store the result', async () => {
    const headers = { 'cache-control': 'public, max-age=60' };
    const { look, open, come } = gateway(10_000, (call) => ({ ...canned(call), headers }));
    const answers = [look(), look()];
    await come(2);
    expect(open).toHaveLength(1);
    for (const call of open) call.answer();
    const [first, second] = await Promise.all(answers);
    expect(first?.headers.get('cache-control')).toMatch(/^public, max-age=[1-9]/);
    expect(second?.headers.get('cache-control')).toBe(first?.headers.get('cache-control'));
    expect(await second?.text()).toBe(await first?.text());
  });

  it('send one call for each key, under that key, however many spaces are before it', async () => {
    const { send, open, come } = gateway();
    const answers = [send(), send({ key: ' k1' }), send({ key: 'k2' })];
    await come(3);
    expect(open.map(({ request }) => request.sentHeaders.authorization).sort()).toEqual(['Bearer k1', 'Bearer k2']);
    for (const call of open) call.answer();
    const [first, second] = await Promise.all(answers);
    expect(second).toBe(first);
  });

  it('get the same errors', async () => {
    const { send, open, come } = gateway();
    const answers = [1, 2].map(() => send({ operationName: 'Both', requestId: 'req_1' }));
    await come(2);
    open[0]?.fail(new GatewayError('UPSTREAM_UNAVAILABLE'));
    open[1]?.answer();
    const [first, second] = await Promise.all(answers);
    expect(first).toBe(second);
    expect(JSON.parse(first as string).errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', requestId: 'req_1' } },
    ]);
  });
});

it('equal queries in flight get the same error, each under its own request id', async () => {
  const { send, open, come } = gateway();
  const ids = ['req_1', 'req_2', 'req_3'];
  const answers = ids.map((requestId) => send({ requestId }));
  await come(3);
  expect(open).toHaveLength(1);
  open[0]?.refuse();
  const errors = (await Promise.all(answers)).map((text) => JSON.parse(text).errors);
  expect(errors).toEqual(
    ids.map((requestId) => [
      expect.objectContaining({
        path: ['field', 'observations'],
        extensions: { code: 'NOT_FOUND', coordinate: 'Field.observations', retryable: false, status: 404, requestId },
      }),
    ]),
  );
});

it('an error without a request id has none in any of its results', async () => {
  const { send, open, come } = gateway();
  const text = 'query Notes($id: ID!) { field(id: $id) { observations { text } weather(last: { days: 0 }) { date } } }';
  const answers = ['req_1', 'req_2'].map((requestId) => send({ text, requestId }));
  await come(2);
  open[0]?.answer();
  const [first, second] = await Promise.all(answers);
  expect(second).toBe(first);
  expect(JSON.parse(first as string).errors[0].extensions).not.toHaveProperty('requestId');
});

describe('a caller that disconnects', () => {
  it('does not affect callers that wait for the same query, even if it was the first', async () => {
    const { send, open, come, gone } = gateway();
    const leaving = new AbortController();
    const first = send({}, leaving.signal).catch(() => 'gone');
    await come(1);
    const second = send();
    await come(2);
    leaving.abort();
    await gone(1);
    expect(open[0]?.isCancelled).toBe(false);
    open[0]?.answer();
    expect(JSON.parse(await second).data.field.observations).toHaveLength(3);
    expect(await first).toBe('gone');
  });

  it('cancels the calls if no caller is left, and a later query is executed anew', async () => {
    const { send, open, come, gone } = gateway();
    const leaving = new AbortController();
    const left = [send({}, leaving.signal).catch(() => 'gone'), send({}, leaving.signal).catch(() => 'gone')];
    await come(2);
    leaving.abort();
    await gone(2);
    expect(open.map(({ isCancelled }) => isCancelled)).toEqual([true]);
    const next = send();
    await come(3);
    open[1]?.answer();
    expect(JSON.parse(await next).errors).toBeUndefined();
    expect(await Promise.all(left)).toEqual(['gone', 'gone']);
  });
});

it('a query after a write does not subscribe to an equal query from before the write', async () => {
  const { send, open, come } = gateway();
  const before = send();
  await come(1);
  const written = send({ operationName: 'Note', variables: noteOf('fld_1') });
  await come(2);
  open[1]?.answer();
  await written;
  const after = send();
  await come(3);
  expect(open).toHaveLength(3);
  open[0]?.answer();
  open[2]?.answer();
  for (const text of await Promise.all([before, after])) expect(JSON.parse(text).errors).toBeUndefined();
});

it('writes are never coalesced', async () => {
  const { send, open, come } = gateway();
  const question = { operationName: 'Note', variables: noteOf('fld_1') };
  const written = [send(question), send(question)];
  await come(2);
  expect(open).toHaveLength(2);
  for (const call of open) call.answer();
  await Promise.all(written);
});
