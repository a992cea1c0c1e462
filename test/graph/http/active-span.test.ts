/** The active span of HTTP instrumentation is the parent of an operation, although the body arrives in later events. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { traceSends } from '../../../src/graph/upstream/layers/trace.ts';
import { UpstreamResponse } from '../../../src/graph/upstream/response.ts';
import { listen } from '../../../src/platform/server/listen.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { callScope, read } from '../../support/upstream-call.ts';

const storage = new AsyncLocalStorage<Context>();
const active = () => storage.getStore() ?? ROOT_CONTEXT;
/** As the context manager of the Node SDK does it. */
const manager = {
  active,
  with: ((around: Context, work: (...args: unknown[]) => unknown, self?: unknown, ...args: unknown[]) =>
    storage.run(around, () => work.apply(self, args))) as never,
  bind: ((around: Context, work: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      storage.run(around, () => work(...args))) as never,
  enable: () => manager,
  disable: () => manager,
};

afterEach(() => {
  context.disable();
});

it.each([
  [{ usesUndici: true }, ['GET /api/v1/weather']],
  [{}, ['of what it calls', 'GET /api/v1/weather', 'of what it calls']],
])(
  'a send by undici records only the span of its operation, unlike a send by another transport: %j',
  async (transport, names) => {
    context.setGlobalContextManager(manager);
    const exporter = new InMemorySpanExporter();
    const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test');
    // As instrumentation of undici or of the database does it.
    const send = traceSends(
      tracer,
      transport,
    )(async () => {
      tracer.startSpan('of what it calls', {}, context.active()).end();
      return new UpstreamResponse(200, {}, Buffer.from('{}'));
    });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const headers of [{ traceparent }, {}] as Record<string, string>[])
      await send(read('http://service.test', { scope: callScope({ headers }) }));
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(names);
  },
);

it('the span of a plain POST is a child of the span that is active around its handler', async () => {
  context.setGlobalContextManager(manager);
  const exporter = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test');
  const { handle } = gatewayOver(() => undefined, { tracer });
  const outer = tracer.startSpan('HTTP');
  const around = trace.setSpan(ROOT_CONTEXT, outer);
  const listener = await listen((incoming, outgoing) => context.with(around, () => handle(incoming, outgoing)), {
    port: 0,
    host: '127.0.0.1',
    portSetting: 'PORT',
  });
  const body = JSON.stringify({ query: '{ __typename }' });
  const headers = { 'content-type': 'application/json' };
  await (await request(`${listener.url}/graphql`, { method: 'POST', headers, body })).body.text();
  await listener.close(0);
  const [operation] = exporter.getFinishedSpans();
  expect(operation).toMatchObject({
    kind: SpanKind.INTERNAL,
    parentSpanContext: { spanId: outer.spanContext().spanId },
  });
});
