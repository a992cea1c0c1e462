/**
 * Runs queries by a plan of each document, and answers whole lists of leaves at once. A plan bails out if graphql-js could answer
 * differently: for a forbidden null, or an operation that is not a query of this schema. The reference executor then runs the operation
 * from the start. Loaders cache the request's reads, so no call is made twice.
 * Saves: bench/RESULTS.md, layers, "without the compiled executor".
 */
import {
  type ExecutionArgs,
  type execute,
  executeRootSelectionSet,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  validateExecutionArgs,
} from 'graphql';
import { ResultTooLarge, TooManyErrors, type Work } from '../platform/sync/turns.ts';
import { jsonResult, type JsonResult } from './json-result.ts';
import { createPlanCache, type PlanCacheOptions } from './plan-cache.ts';
import { bytesLeft, Run, shownOf } from './run/run.ts';
import { TextCache } from './run/text-cache.ts';
import { resultInTurns } from './run/text-in-turns.ts';

/** The arguments of graphql-js's `execute`, and more. */
interface QueryArgs extends ExecutionArgs {
  /** The operation of `operationName`, if the caller has found it already. */
  operation?: OperationDefinitionNode;
  /** The work of the operation. Long work is done in turns, and its result is text. */
  work?: Work;
}

interface ExecutorOptions extends Partial<Pick<PlanCacheOptions, 'memoryOf'>> {
  /** Bound of a result's JSON, in bytes, without the escapes of parsed texts. A run above it throws or rejects with ResultTooLarge. */
  resultBytesMax?: number;
}

/** Stop at the first: the reference executor reports the errors, and each may quote a whole variable. */
const firstError = { maxErrors: 0 };
/** Shared, because graphql-js makes several objects even for no variables. */
const noVariables: ReturnType<typeof getVariableValues> = { variableValues: { sources: {}, coerced: {} } };

/** One wrong measure of an hourly year fits. Each error costs two stack traces, and counts again at each parent that it makes null. */
const errorsMax = 20_000;

/** graphql-js's `execute`, but throws or rejects with TooManyErrors once a run has more than `errorsMax`. */
export const executeWithin: typeof execute = (args) => {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  let errors = 0;
  const checked = <Result>(result: Result): Result => {
    if (errors > errorsMax) throw new TooManyErrors('The result would have too many errors.');
    return result;
  };
  const result = executeRootSelectionSet({
    ...validated,
    // graphql-js reads it at each error. What this throws makes each parent null, and so ends the run.
    get errorPropagation() {
      errors++;
      return checked(validated.errorPropagation);
    },
  });
  return result instanceof Promise ? result.then(checked) : checked(result);
};

/** Creates an executor for queries of one schema; its answers equal those of `reference`. Without `memoryOf`, limit documents yourself. */
export function createExecutor(
  schema: GraphQLSchema,
  reference: typeof execute,
  {
    memoryOf = () => ({ claim: () => true, release: () => {} }),
    resultBytesMax = Number.POSITIVE_INFINITY,
  }: ExecutorOptions = {},
) {
  const texts = new TextCache();
  const plans = createPlanCache(schema, { memoryOf, texts });

  function byReference(args: QueryArgs): ReturnType<typeof execute> {
    const { work } = args;
    const result = reference(args);
    if (work === undefined || !(result instanceof Promise)) return result;
    return result.then((settled) => {
      const left = bytesLeft(settled.errors?.map(shownOf), resultBytesMax);
      if (left >= 0 && work.isLong) return resultInTurns(settled, work, left);
      if (bytesLeft(settled.data, left) < 0) throw new ResultTooLarge();
      return settled;
    });
  }

  function run(args: QueryArgs): ReturnType<typeof execute> {
    // Only the reference executor supports these.
    const { fieldResolver, typeResolver, abortSignal, hooks } = args;
    if (args.schema !== schema || fieldResolver || typeResolver || abortSignal || hooks) return byReference(args);
    const { document, operationName, variableValues: sent, contextValue, rootValue } = args;
    const operation = args.operation ?? getOperationAST(document, operationName);
    if (!operation) return byReference(args);
    const { variableDefinitions = [] } = operation;
    const { variableValues } =
      variableDefinitions.length > 0
        ? getVariableValues(schema, variableDefinitions, sent ?? {}, firstError)
        : noVariables;
    if (variableValues === undefined) return byReference(args);
    const plan = plans.find(document, operation, variableValues.coerced);
    if (plan === undefined) return byReference(args);
    const current = new Run(contextValue, args.work, resultBytesMax);
    const bailOut = (reason?: unknown): ReturnType<typeof execute> => {
      if (reason instanceof ResultTooLarge) throw reason;
      return byReference(args);
    };
    try {
      current.arguments = plan.arguments.coerce(variableValues);
      const data = plan.complete(rootValue, current, undefined);
      return current.finish<JsonResult>(() => {
        args.work?.release?.();
        return jsonResult(data, current.errors, current.hasTexts ? current.composites : undefined);
      }, bailOut);
    } catch (error) {
      current.abandon();
      return bailOut(error);
    }
  }

  return Object.assign(run, {
    /** Compiles an operation for every combination of its conditions, so that its first run need not. */
    plan: plans.findAll,
    /** Memory that the cached texts of lists take. */
    textsBytes: () => texts.bytes,
  });
}
