/**
 * The compiled way to run a query: a plan a document, which answers whole lists of leaves at once and ends in plain objects.
 * Whatever a plan does not answer exactly as graphql-js would (a null where the type forbids one, a value of another type, an
 * operation with more than queries of this schema have) is run from its start by the reference executor. Loaders remember the
 * request's reads, so running again makes no call again.
 *
 * CPU of executing and JSON.stringify against graphql-js, with records at hand: 1/9 for a field with its three lists, 1/7 for fifty
 * such fields, 1/8 for a year of hours; of what is left, nine tenths are the stringify, which scan/ does without.
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
import { jsonResult, type JsonResult } from './json-result.ts';
import { KeptTexts } from './run/kept-texts.ts';
import { type DocumentMemory, unbounded } from './memory.ts';
import { Plans } from './plans.ts';
import { Run } from './run/run.ts';

type Execute = (args: QueryArgs) => ReturnType<typeof execute>;

/** What graphql-js is given to execute. */
export interface QueryArgs extends ExecutionArgs {
  /** The one that `operationName` asks for, where the caller has found it already. */
  operation?: OperationDefinitionNode;
}

export interface ExecutorOptions {
  /** Where what is made for a document is counted. Without it, it is bounded by whoever holds the documents. */
  memoryOf?: (document: DocumentNode) => DocumentMemory;
  /** Where texts of lists are kept. */
  fragments?: KeptTexts;
}

/** An executor of queries of one schema, equal in every answer to `reference`. */
export function createExecutor(
  schema: GraphQLSchema,
  reference: typeof execute,
  { memoryOf = () => unbounded, fragments = new KeptTexts() }: ExecutorOptions = {},
): Execute {
  const plans = new Plans(schema, memoryOf, fragments);

  return (args) => {
    if (args.schema !== schema || !isPlain(args)) return reference(args);
    const { document, operationName, variableValues: sent = {}, contextValue, rootValue } = args;
    const operation = args.operation ?? getOperationAST(document, operationName);
    if (!operation) return reference(args);
    const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], sent ?? {});
    if (variableValues === undefined) return reference(args);
    const plan = plans.find(document, operation, variableValues.coerced);
    if (plan === undefined) return reference(args);
    const run = new Run(contextValue);
    try {
      run.arguments = plan.arguments.coerce(variableValues);
      const data = plan.complete(rootValue, run, undefined);
      return run.finish<JsonResult>(
        () => jsonResult(data, run.errors, run.hasFragments ? run.composites : undefined),
        () => reference(args),
      );
    } catch {
      run.abandon();
      return reference(args);
    }
  };
}

/** Whether nothing is asked for that only the reference executor does. */
function isPlain({ fieldResolver, typeResolver, abortSignal, hooks }: ExecutionArgs): boolean {
  return !(fieldResolver || typeResolver || abortSignal || hooks);
}
