/** One structured line per operation: who asked what by id and name, what it cost, how it ended. Never a key, a document or a variable. */
import type { Plugin } from 'graphql-yoga';
import type { Logger } from '../platform/log.ts';
import type { Context } from './context.ts';

/** A Yoga plugin that logs each executed operation once. */
export function useOperationLog(log: Logger): Plugin<Context> {
  return {
    onExecute({ args }) {
      const startedAt = performance.now();
      const { requestId, scope } = args.contextValue;
      return {
        onExecuteDone({ result }) {
          const errors = 'errors' in result ? (result.errors ?? []) : [];
          log.info(
            {
              requestId,
              operation: args.operationName ?? undefined,
              calls: scope.tally.calls,
              retries: scope.tally.retries,
              ms: Math.round(performance.now() - startedAt),
              codes: errors.length > 0 ? [...new Set(errors.map(({ extensions }) => extensions.code))] : undefined,
            },
            'operation',
          );
        },
      };
    },
  };
}
