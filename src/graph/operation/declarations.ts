/** The types of the pipeline, without any code: the inputs of an operation, and the parts that run it. */
import type { ExecutionArgs, ExecutionResult, execute, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { Work } from '../../platform/sync/turns.ts';
import type { OperationRecord } from '../telemetry/record.ts';
import type { Capacity } from './capacity.ts';
import type { ArrivedOperation, Context, ContextRequest } from './context.ts';
import type { PreparationOptions, PreparedDocument } from './documents.ts';
import type { OperationCost } from './limits/cost-sums.ts';
import type { Variables } from './limits/known-values.ts';

/** The parameters of an operation, of the types that GraphQL over HTTP gives them. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  extensions: Record<string, unknown> | undefined;
}

/** The parts of an HTTP request that an operation depends on: a WHATWG Request has them, and so has a NodeRequest. */
export interface IncomingRequest extends Pick<ContextRequest, 'headers' | 'signal'> {
  method: string;
  /** Closes the connection of a client that does not read the result. */
  cut?(): void;
}

export interface PipelineOptions extends Readonly<PreparationOptions> {
  /** The clock that windows are counted from. */
  readonly calendar: () => Date;
  /** Also gets the operation, so that it need not search for it. */
  execute(args: ExecutionArgs & { operation: OperationDefinitionNode; work: Work }): ReturnType<typeof execute>;
  /** Checks the variables of a mutation for its resolvers. */
  admitVariables(operation: OperationDefinitionNode, variables: Variables): Variables;
  createContext(request: ContextRequest, arrived: ArrivedOperation): Context;
  /** Bounds all operations together. */
  readonly capacity: Capacity;
  /** How long an operation may take. */
  readonly deadlineMs: number;
  /** Returns the error that callers see. The log has an internal error, with the request id. */
  mask(error: unknown, requestId?: string): GraphQLError;
  readonly attached: Attached;
}

/** Additions of capabilities. Set once all are attached, after the pipeline is made: read it for each operation. */
export interface Attached {
  /** Makes receipts, if they are enabled. */
  receipts?: Receipts | undefined;
  /** Opens streams, if the schema has subscriptions. */
  subscriptions?: Subscriptions | undefined;
}

/** Makes the receipts of operations; a capability does (explain/). */
export interface Receipts {
  /** Returns the result with its receipt, for callers that request one. `execute` calls `watch` with the context before it executes. */
  run?(
    operation: ReceiptOperation,
    execute: (watch: (context: Context) => void) => MaybePromise<ExecutionResult>,
  ): Promise<ExecutionResult>;
  /** Follows an operation whose caller requests none, before it executes. */
  follow?(context: Context, operation: OperationRecord, cost: OperationCost): void;
}

export interface ReceiptOperation extends Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> {
  request: Pick<ContextRequest, 'headers' | 'signal'>;
  arrived: ArrivedOperation;
  cost: OperationCost;
}

/** Opens the streams of subscriptions. */
export interface Subscriptions {
  /** Resolves to the result of the first event, with the stream of all unless the subscription is refused. */
  open(operation: SubscriptionOperation): Promise<ExecutionResult | StreamedResult>;
  /** Resolves to a sample event, for plans, or to the errors of a subscription that could not be opened. Opens nothing. */
  sample(args: SubscriptionOperation['args']): Promise<{ event: object } | ExecutionResult>;
}

/** A subscription that passed all checks. */
export interface SubscriptionOperation {
  /** For graphql-js. */
  args: ExecutionArgs & { contextValue: Context };
  /** The same object for equal texts, while it is cached. */
  prepared: PreparedDocument;
  request: IncomingRequest;
  arrived: ArrivedOperation;
  /** Executes it for one event, with a context, a deadline and loaders of its own. Never rejects. */
  run(event: object, arrived: ArrivedOperation): Promise<ExecutionResult>;
}

/** The result of the first event, and the stream of all. */
export interface StreamedResult extends ExecutionResult {
  events: ReadableStream<Uint8Array>;
}

/**
 * Returns the result of the operation that `read` returns, without a promise if nothing waits. Never throws or rejects: every error,
 * including those of `read`, becomes a masked error of the result.
 */
export type Pipeline = (
  read: () => OperationRequest,
  request: IncomingRequest,
  arrived: ArrivedOperation,
) => MaybePromise<ExecutionResult>;
