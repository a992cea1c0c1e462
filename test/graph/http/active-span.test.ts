/** What HTTP instrumentation has active around a request's handler is the parent of its operation, though the body comes in events of its own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../src/platform/server/listen.ts';
import { gatewayOver } from '../../support/gateway.ts';

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

it('the operation of a plain POST is a span under the one that is active around its handler', async () => {
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
