/** Traces: the trace context that the service receives and the spans of an operation, without and with an SDK. */
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultyGraph, startFaultyGraph } from '../support/faulty-graph.ts';
import { failures } from '../support/faulty-service.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpanId}-01`;
const tracestate = 'vendor=opaque';
const headers = { traceparent, tracestate, baggage: 'user=secret', authorization: 'Bearer secret-key' };
const weather = 'query Days { field(id: "fld_secret") { weather { startsAt } } }';

let graph: FaultyGraph;
/** The calls of operations, without those of the readiness and drift checks. */
const operationCalls = () => graph.service.calls.filter(({ url }) => url.startsWith('/api/'));

describe('the gateway without an SDK', () => {
  beforeEach(async () => {
    graph = await startFaultyGraph();
  });
  afterEach(() => graph[Symbol.asyncDispose]());

  it("passes on the caller's traceparent and tracestate unchanged, but no baggage", async () => {
    await graph.query(weather, {}, headers);
    expect(operationCalls()[0]!.headers).toMatchObject({ traceparent, tracestate });
    expect(operationCalls()[0]!.headers).not.toHaveProperty('baggage');
  });

  it.each([`01-${traceId}-${callerSpanId}-01-extra-`, `cc-${traceId}-${callerSpanId}-01`])(
    'passes on what it knows of the later version "%s", as version 00',
    async (later) => {
      await graph.query(weather, {}, { ...headers, traceparent: later });
      expect(operationCalls()[0]!.headers).toMatchObject({ traceparent, tracestate });
    },
  );

  it.each([
    ['the one entry of over 128 characters', `a=1,b=${'x'.repeat(600)},c=3`, 'a=1,c=3'],
    [
      'the last entries',
      [...'abcdef'].map((key) => `${key}=${'x'.repeat(98)}`).join(),
      [...'abcde'].map((key) => `${key}=${'x'.repeat(98)}`).join(),
    ],
  ])('removes %s of a tracestate of over 512 characters', async (_, sent, shortened) => {
    await graph.query(weather, {}, { traceparent, tracestate: sent });
    expect(operationCalls()[0]!.headers.tracestate).toBe(shortened);
  });

  it.each([
    'garbage',
    `00-${traceId}-${callerSpanId}`,
    `${traceparent}\u00e4`,
    `${traceparent}-extra`,
    `01-${traceId}-${callerSpanId}-012`,
    `00-${'0'.repeat(32)}-${callerSpanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${callerSpanId}-01`,
  ])('does not pass on the malformed traceparent "%s"', async (sent) => {
    await graph.query(weather, {}, { traceparent: sent, tracestate });
    expect(operationCalls()[0]!.headers).not.toHaveProperty('traceparent');
    expect(operationCalls()[0]!.headers).not.toHaveProperty('tracestate');
  });
});

describe('the gateway with an SDK', () => {
  const exporter = new InMemorySpanExporter();

  beforeEach(async () => {
    exporter.reset();
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    graph = await startFaultyGraph();
  });
  afterEach(async () => {
    await graph[Symbol.asyncDispose]();
    trace.disable();
  });

  /** Finished spans: those of sends in order, and the operation's. */
  function spans() {
    const all = exporter.getFinishedSpans();
    return {
      sends: all.filter(({ kind }) => kind === SpanKind.CLIENT),
      operation: all.find(({ kind }) => kind === SpanKind.SERVER),
      text: JSON.stringify(all.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))),
    };
  }

  it('makes the operation a child span of the caller’s, and each send a child whose id the service receives', async () => {
    graph.service.script = (_call, index) => (index === 0 ? failures.resetBeforeAnswer : undefined);
    graph.service.calls.length = 0;
    await graph.query(weather, {}, headers);
    const { operation, sends, text } = spans();
    expect(operation).toMatchObject({
      name: 'query',
      attributes: {
        'graphql.operation.name': 'Days',
        'graphql.operation.type': 'query',
        'fieldgraph.outcome': 'ok',
        'fieldgraph.upstream.retries': 1,
      },
      parentSpanContext: { traceId, spanId: callerSpanId },
    });
    expect(sends).toMatchObject([
      {
        name: 'GET /api/v1/weather',
        attributes: {
          'error.type': 'UPSTREAM_UNAVAILABLE',
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(graph.service.url).port),
          'url.full': `${graph.service.url}/api/v1/weather`,
        },
        status: { code: SpanStatusCode.ERROR },
      },
      { name: 'GET /api/v1/weather', attributes: { 'http.response.status_code': 200 } },
    ]);
    for (const send of sends) expect(send.parentSpanContext).toMatchObject({ spanId: operation!.spanContext().spanId });
    expect(operationCalls().map((call) => call.headers.traceparent)).toEqual(
      sends.map((send) => `00-${traceId}-${send.spanContext().spanId}-01`),
    );
    expect(operationCalls().map((call) => call.headers.tracestate)).toEqual([tracestate, tracestate]);
    expect(text).not.toContain('secret');
  });

  it('starts a trace for an operation without one, and records the code of a refused operation', async () => {
    await graph.query('query Wrong { nothing }');
    const { operation } = spans();
    expect(operation!.parentSpanContext).toBeUndefined();
    expect(operation).toMatchObject({
      attributes: { 'error.type': 'GRAPHQL_VALIDATION_FAILED', 'fieldgraph.outcome': 'refused' },
      status: { code: SpanStatusCode.ERROR },
    });
  });
});
