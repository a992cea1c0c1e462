/**
 * The compiled way to run a query: a plan a document, which answers whole lists of leaves at once and ends in plain objects.
 * Whatever a plan does not answer exactly as graphql-js would (a null where the type forbids one, a value of another type, an
 * operation with more than queries of this schema have) is run from its start by the reference executor. Loaders remember the
 * request's reads, so running again makes no call again. What it saves: bench/RESULTS.md, layers, "without the compiled executor".
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type execute,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { defaultLearning, type Learning } from './bytes/list-program.ts';
import { jsonResult, type JsonResult } from './json-result.ts';
import { TextCache } from './run/text-cache.ts';
import { type DocumentMemory, unbounded } from './memory.ts';
import { Plans } from './plans.ts';
import { ResultTooLarge, type Work } from '../platform/sync/turns.ts';
import { Run } from './run/run.ts';
import { textInTurns } from './text-in-turns.ts';

export interface Executor {
  (args: QueryArgs): ReturnType<typeof execute>;
  /** Compiles what the operation will run, whatever its conditions are, so that its first run need not. */
  plan(document: DocumentNode, operation: OperationDefinitionNode): void;
  /** Bytes of memory that the kept texts of lists take now. */
  textsBytes(): number;
}

/** What graphql-js is given to execute. */
export interface QueryArgs extends ExecutionArgs {
  /** The one that `operationName` asks for, where the caller has found it already. */
  operation?: OperationDefinitionNode;
  /** The work of the operation: where it is long, it is done in turns, and its result is text. */
  work?: Work;
}

export interface ExecutorOptions {
  /** Where what is made for a document is counted. Without it, it is bounded by whoever holds the documents. */
  memoryOf?: (document: DocumentNode) => DocumentMemory;
  /** How programs of lists are learnt. */
  learning?: Readonly<Learning>;
  /** Bytes of the JSON of one result that is text or long: of one that would have more, running rejects with ResultTooLarge. */
  resultBytesMax?: number;
}

/** An executor of queries of one schema, equal in every answer to `reference`. */
export function createExecutor(
  schema: GraphQLSchema,
  reference: typeof execute,
  {
    memoryOf = () => unbounded,
    learning = defaultLearning,
    resultBytesMax = Number.POSITIVE_INFINITY,
  }: ExecutorOptions = {},
): Executor {
  const texts = new TextCache();
  const plans = new Plans(schema, memoryOf, texts, learning);

  function byReference(args: QueryArgs): ReturnType<typeof execute> {
    const { work } = args;
    const result = reference(args);
    if (work === undefined || !(result instanceof Promise)) return result;
    return result.then((settled) => (work.isLong ? textInTurns(settled, work, resultBytesMax) : settled));
  }

  function run(args: QueryArgs): ReturnType<typeof execute> {
    if (args.schema !== schema || !isPlain(args)) return byReference(args);
    const { document, operationName, variableValues: sent = {}, contextValue, rootValue } = args;
    const operation = args.operation ?? getOperationAST(document, operationName);
    if (!operation) return byReference(args);
    const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], sent ?? {});
    if (variableValues === undefined) return byReference(args);
    const plan = plans.find(document, operation, variableValues.coerced);
    if (plan === undefined) return byReference(args);
    const current = new Run(contextValue, { work: args.work, resultBytesMax });
    try {
      current.arguments = plan.arguments.coerce(variableValues);
      const data = plan.complete(rootValue, current, undefined);
      return current.finish<JsonResult>(
        () => jsonResult(data, current.errors, current.hasFragments ? current.composites : undefined),
        (reason) => {
          if (reason instanceof ResultTooLarge) throw reason;
          return byReference(args);
        },
      );
    } catch (error) {
      current.abandon();
      if (error instanceof ResultTooLarge) throw error;
      return byReference(args);
    }
  }

  return Object.assign(run, {
    plan: (document: DocumentNode, operation: OperationDefinitionNode) => plans.findAll(document, operation),
    textsBytes: () => texts.bytes,
  });
}

/** Whether nothing is asked for that only the reference executor does. */
function isPlain({ fieldResolver, typeResolver, abortSignal, hooks }: ExecutionArgs): boolean {
  return !(fieldResolver || typeResolver || abortSignal || hooks);
}
