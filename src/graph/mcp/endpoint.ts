/**
 * `/mcp` over HTTP: refuses hosts and origins that may not call and callers over their limit, reads one message of bounded size, and passes it
 * to the protocol (protocol.ts). The library distinguishes the versions of the protocol.
 *
 * A page of another site must not reach a gateway on its reader's machine: the Host is one of those configured (DNS rebinding), and an
 * Origin one that may call the graph.
 */
import { createMcpHandler, isJsonContentType, type Server, validateHostHeader } from '@modelcontextprotocol/server';
import type { Cors } from '../../platform/server/cors.ts';
import { empty, fromResponse, json, type Reply, vary } from '../../platform/server/http-reply.ts';
import { type FetchRequest, readBody } from '../../platform/server/http-request.ts';
import type { Logger } from '../../platform/log/log.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { isDeeperThan } from '../../platform/json/nesting.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { textOf } from '../http/operation-request.ts';
import type { CallerLimit } from '../http/rate-limit/caller-limit.ts';
import { readCaller } from '../operation/caller.ts';
import type { ToolRequest } from './run-tool.ts';

export interface EndpointOptions {
  /** Names by which the gateway is called, without ports. */
  hosts: readonly string[];
  cors: Cors;
  bodyBytesMax: number;
  callerLimit: CallerLimit | undefined;
  createProtocol(toolRequest: ToolRequest): Server;
  log: Logger;
}

/** The reply to what came to the path, from this address. Rejects only for internal errors. */
export type Endpoint = (received: FetchRequest, requestId: string, address: string) => Promise<Reply>;

const parseError = -32_700;
const invalidRequest = -32_600;
/** JSON-RPC leaves it to servers. */
const rateLimited = -32_000;
/** Lists and objects inside one another that a message may have: the library reads messages by recursion. */
const nestingMax = 200;
/** Answers are one caller's. What may be cached, `ttlMs` says within a message. */
const headers = ['cache-control', 'private, no-store', 'x-content-type-options', 'nosniff'];

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { hosts, cors, bodyBytesMax, callerLimit, createProtocol, log } = options;
  const toolRequests = new WeakMap<object, ToolRequest>();
  const handler = createMcpHandler(
    ({ requestInfo }) => createProtocol(toolRequests.get(requestInfo as object) as ToolRequest),
    {
      // Nothing changes while the process runs: a subscription would hold a connection for nothing.
      maxSubscriptions: 0,
      onerror: (error) => log.debug({ err: error }, 'refused message to /mcp'),
    },
  );

  async function serve(request: Request, requestId: string, address: string): Promise<Reply> {
    if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) {
      // 405 or 415, of a body that nobody reads.
      return fromResponse(await handler.fetch(request, { parsedBody: null }));
    }
    const caller = readCaller(request.headers.get('authorization'));
    const overLimit = (await callerLimit?.take(caller, address))?.error;
    const read = await readMessage(request, bodyBytesMax);
    if ('refusal' in read) return read.refusal;
    const { method, id, params } = isRecord(read.message) ? read.message : {};
    // A tool says so itself, in an answer that the model reads.
    if (overLimit && method !== 'tools/call') return refuse(429, rateLimited, overLimit.message, { id, overLimit });
    const sent = isRecord(params) && isRecord(params.arguments) ? params.arguments : {};
    toolRequests.set(request, { request, requestId, address, caller, overLimit, sent });
    return fromResponse(await handler.fetch(request, { parsedBody: read.message }));
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

async function readMessage(request: Request, bodyBytesMax: number): Promise<{ message: unknown } | { refusal: Reply }> {
  try {
    const message: unknown = JSON.parse(textOf(await readBody(request, bodyBytesMax), bodyBytesMax));
    if (isDeeperThan(nestingMax, message)) {
      const { id } = isRecord(message) ? message : {};
      const refusal = `A message may nest at most ${nestingMax} lists and objects.`;
      return { refusal: refuse(400, invalidRequest, refusal, { id }) };
    }
    if (!Array.isArray(message)) return { message };
    return {
      refusal: refuse(400, invalidRequest, 'Send one message in a request: lists of messages are not supported.'),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { refusal: refuse(400, parseError, 'The body is not JSON.') };
    if (!(error instanceof GatewayError)) throw error;
    const { status = 400 } = error.extensions.http ?? {};
    return { refusal: refuse(status, status === 400 ? parseError : invalidRequest, error.message) };
  }
}

interface Refused {
  /** Of the message, where it has one of the types that JSON-RPC allows. */
  id?: unknown;
  overLimit?: GatewayError;
}

/** A JSON-RPC error, about a message or about none in particular. */
function refuse(status: number, code: number, message: string, { id, overLimit }: Refused = {}): Reply {
  const named = typeof id === 'string' || typeof id === 'number' ? id : null;
  const { headers = {} } = overLimit?.extensions.http ?? {};
  return json({ jsonrpc: '2.0', error: { code, message }, id: named }, status, Object.entries(headers).flat());
}
