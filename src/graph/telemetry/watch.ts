/** Watches each operation from request to answer, and writes its log line, metrics and span once, whether it ran or was refused. */
import type { Tracer } from '@opentelemetry/api';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type Logger, streamOf } from '../../platform/log/log.ts';
import type { NodeRequest } from '../../platform/server/http-request.ts';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { Metrics } from './metrics.ts';
import { OperationRecord, type Outcome, readClient } from './record.ts';
import { renderLine } from './log-line.ts';
import { startOperationSpan } from './span.ts';

export interface OperationWatch {
  log: Logger;
  /** Counts operations, if set. */
  metrics?: Metrics | undefined;
  /** The tracer of an OpenTelemetry SDK; undefined without an SDK. */
  tracer?: Tracer | undefined;
  /** Whether this process disconnects its callers because it ends. */
  isCut?: (() => boolean) | undefined;
  /** Is notified of each operation that ended. */
  onEnd?: ((operation: OperationRecord, outcome: Outcome) => void) | undefined;
}

/** Makes the function that answers an operation and reports it. The answer passes unchanged, and so do the errors of `respond`. */
export function watchOperations({ log, metrics, tracer, onEnd, isCut }: OperationWatch) {
  const lines = streamOf(log);

  return <Answer>(
    request: Pick<NodeRequest, 'headers' | 'startedAt' | 'signal'>,
    requestId: string,
    address: string,
    respond: (operation: OperationRecord) => MaybePromise<Answer>,
  ): MaybePromise<Answer> => {
    const operation = new OperationRecord(requestId, readClient(request.headers), address);
    const span = tracer && startOperationSpan(tracer, request);
    operation.traceHeaders = span?.headers;
    const end = (): void => {
      operation.milliseconds = performance.now() - request.startedAt;
      operation.document ??= (operation.result?.errors?.[0] as GatewayError | undefined)?.document;
      const outcome = operation.outcome(request.signal.aborted, isCut);
      if (log.isLevelEnabled('info')) lines.write(renderLine(operation, outcome));
      metrics?.operationEnded(operation, outcome);
      onEnd?.(operation, outcome);
      span?.end(operation, outcome);
    };
    let answer: MaybePromise<Answer>;
    try {
      answer = span ? span.run(() => respond(operation)) : respond(operation);
    } catch (error) {
      end();
      throw error;
    }
    if (answer instanceof Promise) return answer.finally(end);
    end();
    return answer;
  };
}
