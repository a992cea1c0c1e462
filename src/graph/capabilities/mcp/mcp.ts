/**
 * The graph as tools for language models, over the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28): the face of
 * this folder. It is loaded only where MCP=on, and with it the protocol's library; without the folder the gateway is the same otherwise.
 */
import type { ServerOptions } from '../../http/server.ts';
import type { Pin } from '../../operation/pin-document.ts';
import { createEndpoint, type EndpointOptions } from './endpoint.ts';
import { createProtocol } from './protocol.ts';
import { createResources } from './resources.ts';
import type { ToolRunOptions } from './run-tool.ts';
import { readTools } from './tools.ts';

/** What operators set of it. */
export interface McpSettings extends Pick<EndpointOptions, 'hosts'> {
  /** Whether tools that write are listed and run. */
  writes: boolean;
  /** The version of this package. */
  version: string;
}

/** The gateway's own parts: whatever limits and watches an operation does so for a tool's. */
export interface McpParts
  extends ToolRunOptions,
    Omit<EndpointOptions, 'hosts' | 'createProtocol'>,
    Pick<ServerOptions, 'schema' | 'introspection'> {
  /** Prepares a document that stays. */
  pin: Pin;
}

/** Returns a function that makes the endpoint from the parts of a gateway. */
export function createMcp({ hosts, writes, version }: McpSettings) {
  return ({ schema, introspection, pin, pipeline, watch, log, ...parts }: McpParts) => {
    const tools = readTools(schema, { writes });
    for (const { name, text } of tools.values()) {
      try {
        pin(text);
      } catch (error) {
        // An operator may have set limits that no call of it would keep.
        tools.delete(name);
        log.warn({ tool: name, reason: (error as Error).message }, 'a tool of /mcp is left out');
      }
    }
    const resources = createResources(schema, { introspection });
    const protocol = createProtocol({ schema, version, tools, resources, pipeline, watch, log });
    return { routes: new Map([['/mcp', createEndpoint({ ...parts, hosts, log, createProtocol: protocol })]]) };
  };
}
