/**
 * For every operation that is not a plain POST: GraphQL Yoga, which knows the methods, media types and statuses of GraphQL over HTTP. It reads
 * requests by our reader, runs them by our pipeline in place of its own, and writes results by our writer.
 */
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Plugin, YogaServer } from 'graphql-yoga';
import type { OperationContext, Pipeline } from '../operation/pipeline.ts';
import { type ReadOptions, readOperation } from './operation-request.ts';
import { fromResponse, type Reply, type WholeBody } from './reply.ts';

export interface YogaOptions extends ReadOptions {
  schema: GraphQLSchema;
  /** The graph's path. */
  endpoint: string;
  pipeline: Pipeline;
  /** What callers see of an error. */
  mask(error: unknown): GraphQLError;
}

/** Replies to any request to the graph's path. A result that is told in parts stays a stream. */
export function createYoga({ schema, endpoint, bodyBytesMax, textOfHash, pipeline, mask }: YogaOptions) {
  const reading = { bodyBytesMax, textOfHash };
  const plugin: Plugin<object, OperationContext> = {
    // In place of Yoga's parsers of requests, which take forms and files and pass V8's messages on.
    onRequestParse: ({ setRequestParser }) => setRequestParser((request) => readOperation(request, reading)),
    onParams: ({ setParamsHandler }) =>
      setParamsHandler(async ({ params, request, context }) => {
        return withTextOnly(await pipeline(() => params as never, request, context as unknown as OperationContext));
      }),
    onResultProcess: ({ result, serverContext }) => serverContext.operation.settle(result as ExecutionResult),
  };
  const yoga = new YogaServer<OperationContext, object>({
    schema,
    graphqlEndpoint: endpoint,
    maskedErrors: { maskError: mask },
    parserAndValidationCache: false,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    maxRequestBodySize: false,
    multipart: false,
    logging: false,
    fetchAPI: { Response },
    plugins: [plugin],
  });
  return async (request: Request, context: OperationContext): Promise<Reply> =>
    fromResponse(await yoga.handle(request, { ...context, waitUntil }));
}

/** Yoga's types ask for it, for runtimes that freeze a process once it has answered. */
const waitUntil = (): void => {};

/** Yoga writes texts: a result that has its JSON in parts is asked for it in one. */
function withTextOnly(result: ExecutionResult & { stringify?: (result: ExecutionResult) => WholeBody }) {
  const { stringify } = result;
  return stringify === undefined
    ? result
    : { ...result, stringify: (told: ExecutionResult) => textOf(stringify(told)) };
}

function textOf(body: WholeBody): string {
  return typeof body === 'string' ? body : Buffer.concat(body).toString();
}
