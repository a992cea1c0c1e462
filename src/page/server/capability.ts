/** The field page at `/`, where `FIELD_PAGE` is on and the page is built. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuilt } from '../../platform/files/is-built.ts';
import { type SettingsOf, toggle, onlyFor } from '../../platform/settings/setting-types.ts';

/** The build of a clone and that of the package write to the same place. */
export const folder = new URL(isBuilt ? '../files/' : '../../../dist/page/files/', import.meta.url);

export const after = { settings: 'GRAPHIQL' };

export const settings = onlyFor('gateway', {
  FIELD_PAGE: toggle(true).describe('Whether `/` shows the field page to a browser; off, it leads to GraphiQL.'),
});

type Config = SettingsOf<typeof settings>;

/** A clone that was installed without development dependencies has no page. */
const hasFieldPage = (): boolean => existsSync(new URL('index.html', folder));

export function banner({ FIELD_PAGE: isOn }: Config, { graphUrl }: { graphUrl?: string | undefined }) {
  const row = hasFieldPage() ? `${graphUrl}/` : 'not built: run `npm ci` without --omit=dev, then `npm run prepare`';
  return { 'Field page': isOn && graphUrl ? row : undefined };
}

/** Those that the built page sends. */
export async function ownDocuments(): Promise<string[]> {
  const file = new URL('documents.json', folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

interface Parts {
  version: string;
  config: Config & { GRAPHIQL: boolean; INTROSPECTION: boolean };
  service: { calendar?: (() => Date) | undefined };
}

export async function create({ config, version, service }: Parts) {
  if (!config.FIELD_PAGE || !hasFieldPage()) return {};
  const { createFieldPage } = await import('./field-page.ts');
  const now = service.calendar?.();
  const facts = [
    `data-version="${version}"`,
    now ? `data-now="${now.toISOString()}"` : [],
    config.GRAPHIQL ? [] : 'data-no-graphiql',
    config.INTROSPECTION ? [] : 'data-no-schema',
  ];
  return { attach: () => ({ routes: createFieldPage(folder, facts.flat()) }) };
}
