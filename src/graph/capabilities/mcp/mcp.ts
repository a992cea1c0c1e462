/**
 * The graph as tools for language models, over the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28). This
 * entry point and the protocol's library are loaded only with MCP=on. Without this folder, the rest of the gateway works the same.
 */
import type { ServerOptions } from '../../http/server.ts';
import type { Pin } from '../../operation/pin-document.ts';
import { createEndpoint, type EndpointOptions } from './endpoint.ts';
import { createProtocol } from './protocol.ts';
import { createResources } from './resources.ts';
import type { ToolRunOptions } from './run-tool.ts';
import { readTools } from './tools.ts';

/** Settings of the operator. */
export interface McpSettings extends Pick<EndpointOptions, 'hosts'> {
  /** Whether tools that write are listed and run. */
  writes: boolean;
  /** The version of this package. */
  version: string;
}

/** The gateway's own parts: they limit and record a tool's operation as any other. */
interface McpParts
  extends ToolRunOptions,
    Omit<EndpointOptions, 'hosts' | 'createProtocol'>,
    Pick<ServerOptions, 'schema' | 'introspection'> {
  /** Prepares a document and pins it. */
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
        // The limits of an operator may be so low that every call of this tool would exceed them.
        tools.delete(name);
        log.warn({ tool: name, reason: (error as Error).message }, 'a tool of /mcp is left out');
      }
    }
    const resources = createResources(schema, { introspection });
    const protocol = createProtocol({ schema, version, tools, resources, pipeline, watch, log });
    return { routes: new Map([['/mcp', createEndpoint({ ...parts, hosts, log, watch, createProtocol: protocol })]]) };
  };
}
