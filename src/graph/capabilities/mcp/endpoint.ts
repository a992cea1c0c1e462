/**
 * `/mcp` over HTTP: refuses hosts and origins that may not call, and callers over their limit. It reads one message of bounded size, and
 * passes it to the protocol (protocol.ts). The library distinguishes the versions of the protocol.
 *
 * A page of another site must not reach a gateway on the machine of its reader. So the Host must be a configured one (DNS rebinding), and
 * an Origin one that may call the graph.
 */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  isSpecType,
  type Server,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import { type Cors, createCors } from '../../../platform/server/cors.ts';
import { empty, fromResponse, json, type Reply, vary } from '../../../platform/server/http-reply.ts';
import { type FetchRequest, readBody } from '../../../platform/server/fetch-request.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { exceedsBounds } from '../../../platform/json/nesting.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { refuseCoded, textOf } from '../../http/operation-request.ts';
import type { Route, ServerOptions } from '../../http/server.ts';
import { readCaller } from '../../operation/caller.ts';
import type { ToolRequest } from './run-tool.ts';

export interface EndpointOptions extends Pick<ServerOptions, 'cors' | 'reading' | 'callerLimit' | 'log' | 'watch'> {
  /** Host names of the gateway, without ports. */
  hosts: readonly string[];
  createProtocol(toolRequest: ToolRequest): Server;
}

/** Headers of a reply that pages may read. */
const exposedHeaders = 'Retry-After, X-Request-Id';
const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;
/** JSON-RPC leaves this code to servers. */
const rateLimited = -32_000;
/** Maximum depth of lists and objects in a message: the library reads messages by recursion. */
const nestingMax = 200;
/** Maximum values in a message: the library reports each wrong one. */
const valuesMax = 5_000;
/** Answers belong to one caller. `ttlMs` in a message says what clients may cache. */
const headers = ['cache-control', 'private, no-store, no-transform', 'x-content-type-options', 'nosniff'];

/** The endpoint of one gateway. */
export function createEndpoint(options: EndpointOptions): Route {
  const { hosts, callerLimit, createProtocol, log, watch } = options;
  const { bodyBytesMax } = options.reading;
  const cors = createCors(options.cors, exposedHeaders);
  const toolRequests = new WeakMap<object, ToolRequest>();
  const handler = createMcpHandler(
    ({ requestInfo }) => createProtocol(toolRequests.get(requestInfo as object) as ToolRequest),
    {
      // Nothing changes while the process runs, so a subscription would occupy a connection for nothing.
      maxSubscriptions: 0,
      onerror: (error) => log.debug({ err: error }, 'refused message to /mcp'),
    },
  );

  async function serve(request: Request, requestId: string, address: string): Promise<Reply> {
    if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) {
      // The library replies with 405 or 415, and the body is not read.
      return fromResponse(await handler.fetch(request, { parsedBody: null }));
    }
    const caller = readCaller(request.headers.get('authorization'));
    const overLimit = (await callerLimit?.take(caller, address))?.error;
    let message: unknown;
    try {
      refuseCoded(request);
      message = JSON.parse(textOf(await readBody(request, bodyBytesMax), bodyBytesMax));
    } catch (error) {
      return refuseUnreadable(error);
    }
    const { method, id, params } = isRecord(message) ? message : {};
    if (exceedsBounds(nestingMax, message, valuesMax)) {
      const bounds = `nest at most ${nestingMax} lists and objects, and have ${valuesMax} values`;
      return refuse(400, invalidRequest, `A message may ${bounds}.`, id);
    }
    if (Array.isArray(message))
      return refuse(400, invalidRequest, 'Send one message in a request: lists of messages are not supported.');
    // Versions from 2026-07-28 on have no handshake: the library knows no such method.
    const isHandshake = method === 'initialize' && (await isLegacyRequest(request, message));
    const violation = violationOf(isHandshake, method, params);
    if (violation !== undefined) return refuse(400, invalidParams, violation, id);
    // A tool call reports the limit in its answer, which the model reads.
    if (overLimit && method !== 'tools/call') {
      const { headers, signal } = request;
      return watch({ headers, signal, startedAt: performance.now() }, requestId, address, (operation) => {
        operation.result = { errors: [overLimit] };
        return refuse(429, rateLimited, overLimit.message, id, overLimit);
      });
    }
    const sent = isRecord(params) && isRecord(params.arguments) ? params.arguments : {};
    toolRequests.set(request, { request, requestId, address, caller, overLimit, sent });
    return fromResponse(await handler.fetch(request, { parsedBody: message }));
  }

  return async (received, requestId, address) => {
    const preflight = cors.preflight(received);
    if (preflight) return empty(204, preflight);
    const { request } = received;
    const reply = refuseStranger(received, hosts, cors) ?? (await serve(request, requestId, address));
    reply.headers.push(...headers, ...cors.expose(received));
    vary(reply.headers, 'Origin');
    return reply;
  };
}

function refuseStranger(received: FetchRequest, hosts: readonly string[], cors: Cors): Reply | undefined {
  const host = validateHostHeader(received.headers.get('host'), [...hosts]);
  if (!host.ok) return refuse(403, invalidRequest, `${host.message.slice(0, 200)}. MCP_HOSTS lists the names.`);
  const isPage = received.headers.get('origin') !== null;
  if (isPage && cors.expose(received).length === 0)
    return refuse(403, invalidRequest, 'Pages of this origin may not call: CORS_ORIGINS lists those that may.');
  return undefined;
}

function refuseUnreadable(error: unknown): Reply {
  if (error instanceof SyntaxError) return refuse(400, parseError, 'The body is not JSON.');
  if (!(error instanceof GatewayError)) throw error;
  const { status = 400 } = error.extensions.http ?? {};
  return refuse(status, status === 400 ? parseError : invalidRequest, error.message);
}

/** The violation in the parameters of a method, if any. The library would send the output of its validator instead. */
function violationOf(isHandshake: boolean, method: unknown, params: unknown = {}): string | undefined {
  if (!isRecord(params)) return 'params must be an object.';
  const { name, arguments: args = {}, uri, cursor = '' } = params;
  if (method === 'tools/call' && (typeof name !== 'string' || !isRecord(args)))
    return 'tools/call takes name, a string, and arguments, an object.';
  if (isHandshake && !isSpecType.InitializeRequestParams(params))
    return 'initialize takes protocolVersion, a string, capabilities, an object, and clientInfo with name and version.';
  if (method === 'resources/read' && typeof uri !== 'string') return 'resources/read takes uri, a string.';
  return typeof cursor === 'string' ? undefined : 'cursor must be a string.';
}

/** A JSON-RPC error, with the id of its message if that has a type that JSON-RPC allows. */
function refuse(status: number, code: number, message: string, id?: unknown, overLimit?: GatewayError): Reply {
  const named = typeof id === 'string' || typeof id === 'number' ? id : null;
  const { headers = {} } = overLimit?.extensions.http ?? {};
  return json({ jsonrpc: '2.0', error: { code, message }, id: named }, status, Object.entries(headers).flat());
}
