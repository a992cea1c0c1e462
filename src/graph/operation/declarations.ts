/** What an operation comes with and what runs it: the types of the pipeline, without any code. */
import type { ExecutionArgs, ExecutionResult, execute, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { Work } from '../../platform/sync/turns.ts';
import type { Operation } from '../telemetry/record.ts';
import type { Capacity } from './capacity.ts';
import type { Arrived, Context, IncomingOperation } from './context.ts';
import type { PreparationOptions } from './documents.ts';
import type { OperationCost } from './limits/cost.ts';
import type { Variables } from './limits/known-values.ts';

/** The parameters of an operation, of the types that GraphQL over HTTP gives them. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  extensions: Record<string, unknown> | undefined;
}

/** The parts of an HTTP request that an operation depends on: a WHATWG Request has them, and so has a NodeRequest. */
export interface IncomingRequest extends Pick<IncomingOperation, 'headers' | 'signal'> {
  method: string;
}

/** What is known of an operation before it is read. */
export interface OperationContext extends Arrived {
  /** Called once with the moment (wall clock, milliseconds) until which caches may keep the result; 0 if they may not. */
  onFreshUntil?: ((moment: number) => void) | undefined;
  /** Closes the connection of a client that does not read the result. */
  cut?: (() => void) | undefined;
}

export interface PipelineOptions extends PreparationOptions {
  /** The wall clock. */
  calendar: () => Date;
  /** Gets the operation, so that it need not look for it. */
  execute(args: ExecutionArgs & { operation: OperationDefinitionNode; work: Work }): ReturnType<typeof execute>;
  /** Checks the variables of a mutation for its resolvers. */
  admitVariables(operation: OperationDefinitionNode, variables: Variables): Variables;
  createContext(request: IncomingOperation, context: OperationContext): Context;
  /** Bounds all operations together. */
  capacity: Capacity;
  /** How long an operation may take. */
  deadlineMs: number;
  /** What callers see of an error. */
  mask(error: unknown): GraphQLError;
  /** Makes receipts, where they are on. */
  receipts?: Receipts | undefined;
  /** Opens streams, where the schema has subscriptions. */
  subscriptions?: Subscriptions | undefined;
}

/** Makes the receipts of operations; a capability does (explain/). */
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
  incoming: Arrived;
  cost: OperationCost;
}

/** Opens the streams of subscriptions. */
export interface Subscriptions {
  /** Resolves to the result of the first event, mostly a StreamedResult. */
  open(operation: SubscriptionOperation): Promise<ExecutionResult>;
  /** An event as it may come, for plans. Opens nothing. Resolves to the errors of a subscription that could not be opened. */
  sample(args: SubscriptionOperation['args']): Promise<{ event: object } | ExecutionResult>;
}

/** A subscription that passed all checks. */
export interface SubscriptionOperation {
  /** For graphql-js. */
  args: ExecutionArgs & { contextValue: Context };
  request: IncomingRequest;
  incoming: OperationContext;
  /** Executes it for one event, with a context, a deadline and loaders of its own. Never rejects. */
  run(event: object, incoming: OperationContext): Promise<ExecutionResult>;
}

/** The result of the first event, and the stream of all. */
export interface StreamedResult extends ExecutionResult {
  events: ReadableStream<Uint8Array>;
}

/**
 * The result of an operation, which `read` gives: at once where nothing of it waits. Never throws or rejects: whatever fails, reading
 * too, is an error of the result, masked.
 */
export type Pipeline = (
  read: () => OperationRequest,
  request: IncomingRequest,
  context: OperationContext,
) => MaybePromise<ExecutionResult>;
