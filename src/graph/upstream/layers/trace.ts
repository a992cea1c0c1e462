/** A span for each send to the service, under the operation's, where an OpenTelemetry SDK is there. It names the endpoint, never the field. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { type TraceHeaders, toSpanContext, toTraceHeaders } from '../../../platform/log/trace-headers.ts';
import type { GatewayError } from '../../errors/gateway-error.ts';
import type { Layer, UpstreamRequest } from '../call.ts';

/** Wraps each send in a span that the service is told of. */
export function traceSends(tracer: Tracer): Layer {
  return (next) => async (request) => {
    const { method, url, endpoint, headers } = request;
    const span = tracer.startSpan(
      `${method} ${new URL(url).pathname}`,
      { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, 'fieldgraph.endpoint': endpoint } },
      operationContext(request),
    );
    // Of each send anew: a retry is a span beside the one that failed.
    for (const [name, value] of Object.entries(toTraceHeaders(span.spanContext()))) headers.set(name, value);
    try {
      const response = await next(request);
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) failed(String(response.status));
      return response;
    } catch (error) {
      failed((error as GatewayError).code);
      throw error;
    } finally {
      span.end();
    }

    function failed(type: string): void {
      span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    }
  };
}

/** The operation's span is told by the headers that it lends to its calls. A shared read lies under the first that asked. */
function operationContext({ scope }: UpstreamRequest) {
  const { traceparent } = scope.headers as Partial<TraceHeaders>;
  const spanContext = traceparent && toSpanContext({ ...(scope.headers as TraceHeaders) }, false);
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}
