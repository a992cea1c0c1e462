/**
 * The server of the Model Context Protocol for one request. The library knows the versions, negotiates and checks messages.
 * No state stays between requests. Lists and resources are the same for every caller while the process runs.
 */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { ServerOptions } from '../../http/server.ts';
import { toToolResult } from './tool-result.ts';
import type { Resource } from './resources.ts';
import { runTool, type ToolRequest, type ToolRunOptions } from './run-tool.ts';
import type { Tool } from './tools.ts';

interface ProtocolOptions extends ToolRunOptions, Pick<ServerOptions, 'log'> {
  schema: GraphQLSchema;
  /** The version of this package. */
  version: string;
  tools: ReadonlyMap<string, Tool>;
  resources: readonly Resource[];
}

const instructions = [
  'Weather, satellite scenes and observations of agricultural fields. A field has an id, `fld_…`: ask the person for it. No tool lists fields.',
  'Null is unknown, never zero, dry or suitable; `missingDays` and the like count what a total lacks. Every measure has its unit.',
  'State the origin of values (`provenance`, `provenances`, `kind`): replayed and simulated values are not measurements, and a forecast is not history.',
  'Times are UTC unless their name says local. Dates are in the field’s timezone. `leftOut` names what an answer lacks and how to request it.',
].join(' ');

/** For how long a client may cache a list or a resource: a new version of the gateway may have others. */
const cacheable = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Makes the server of one request. */
export function createProtocol({ schema, version, tools, resources, log, ...running }: ProtocolOptions) {
  const listedTools = [...tools.values()].map(({ listed }) => listed);
  const listedResources = resources.map(({ text: _text, ...listed }) => listed);

  return (toolRequest: ToolRequest): Server => {
    const server = new Server(
      { name: 'fieldgraph', title: 'Fieldgraph', version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions,
        cacheHints: {
          'tools/list': cacheable,
          'resources/list': cacheable,
          'resources/read': cacheable,
          'server/discover': cacheable,
        },
      },
    );
    server.setRequestHandler('tools/list', wholeList({ tools: listedTools }) as () => never);
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name);
      if (!tool) throw unknown(`Unknown tool: ${params.name}`);
      const { requestId } = toolRequest;
      try {
        return toToolResult(await runTool(tool, toolRequest, running), tool, schema, requestId);
      } catch (error) {
        log.error({ err: error, requestId }, 'internal error');
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error', { requestId });
      }
    });
    server.setRequestHandler('resources/list', wholeList({ resources: listedResources }));
    server.setRequestHandler('resources/templates/list', wholeList({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', ({ params }) => {
      const resource = resources.find(({ uri }) => uri === params.uri);
      if (!resource) throw unknown(`Unknown resource: ${params.uri}`, { uri: params.uri });
      const { uri, mimeType, text } = resource;
      return { contents: [{ uri, mimeType, text }] };
    });
    return server;
  };
}

/** Handles a request for a list of one page: no cursor is valid, but some clients begin with an empty one. */
const wholeList =
  <List>(list: List) =>
  ({ params }: { params?: { cursor?: string } | undefined }): List => {
    if (params?.cursor) throw unknown('Unknown cursor: each list has one page.');
    return list;
  };

const nameLengthMax = 200;

function unknown(message: string, data?: object): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message.slice(0, nameLengthMax), data);
}
