/**
 * Runs one call of a tool as an operation like any other. The caller is already counted. The operation is recorded under the tool's name,
 * and the gateway's own pipeline runs it in process. The pipeline passes on the same headers as for every request: the caller's
 * Authorization, the trace and the request id.
 */
import type { GraphQLError } from 'graphql';
import { GatewayError } from '../../errors/gateway-error.ts';
import { byteLengthOf, bytesOf } from '../../../platform/server/http-reply.ts';
import { render } from '../../http/render.ts';
import type { ServerOptions } from '../../http/server.ts';
import type { IncomingRequest } from '../../operation/declarations.ts';
import type { Caller } from '../../operation/caller.ts';
import type { JsonResult } from './tool-result.ts';
import { type JsonSchema, scalars } from './schemas/json-schema.ts';
import type { Tool } from './tools.ts';

export type ToolRunOptions = Pick<ServerOptions, 'pipeline' | 'watch'>;

/** Where a call came from. */
export interface ToolRequest {
  request: IncomingRequest;
  requestId: string;
  /** Address of the client. */
  address: string;
  caller: Caller;
  /** The refusal of a caller over its limit. */
  overLimit: GatewayError | undefined;
  /** The arguments as they were sent: the library's copy lacks one named `__proto__`. */
  sent: Record<string, unknown>;
}

/** The result of a tool with these arguments. Rejects only for internal errors. */
export async function runTool(
  tool: Tool,
  { request, requestId, address, caller, overLimit, sent }: ToolRequest,
  { pipeline, watch }: ToolRunOptions,
): Promise<JsonResult> {
  const { headers, signal } = request;
  return watch({ headers, signal, startedAt: performance.now() }, requestId, address, async (operation) => {
    operation.announce(tool.name);
    const refusal = overLimit ?? unknownArgument(tool, sent) ?? missingArguments(tool, sent);
    // Models send null for arguments that they leave out. GraphQL would refuse null for an argument with a default.
    const stated = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
    const read = () => ({ query: tool.text, operationName: tool.name, variables: stated, extensions: undefined });
    const result = refusal
      ? { errors: [refusal as GraphQLError] }
      : await pipeline(read, request, { caller, operation });
    operation.result = result;
    return toJsonResult(result);
  });
}

/** Names missing arguments in the tool's words: GraphQL would name a variable of a document that the model never saw. */
function missingArguments({ listed }: Tool, sent: Record<string, unknown>): GatewayError | undefined {
  const { required = [], properties = {} } = listed.inputSchema;
  const missing = required.filter((name) => (sent[name] ?? undefined) === undefined);
  if (missing.length === 0) return undefined;
  const sentences = missing.map(
    (name) => `${name} is required${formOf(properties[name])}: ${properties[name]?.description}`,
  );
  return new GatewayError('BAD_USER_INPUT', { message: sentences.join(' ') });
}

/** The form of an argument, where its type does not state it. */
function formOf({ pattern, format }: JsonSchema = {}): string {
  if (format === 'date' || pattern === scalars.DateOrDateTime?.pattern) return ', YYYY-MM-DD';
  if (pattern === scalars.MonthDay?.pattern) return ', MM-DD';
  return pattern === scalars.ID?.pattern ? ', fld_…' : '';
}

/** GraphQL ignores unknown variables: a model that misspelled one would take the answer for the default as the one it requested. */
function unknownArgument({ name, listed }: Tool, sent: Record<string, unknown>): GatewayError | undefined {
  const { properties = {} } = listed.inputSchema;
  const unknown = Object.keys(sent).find((argument) => !Object.hasOwn(properties, argument));
  if (unknown === undefined) return undefined;
  const shown = JSON.stringify(unknown.slice(0, argumentLengthMax));
  const message = `${name} has no argument ${shown}. It takes ${Object.keys(properties).join(', ')}.`;
  return new GatewayError('BAD_USER_INPUT', { message });
}

const argumentLengthMax = 100;

/** Parsing a larger answer would block other requests, only to shorten it to some thousand characters. */
const bytesMax = 4 * 1024 * 1024;

/** The result as callers read it over HTTP: it is rendered first, because lists may exist only as bytes. */
function toJsonResult(result: Parameters<typeof render>[0]): JsonResult {
  const { body } = render(result, 'application/json');
  const actual = byteLengthOf(body);
  if (actual <= bytesMax) return JSON.parse(typeof body === 'string' ? body : Buffer.from(bytesOf(body)).toString());
  const message = `The answer would have ${actual} bytes: request fewer fields or a shorter time.`;
  return { errors: [{ message, extensions: { code: 'OPERATION_TOO_COMPLEX', retryable: false } }] };
}
