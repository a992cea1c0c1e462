/** The graph as tools for language models at `/mcp`, where `MCP` is on. The protocol's library is loaded only then: it takes memory. */
import { hostNames, type SettingsOf, toggle, onlyFor } from '../../../platform/settings/setting-types.ts';

export const after = { settings: 'INTROSPECTION', banner: 'GraphQL' };

export const settings = onlyFor('gateway', {
  MCP: toggle(false).describe(
    'Whether language models can use the graph through [tools](mcp.md) at `/mcp` (Model Context Protocol).',
  ),
  MCP_WRITES: toggle(false).describe('Whether the tools of `/mcp` may write.'),
  MCP_HOSTS: hostNames.default(['127.0.0.1', 'localhost', '[::1]']).meta({
    description: 'Host names of `/mcp`, without ports. Requests to any other Host are refused.',
    fallback: 'loopback',
    example: 'graph.example.com,127.0.0.1',
  }),
});

type Config = SettingsOf<typeof settings>;

export function banner({ MCP }: Config, { graphUrl }: { graphUrl?: string | undefined }) {
  return { MCP: MCP && graphUrl ? `${graphUrl}/mcp` : undefined };
}

/** Those of the tools. */
export const ownDocuments = async () =>
  (await import('./tool-document.ts')).readToolDocuments().map(({ text }) => text);

export async function create({ config, version }: { config: Config; version: string }) {
  if (!config.MCP) return {};
  const { createMcp } = await import('./mcp.ts');
  return { attach: createMcp({ hosts: config.MCP_HOSTS, writes: config.MCP_WRITES, version }) };
}
