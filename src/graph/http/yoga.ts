/**
 * The door for every operation that is not plain: GraphQL Yoga, which knows the methods, media types and encodings of GraphQL over HTTP.
 * The operation itself goes through the pipeline of the other door, in place of Yoga's own.
 */
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Plugin, YogaServer } from 'graphql-yoga';
import type { OperationContext, Pipeline } from '../operation/pipeline.ts';
import { type AnswerBody, bytesOf } from './reply.ts';
import { readOperation } from './operation-request.ts';

export interface YogaDoorOptions {
  schema: GraphQLSchema;
  url: string;
  bodyBytesMax: number;
  pipeline: Pipeline;
  /** What callers see of an error. */
  mask(error: unknown): GraphQLError;
}

/** Answers any request to the graph's endpoint. */
export function createYogaDoor({ schema, url, bodyBytesMax, pipeline, mask }: YogaDoorOptions) {
  const door: Plugin<object, OperationContext> = {
    // In place of Yoga's parsers of requests, which take forms and files and pass V8's messages on.
    onRequestParse: ({ setRequestParser }) => setRequestParser((request) => readOperation(request, bodyBytesMax)),
    onParams: ({ setParamsHandler }) =>
      setParamsHandler(async ({ params, request, context }) => {
        return withTextOnly(await pipeline(params as never, request, context as unknown as OperationContext));
      }),
    onResultProcess: ({ result, serverContext }) => serverContext.operation.settle(result as ExecutionResult),
  };
  const yoga = new YogaServer<OperationContext, object>({
    schema,
    graphqlEndpoint: url,
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
    plugins: [door],
  });
  return async (request: Request, context: OperationContext): Promise<Response> =>
    yoga.handle(request, { ...context, waitUntil });
}

/** Yoga's types ask for it, for runtimes that freeze a process once it has answered. */
const waitUntil = (): void => {};

/** Yoga writes texts: a result that has its JSON in parts is asked for it in one. */
function withTextOnly(result: ExecutionResult & { stringify?: (result: ExecutionResult) => AnswerBody }) {
  const { stringify } = result;
  return stringify === undefined
    ? result
    : { ...result, stringify: (told: ExecutionResult) => textOf(stringify(told)) };
}

function textOf(body: AnswerBody): string {
  return typeof body === 'string' ? body : bytesOf(body).toString();
}
