/**
 * W3C Trace Context (https://www.w3.org/TR/trace-context/) and the spans of an OpenTelemetry SDK, where the process has
 * registered one. Only these two headers are read and written: baggage and other formats go nowhere.
 */
import {
  type Context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** The two headers, by their names. */
export type TraceHeaders = { traceparent: string; tracestate?: string };

const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const tracestateLengthMax = 512;

/** The headers of a request that carry its trace, or undefined where it has none that is well-formed. */
export function readTraceHeaders(headers: { get(name: string): string | null }): TraceHeaders | undefined {
  const traceparent = headers.get('traceparent');
  if (traceparent === null || !traceparentForm.test(traceparent)) return undefined;
  const tracestate = headers.get('tracestate');
  return tracestate !== null && tracestate.length <= tracestateLengthMax
    ? { traceparent, tracestate }
    : { traceparent };
}

/** The context of the span that such headers name, of another process or of this one; the root where they name none. */
export function toContext({ traceparent = '', tracestate }: Partial<TraceHeaders>, isRemote: boolean): Context {
  const [, version, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(traceparent) ?? [];
  const spanContext: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote };
  if (tracestate !== undefined) spanContext.traceState = createTraceState(tracestate);
  const isValid = version !== 'ff' && isSpanContextValid(spanContext);
  return isValid ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

/** The headers that name a span. */
export function toTraceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const traceparent = `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
  const tracestate = traceState?.serialize();
  return tracestate ? { traceparent, tracestate } : { traceparent };
}

/** The tracer of the SDK that the process has registered by now; undefined where there is none, so that nobody pays for spans. */
export function findTracer(): Tracer | undefined {
  const tracer = trace.getTracer('fieldgraph');
  // The public way to tell: without an SDK a span has no id. It is never ended, so no exporter sees it.
  return isSpanContextValid(tracer.startSpan('fieldgraph start', { root: true }).spanContext()) ? tracer : undefined;
}
