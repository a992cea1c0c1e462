/** The span of one operation, by OpenTelemetry's conventions for GraphQL servers. It never contains the document, a variable or a key. */
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { readTraceHeaders, toContext, toTraceHeaders } from '../../platform/log/trace-headers.ts';
import type { NodeRequest } from '../../platform/server/http-request.ts';
import type { OperationRecord, Outcome } from './record.ts';

/** Starts the span at the moment of the request: under the active span of HTTP instrumentation, if any, else under the caller's. */
export function startOperationSpan(tracer: Tracer, request: Pick<NodeRequest, 'headers' | 'startedAt'>) {
  const isInside = trace.getActiveSpan() !== undefined;
  const parent = isInside ? context.active() : toContext(readTraceHeaders(request.headers) ?? {}, true);
  const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
  const span = tracer.startSpan('GraphQL Operation', { kind, startTime: request.startedAt }, parent);
  return {
    /** Headers for calls to the service, so that their spans are under this one. */
    headers: toTraceHeaders(span.spanContext()),
    /** Runs something with this span as the active one. */
    run: <Result>(work: () => Result): Result => context.with(trace.setSpan(parent, span), work),
    end: (operation: OperationRecord, outcome: Outcome): void => endSpan(span, operation, outcome),
  };
}

function endSpan(span: Span, operation: OperationRecord, outcome: Outcome): void {
  const { requestId, name, type, document, client, coalescedWith, counts, codes } = operation;
  if (type !== undefined) span.updateName(type).setAttribute('graphql.operation.type', type);
  if (name !== undefined) span.setAttribute('graphql.operation.name', name);
  if (document !== undefined) span.setAttribute('graphql.document.hash', document.hash);
  if (client !== undefined) span.setAttribute('fieldgraph.client.name', client.name);
  if (client?.version !== undefined) span.setAttribute('fieldgraph.client.version', client.version);
  if (coalescedWith !== undefined) span.setAttribute('fieldgraph.coalesced_with', coalescedWith);
  span.setAttributes({
    'fieldgraph.request_id': requestId,
    'fieldgraph.outcome': outcome,
    'fieldgraph.upstream.calls': counts.calls,
    'fieldgraph.upstream.retries': counts.retries,
  });
  const [code] = codes;
  if (code !== undefined) span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
