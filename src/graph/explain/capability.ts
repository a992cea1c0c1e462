/** Plans at `/graphql/plan`, and receipts where `RECEIPTS` is on. */
import { onlyFor, type SettingsOf, toggle } from '../../platform/settings/setting-types.ts';
import type { ExplainOptions } from './explain.ts';

export const after = { settings: 'GRAPHIQL' };

export const settings = onlyFor('gateway', {
  RECEIPTS: toggle(
    false,
    'Whether callers may ask for a [receipt](explain.md) of their operation. While the demo is on, the default is on.',
  ),
});

type Config = SettingsOf<typeof settings>;

/** Who has only demo data may see how it was read. */
export function adjust(
  { DEMO, FIELD_DATA_URL }: Config & { DEMO?: boolean; FIELD_DATA_URL?: string | undefined },
  isSet: (name: string) => boolean,
): object {
  return isSet('RECEIPTS') ? {} : { RECEIPTS: DEMO === true && FIELD_DATA_URL === undefined };
}

interface Parts extends Pick<ExplainOptions, 'upstream'> {
  config: Config;
  service: { url: string };
}

export async function create({ config, upstream, service }: Parts) {
  const { createExplain } = await import('./explain.ts');
  return createExplain({ upstream, serviceUrl: service.url, hasReceipts: config.RECEIPTS });
}
