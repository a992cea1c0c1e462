/**
 * W3C Trace Context (https://www.w3.org/TR/trace-context/) and the spans of an OpenTelemetry SDK, if the process has registered
 * one. Only these two headers are read and written: baggage and other formats are ignored.
 */
import { createTraceState, isSpanContextValid, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';

/** The two headers, by their names. */
export type TraceHeaders = { traceparent: string; tracestate?: string };

/** Ids of only zeros and the version ff are invalid. Later versions than 00 may have more fields. */
const traceparentForm =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const traceparentLength = 55;
const tracestateLengthMax = 512;
const entryLengthMax = 128;

/** Reads the trace headers of a request, a later version as version 00. Undefined without a valid `traceparent`. */
export function readTraceHeaders(headers: { get(name: string): string | null }): TraceHeaders | undefined {
  const sent = headers.get('traceparent');
  if (sent === null || !traceparentForm.test(sent)) return undefined;
  const traceparent = sent.startsWith('00') ? sent : `00${sent.slice(2, traceparentLength)}`;
  const tracestate = shorten(headers.get('tracestate') ?? '');
  return tracestate ? { traceparent, tracestate } : { traceparent };
}

/** Removes whole entries from a long tracestate: first those over 128 characters, then the last, of the oldest systems (section 3.3.1.5). */
function shorten(tracestate: string): string {
  let excess = tracestate.length - tracestateLengthMax;
  if (excess <= 0) return tracestate;
  const entries = tracestate.split(',').filter(({ length }) => {
    const isLeftOut = excess > 0 && length > entryLengthMax;
    if (isLeftOut) excess -= length + 1;
    return !isLeftOut;
  });
  while (excess > 0) excess -= (entries.pop() ?? '').length + 1;
  return entries.join();
}

/** Returns the context of the span that the headers name, of another process or of this one, or the root if they name none. */
export function toContext({ traceparent = '', tracestate }: Partial<TraceHeaders>, isRemote: boolean) {
  const named = traceparentForm.exec(traceparent);
  if (named === null) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = named;
  const spanContext: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote };
  if (tracestate !== undefined) spanContext.traceState = createTraceState(tracestate);
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

/** The headers that name a span. */
export function toTraceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const traceparent = `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
  const tracestate = traceState?.serialize();
  return tracestate ? { traceparent, tracestate } : { traceparent };
}

/** Returns the tracer of the SDK that is registered by now. Undefined without one, so that spans cost nothing. */
export function findTracer() {
  const tracer = trace.getTracer('fieldgraph');
  // The public way to detect an SDK: without one, a span has no id. It is never ended, so no exporter sees it.
  return isSpanContextValid(tracer.startSpan('fieldgraph start', { root: true }).spanContext()) ? tracer : undefined;
}
