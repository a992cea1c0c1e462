/** The graph as a subgraph of Apollo Federation 2, where `FEDERATION` is on. */
import type { GraphQLSchema } from 'graphql';
import { type SettingsOf, toggle, onlyFor } from '../../../platform/settings/setting-types.ts';

export const after = { settings: 'INTROSPECTION' };

export const settings = onlyFor('gateway', {
  FEDERATION: toggle(false).describe(
    'Whether the graph is a subgraph of Apollo Federation 2. Its `_service` shows the schema even without `INTROSPECTION`.',
  ),
});

type Config = SettingsOf<typeof settings>;

export async function extendGraph(graph: GraphQLSchema, config?: Config) {
  if (!config?.FEDERATION) return graph;
  const { federate } = await import('./federate.ts');
  return federate(graph);
}
