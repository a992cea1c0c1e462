/**
 * The steps of an operation, in order: prepare its document, find the operation, check its limits, make its context, run it, and mask its
 * errors. All requests use this one function, so that none misses a step: a plain one directly, others by Yoga, in place of its own
 * pipeline of plugins.
 */
import { type DocumentNode, type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import type { ArrivedOperation, Context } from './context.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { withStatus } from '../errors/masking.ts';
import { inTurns, nextTurn, ResultTooLarge, TooManyErrors } from '../../platform/sync/turns.ts';
import { andThen, attempt, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import { withCoordinates } from './coordinates.ts';
import { smallRecordsMax } from './capacity.ts';
import { createCostCheck, type KnownOperation } from './limits/cost.ts';
import { assertVariables, coercion } from './limits/limit.ts';
import { Coalescer, type Execute } from './coalescer.ts';
import type {
  IncomingRequest,
  OperationRequest,
  Pipeline,
  PipelineOptions,
  SubscriptionOperation,
  Subscriptions,
} from './declarations.ts';
import { choiceOf, createPreparation } from './documents.ts';
import { withSuggestions } from './suggestions/suggestions.ts';
import type { OperationRecord } from '../telemetry/record.ts';

/** Begins an execution of an operation, with what is special about it. */
type Start = (...sent: [...Parameters<Execute>, variant?: Variant]) => ReturnType<Execute>;

/** How an execution differs from others of its request: it has a receipt, or is for one event of a subscription. */
interface Variant {
  watch?: (context: Context) => void;
  rootValue?: object;
  /** The operation of the event, in place of the one that opened the stream. */
  event?: ArrivedOperation;
}

const plain: Variant = {};

/** A longer text may take some milliseconds to validate. Only one such text, if not known yet, is prepared per turn of the event loop. */
const shortTextMax = 4_096;
/** Weight of a visited record against one that is read: the ratio of the default limits. */
const visitedWeight = 0.3;
/** Number of errors whose masking takes about a millisecond. */
const errorsOfTurn = 500;

/** The pipeline of one schema. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { schema, limits, introspection, execute, admitVariables, createContext, capacity, deadlineMs, mask } = options;
  const prepare = createPreparation(options);
  const isKnown = (text: string) => (options.documents.get(text) ?? options.pinned.get(text)) !== undefined;
  const assertCost = createCostCheck(schema, limits, options.calendar);
  const coalescer = new Coalescer(deadlineMs);
  const shared = { schema, options: coercion, hideSuggestions: !introspection };
  // One object for all: refusing thousands of documents must cost less than the cheapest of them.
  const required = Object.freeze({
    errors: [new GatewayError('PERSISTED_DOCUMENT_REQUIRED', { http: { status: 400, spec: true } })],
  });

  function run(sent: OperationRequest, request: IncomingRequest, arrived: ArrivedOperation) {
    const { query, operationName, variables = {} } = sent;
    const { operation: record, caller, onFreshUntil } = arrived;
    record.announce(operationName);
    const prepared = prepare(query);
    if (prepared === undefined) return required;
    const { document, errors } = prepared;
    const known = prepared.find(operationName);
    record.identify(prepared, known?.node);
    if (known === undefined)
      throw new GatewayError('BAD_USER_INPUT', { message: choiceOf(document), http: { status: 400, spec: true } });
    const isMutation = known.node.operation === OperationTypeNode.MUTATION;
    // Links and prefetches would run a mutation that is not sent by POST.
    if (isMutation && request.method !== 'POST')
      throw new GatewayError('METHOD_NOT_ALLOWED', { http: { status: 405, headers: { allow: 'POST' } } });
    if (errors.length > 0) return { errors };
    // A mutation returns this error in its data, like any other refusal.
    if (caller.error && !isMutation) throw caller.error;
    assertVariables(variables, limits);
    const cost = assertCost(document, known, variables);
    const { recordsRead, recordsVisited } = cost;
    const records = Math.max(recordsRead, Math.ceil(recordsVisited * visitedWeight));
    const { headers, signal } = request;
    const start: Start = (signal, onList, { watch, rootValue, event = arrived } = plain) => {
      const deadlineAt = performance.now() + deadlineMs;
      const context = createContext({ headers, signal, deadlineAt, onList }, event);
      event.operation.counts = context.scope.counts;
      if (watch) watch(context);
      else options.attached.receipts?.follow?.(context, event.operation, cost);
      const args = {
        ...shared,
        document,
        operation: known.node,
        contextValue: context,
        rootValue,
        variableValues: isMutation ? admitVariables(known.node, variables) : variables,
        operationName,
        work: context.scope.work,
      };
      const result = records > smallRecordsMax ? capacity.run(records, caller, () => execute(args)) : execute(args);
      return { result, freshness: context.freshness };
    };
    if (known.node.operation === OperationTypeNode.SUBSCRIPTION) {
      const deadlineAt = performance.now() + deadlineMs;
      const contextValue = createContext({ headers, signal, deadlineAt }, arrived);
      const args = { ...shared, document, contextValue, variableValues: variables, operationName };
      return openStream({ args, prepared, request, arrived }, known, start);
    }
    const receipts = sent.extensions?.receipt === true ? options.attached.receipts : undefined;
    // Neither coalesced nor cached: a receipt describes this execution only.
    const receipted = receipts?.run?.(
      { document, operationName, variableValues: variables, request, arrived, cost },
      (watch) => start(signal, undefined, { watch }).result,
    );
    if (isMutation) {
      // No later query subscribes to one from before it: even a failed one may have written.
      const written = Promise.resolve(receipted ?? start(signal).result).finally(() => coalescer.forget());
      return settle(written, document, record, true);
    }
    if (receipted) return settle(receipted, document, record);
    // Without a call, a query never waits, so an equal one is never in flight.
    const { result, freshness } =
      cost.calls === 0 ? start(signal) : coalescer.run({ operation: known, variables, caller, signal, record }, start);
    return andThen(result, (settled) => {
      onFreshUntil?.(freshness.until);
      return settled.errors ? withMasked(settled, document, record) : settled;
    });
  }

  /** Opens the stream of a subscription, each event of which is executed as an operation of its own. */
  function openStream(
    subscription: Omit<SubscriptionOperation, 'run'>,
    known: KnownOperation,
    start: Start,
  ): Promise<ExecutionResult> {
    const { prepared, request } = subscription;
    const { document } = prepared;
    const run = (rootValue: object, event: ArrivedOperation): Promise<ExecutionResult> => {
      coalescer.forget();
      event.operation.identify(prepared, known.node);
      const executed = Promise.try(() => start(request.signal, undefined, { rootValue, event }).result);
      return settle(executed, document, event.operation);
    };
    const opened = (options.attached.subscriptions as Subscriptions).open({ ...subscription, run });
    return settle(opened, document, subscription.arrived.operation);
  }

  /** Resolves to the result of an execution with masked errors, also if it rejects. */
  function settle(
    executed: Promise<ExecutionResult>,
    document: DocumentNode,
    record: OperationRecord,
    isWrite = false,
  ) {
    return executed.then(
      (result) => withMasked(result, document, record, isWrite),
      (error) => failed(error, record, isWrite),
    );
  }

  function withMasked(
    result: ExecutionResult,
    document: DocumentNode,
    { requestId }: OperationRecord,
    isWrite = false,
  ): MaybePromise<ExecutionResult> {
    const { errors } = result;
    if (errors === undefined) return result;
    const maskEach = isWrite ? maskOfWrite : mask;
    const masked = (part: readonly GraphQLError[]) => part.map((error) => maskEach(explained(error), requestId));
    const named = (shown: GraphQLError[]): ExecutionResult => {
      const errors = withCoordinates(schema, document, shown);
      return { ...result, errors: result.data === undefined ? errors.map(withStatus) : errors };
    };
    if (errors.length <= errorsOfTurn) return named(masked(errors));
    // Otherwise, results that arrive together would block the event loop together.
    return inTurns(errors, errorsOfTurn, masked).then(named);
  }

  /** Adds the valid names to the error of a variable that does not fit its type. */
  function explained(error: GraphQLError): GraphQLError {
    if (error.message.startsWith('Too many errors processing variables'))
      return new GraphQLError('Further values of the variables are wrong: correct these first.', error);
    if (!introspection || error.path !== undefined || !error.message.startsWith('Variable "')) return error;
    return new GraphQLError(withSuggestions(schema, error), { nodes: error.nodes, extensions: error.extensions });
  }

  /** A failure after which the write may have happened is retryable: the idempotency key makes that safe. */
  function maskOfWrite(error: unknown, requestId?: string): GraphQLError {
    const masked = mask(error, requestId);
    const { message, path, extensions } = masked;
    // A null condition of `@skip` or `@include` in the selection is found after the write.
    const isOfSelection = path !== undefined && message.startsWith('Argument "@');
    if (isOfSelection || extensions.code === 'UPSTREAM_ERROR' || extensions.code === 'INTERNAL_SERVER_ERROR')
      extensions.retryable = true;
    return masked;
  }

  function failed(error: unknown, { requestId }: OperationRecord, isWrite = false): ExecutionResult {
    const maskOne = isWrite ? maskOfWrite : mask;
    const isTooLarge = error instanceof ResultTooLarge;
    const shown = isTooLarge ? tooLarge(error, limits.answerBytesMax, isWrite) : maskOne(error, requestId);
    return { errors: [withStatus(shown)] };
  }

  return (read, request, arrived) =>
    attempt(
      () => {
        const sent = read();
        if (options.onlyPinned || sent.query.length <= shortTextMax || isKnown(sent.query))
          return run(sent, request, arrived);
        return nextTurn().then(() => run(sent, request, arrived));
      },
      (error) => failed(error, arrived.operation),
    );
}

/** The error of a result that is too large. It is retryable for a write: queues of writes drop other errors as not written. */
function tooLarge(error: ResultTooLarge, max: number, isWrite: boolean): GatewayError {
  const isOfErrors = error instanceof TooManyErrors;
  const message = isOfErrors ? error.message : `The result would have more than ${max} bytes (ANSWER_BYTES_MAX).`;
  const limit = isOfErrors ? undefined : { name: 'ANSWER_BYTES_MAX', max, actual: max + 1 };
  return new GatewayError('OPERATION_TOO_COMPLEX', {
    ...(limit && { limit }),
    ...(isWrite
      ? { message: `${executed} ${message}`, retryable: true }
      : { message: `${message} ${smaller}`, http: { status: 400, spec: true } }),
  });
}

const executed = 'The write was executed: send it again under its idempotency key, with fewer selections.';
const smaller = 'Request shorter windows, fewer fields, or fewer members of each record.';
