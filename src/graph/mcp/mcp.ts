/**
 * The graph as tools for language models, over the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28): the face of
 * this folder. It is loaded only where MCP=on, and with it the protocol's library; without the folder the gateway is the same otherwise.
 */
import type { GraphQLSchema } from 'graphql';
import { type CorsOptions, createCors } from '../../platform/server/cors.ts';
import type { Pin } from '../operation/pin-document.ts';
import { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { createProtocol } from './protocol.ts';
import { createResources } from './resources.ts';
import { createToolRun, type ToolRunOptions } from './run-tool.ts';
import { readTools } from './tools.ts';

/** What operators set of it. */
export interface McpSettings extends Pick<EndpointOptions, 'hosts'> {
  /** Whether tools that write are listed and run. */
  writes: boolean;
  /** The version of this package. */
  version: string;
}

/** The gateway's own parts: whatever limits and watches an operation does so for a tool's. */
export interface McpParts extends ToolRunOptions, Pick<EndpointOptions, 'bodyBytesMax' | 'callerLimit' | 'log'> {
  schema: GraphQLSchema;
  introspection: boolean;
  /** Prepares a document that stays. */
  pin: Pin;
  cors: CorsOptions;
}

/** What pages read of a reply in addition to its body. */
const exposedHeaders = ['X-Request-Id'];

/** Makes the endpoint of a gateway out of its parts. */
export type Mcp = (parts: McpParts) => { routes: Map<string, Endpoint> };

/** MCP as these settings have it. Throws, once it is called with a schema, where a tool does not fit that. */
export function createMcp({ hosts, writes, version }: McpSettings): Mcp {
  return ({ schema, introspection, pin, pipeline, callerLimit, watch, bodyBytesMax, log, ...parts }) => {
    const cors = createCors(parts.cors, exposedHeaders);
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
    const protocol = createProtocol({
      schema,
      version,
      tools,
      resources: createResources(schema, { introspection }),
      runTool: createToolRun({ pipeline, watch }),
    });
    const endpoint = createEndpoint({ hosts, cors, bodyBytesMax, callerLimit, createProtocol: protocol, log });
    return { routes: new Map([['/mcp', endpoint]]) };
  };
}
