/** Makes a span for each send to the service, under the operation's span, with an OpenTelemetry SDK. Names the endpoint, not the field. */
import { context, createContextKey, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { toContext, toTraceHeaders } from '../../../platform/log/trace-headers.ts';
import type { Layer, Transport } from '../call.ts';
import { outcomeOf } from '../lifetime.ts';

/** The key of `suppressTracing` in @opentelemetry/core. Otherwise instrumentation of undici adds a span and a second `traceparent`. */
const suppressed = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Wraps each send for an operation in a span, and sends its trace headers to the service. Polls for live changes have no operation. */
export function traceSends(tracer: Tracer, { usesUndici = false }: Pick<Transport, 'usesUndici'>): Layer {
  const quiet = () => {
    const active = context.active();
    return usesUndici ? active.setValue(suppressed, true) : active;
  };
  return (next) => async (request) => {
    const { method, endpoint, scope } = request;
    if (scope.headers.traceparent === undefined) return context.with(quiet(), () => next(request));
    const { origin, hostname, port, protocol, pathname } = new URL(request.url);
    const span = tracer.startSpan(
      `${method} ${pathname}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': method,
          'server.address': hostname,
          'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
          'url.full': origin + pathname,
          'fieldgraph.endpoint': endpoint,
        },
      },
      // A coalesced query uses the span of the first query.
      toContext(scope.headers, false),
    );
    request.headers ??= new Headers();
    for (const [name, value] of Object.entries(toTraceHeaders(span.spanContext()))) request.headers.set(name, value);
    try {
      const response = await context.with(trace.setSpan(quiet(), span), () => next(request));
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) failed(String(response.status));
      return response;
    } catch (error) {
      failed(outcomeOf(error));
      throw error;
    } finally {
      span.end();
    }

    function failed(type: string): void {
      span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    }
  };
}
