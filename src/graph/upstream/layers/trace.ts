/** Makes a span for each send to the service, under the operation's span, with an OpenTelemetry SDK. Names the endpoint, not the field. */
import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { toContext, toTraceHeaders } from '../../../platform/log/trace-headers.ts';
import type { Layer } from '../call.ts';
import { outcomeOf } from '../lifetime.ts';

/** Wraps each send in a span, and sends its trace headers to the service. */
export function traceSends(tracer: Tracer): Layer {
  return (next) => async (request) => {
    const { method, url, endpoint, scope } = request;
    const span = tracer.startSpan(
      `${method} ${new URL(url).pathname}`,
      { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, 'fieldgraph.endpoint': endpoint } },
      // A coalesced query uses the span of the first query.
      toContext(scope.headers, false),
    );
    request.headers ??= new Headers();
    for (const [name, value] of Object.entries(toTraceHeaders(span.spanContext()))) request.headers.set(name, value);
    try {
      const response = await next(request);
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
