/** The graph as a subgraph of Apollo Federation 2, where `FEDERATION` is on. */
import { type SettingsOf, toggle, onlyFor } from '../../../platform/settings/setting-types.ts';

export const after = { settings: 'INTROSPECTION' };

export const settings = onlyFor('gateway', {
  FEDERATION: toggle(false).describe(
    'Whether the graph is a subgraph of Apollo Federation 2. Its `_service` shows the schema even without `INTROSPECTION`.',
  ),
});

export async function create({ config }: { config: SettingsOf<typeof settings> }) {
  if (!config.FEDERATION) return {};
  const { federate } = await import('./federate.ts');
  return { extendSchema: federate };
}
