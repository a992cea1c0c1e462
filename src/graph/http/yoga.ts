/**
 * GraphQL Yoga, for operations that are not plain: it knows the methods, media types and statuses of GraphQL over HTTP. Our reader reads
 * its requests, our pipeline runs them in place of its own, and our writer writes the results.
 */
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Plugin, YogaServer } from 'graphql-yoga';
import { byteLengthOf, partsOf, fromResponse, headerOf, type Reply } from '../../platform/server/http-reply.ts';
import type { ArrivedOperation } from '../operation/context.ts';
import type { Pipeline, StreamedResult } from '../operation/declarations.ts';
import { endpoint, type ReadOptions, readOperation } from './operation-request.ts';
import { render, streamHeaders } from './render.ts';

const eventStream = streamHeaders['content-type'];

export interface YogaOptions {
  reading: ReadOptions;
  schema: GraphQLSchema;
  pipeline: Pipeline;
  /** Returns the error that callers see. The log has an internal error, with the request id. */
  mask(error: unknown, requestId?: string): GraphQLError;
}

/** Replies to any request to the graph's path. A result in parts stays a stream. */
export function createYoga({ schema, reading, pipeline, mask }: YogaOptions) {
  const plugin: Plugin<object, Served> = {
    // Replaces Yoga's request parsers, which accept forms and files and pass V8's messages on.
    onRequestParse: ({ setRequestParser }) => setRequestParser((request) => readOperation(request, reading)),
    onParams: ({ setParamsHandler }) =>
      setParamsHandler(({ params, request, context }) => pipeline(() => params as never, request, context as Served)),
    // Yoga chooses status and headers from the errors; the body is written here, once.
    onResultProcess({ result, serverContext, setResult, setResultProcessor }) {
      const { operation, answer } = serverContext;
      const settled = result as ExecutionResult & Partial<StreamedResult>;
      operation.result = settled;
      const { events } = settled;
      // Yoga's events have no ids, and always end with `complete`.
      if (events) return setResultProcessor(() => new Response(events, { headers: streamHeaders }), eventStream);
      answer.body = render(settled, 'application/json').body;
      setResult({ ...('data' in settled && { data: null }), ...(settled.errors && { errors: settled.errors }) });
    },
  };
  const yoga = new YogaServer<Served, object>({
    schema,
    graphqlEndpoint: endpoint,
    maskedErrors: { maskError: (error) => mask(error) },
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
  return async (request: Request, arrived: ArrivedOperation): Promise<Reply> => {
    const answer: Served['answer'] = {};
    const response = await yoga.handle(request, { ...arrived, answer, waitUntil });
    // Yoga's events have the content encoding `none`, which does not exist.
    response.headers.delete('content-encoding');
    // Yoga gets a HEAD as a GET.
    if (response.headers.get('allow') === 'GET, POST') response.headers.set('allow', 'GET, HEAD, POST');
    const reply = fromResponse(response);
    if (answer.body === undefined) return reply;
    // Read to the end: this ends the timer of a stream of events.
    await response.arrayBuffer();
    return { ...reply, body: framed(partsOf(answer.body), headerOf(reply.headers, 'content-type') ?? '') };
  };
}

/** Required by Yoga's types, for runtimes that freeze a process after its response. */
const waitUntil = (): void => {};

/** An operation, and its body once it is written. */
interface Served extends ArrivedOperation {
  answer: { body?: ReturnType<typeof render>['body'] };
}

/** The JSON of one result for its media type: in an event of a stream (graphql-sse), in a part of several, or by itself. */
function framed(json: Uint8Array[], contentType: string): Uint8Array[] {
  if (contentType.startsWith(eventStream))
    return [Buffer.from(':\n\nevent: next\ndata: '), ...json, Buffer.from('\n\nevent: complete\ndata:\n\n')];
  if (!contentType.startsWith('multipart/')) return json;
  const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${byteLengthOf(json)}`;
  return [Buffer.from(`\r\n---\r\n${head}\r\n\r\n`), ...json, Buffer.from('\r\n-----\r\n')];
}
