/** Plans at `/graphql/plan`, receipts where `RECEIPTS` is on, and recent operations on the admin port. */
import { integer, onlyFor, type SettingsOf, toggle } from '../../../platform/settings/setting-types.ts';
import type { ExplainOptions } from './explain.ts';

export const after = { settings: 'GRAPHIQL' };

export const settings = onlyFor('gateway', {
  RECEIPTS: toggle(false).describe(
    'Whether callers may ask for a [receipt](explain.md) of their operation. While the demo is on, the default is on.',
  ),
  RECENT_OPERATIONS_MAX: integer(0, 1_000, 0).describe(
    'Latest operations that `/operations` of the admin port shows, at most 8 MiB. 0 disables it.',
  ),
});

type Config = SettingsOf<typeof settings>;

/** With demo data only, callers may see how it was read. */
export function adjust(
  { DEMO, FIELD_DATA_URL }: Config & { DEMO?: boolean; FIELD_DATA_URL?: string | undefined },
  isSet: (name: string) => boolean,
): object {
  return isSet('RECEIPTS') ? {} : { RECEIPTS: DEMO === true && FIELD_DATA_URL === undefined };
}

/** Without an admin port, nobody can look up the recorded operations. */
export function contradictions(config: Config & { ADMIN_PORT?: number | undefined }): string[] {
  const isUnreadable = config.RECENT_OPERATIONS_MAX > 0 && config.ADMIN_PORT === undefined;
  return isUnreadable ? ['RECENT_OPERATIONS_MAX needs ADMIN_PORT, for example ADMIN_PORT=9090, or remove it.'] : [];
}

interface Parts extends Pick<ExplainOptions, 'upstream'> {
  config: Config;
  service: { url: string };
}

export async function create({ config, upstream, service }: Parts) {
  const { createExplain } = await import('./explain.ts');
  const { RECEIPTS: hasReceipts, RECENT_OPERATIONS_MAX: recentMax } = config;
  return createExplain({ upstream, serviceUrl: service.url, hasReceipts, recentMax });
}
