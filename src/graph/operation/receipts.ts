/** What the pipeline expects of receipts; a capability makes them (explain/). */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { Operation } from '../telemetry/record.ts';
import type { Arrived, Context, IncomingOperation } from './context.ts';
import type { OperationCost } from './limits/cost.ts';

/** Makes the receipts of operations. */
export interface Receipts {
  /** The result with its receipt, for who requests one. `execute` calls `watch` with the context before it executes. */
  run?(
    operation: ReceiptOperation,
    execute: (watch: (context: Context) => void) => MaybePromise<ExecutionResult>,
  ): Promise<ExecutionResult>;
  /** Follows an operation whose caller requests none, before it executes. */
  follow?(context: Context, operation: Operation, cost: OperationCost): void;
}

export interface ReceiptOperation extends Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> {
  request: Pick<IncomingOperation, 'headers' | 'signal'>;
  incoming: Arrived & { operation: Operation };
  cost: OperationCost;
}
