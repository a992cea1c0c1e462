/** Watches each operation from its arrival to its answer, and tells its one log line, its metrics and its span, whether it ran or was refused. */
import type { Tracer } from '@opentelemetry/api';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from '../../platform/log.ts';
import type { Context } from '../context.ts';
import type { Metrics } from './metrics.ts';
import { Operation, type OperationResult } from './operation.ts';
import { startOperationSpan } from './operation-span.ts';

/** What the door hands to Yoga beside the request. */
export interface OperationContext {
  requestId: string;
  operation: Operation;
}

export interface OperationWatch {
  log: Logger;
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
}

/** Makes the function that answers an operation and tells of it. The answer passes unchanged, and so does what `respond` throws. */
export function watchOperations({ log, metrics, tracer }: OperationWatch) {
  return async (
    request: Request,
    requestId: string,
    respond: (operation: Operation) => Response | Promise<Response>,
  ): Promise<Response> => {
    const operation = new Operation(requestId);
    const span = tracer && startOperationSpan(tracer, request);
    operation.traceHeaders = span?.headers;
    try {
      return await (span ? span.run(() => respond(operation)) : respond(operation));
    } finally {
      operation.end();
      const outcome = operation.outcome(request.signal.aborted);
      const { name, tally, milliseconds, codes } = operation;
      log.info(
        {
          requestId,
          operation: name,
          outcome,
          calls: tally.calls,
          retries: tally.retries,
          ms: Math.round(milliseconds),
          codes: codes.length > 0 ? codes : undefined,
          refused: outcome === 'refused' ? operation.reason : undefined,
        },
        'operation',
      );
      metrics?.operationEnded(operation, outcome);
      span?.end(operation, outcome);
    }
  };
}

/** The Yoga plugin that fills in what happens inside Yoga. Every result passes it, those of refused operations too. */
export function useOperationWatch(): Plugin<Context & OperationContext, OperationContext> {
  return {
    onParams({ params, context }) {
      context.operation.announce(params.operationName);
    },
    onParse:
      ({ context }) =>
      ({ result }) => {
        if (result !== null && !(result instanceof Error)) context.operation.identify(result);
      },
    onExecute({ args }) {
      args.contextValue.operation.tally = args.contextValue.scope.tally;
    },
    onResultProcess({ result, serverContext }) {
      serverContext.operation.settle(result as OperationResult);
    },
  };
}
