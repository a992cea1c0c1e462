/** The store in a PostgreSQL database, where `DATABASE_URL` names one. */
import type { CommandTools } from '../../../platform/cli/command-line.ts';
import type { CheckOptions } from '../../../platform/cli/check.ts';
import { integer, type SettingsOf, onlyFor } from '../../../platform/settings/setting-types.ts';
import { databaseUrl } from '../database-url.ts';
import type { Store } from '../store.ts';
import type { MoveConfig } from './move-command.ts';

export const after = { settings: 'FIELD_DATA_DIR', commands: 'export', banner: 'Data' };

export const settings = onlyFor('service', {
  DATABASE_URL: databaseUrl.meta({
    description:
      'A PostgreSQL database (15 or newer), which any number of processes may share, instead of the file in `FIELD_DATA_DIR`.',
    example: 'postgres://fieldgraph:PASSWORD@db.example.com:5432/fieldgraph?sslmode=verify-full',
    isSecret: true,
  }),
  DATABASE_DIRECT_URL: databaseUrl.meta({
    description:
      'The same database without a pooler such as PgBouncer between. One connection of it waits for notifications of changes.',
    fallback: '`DATABASE_URL`',
    example: 'postgres://fieldgraph:PASSWORD@db.example.com:5432/fieldgraph?sslmode=verify-full',
    isSecret: true,
  }),
  DATABASE_POOL_MAX: integer(1, 1_000, 16).describe('Connections of one process to the database.'),
});

type Config = SettingsOf<typeof settings>;

interface ServiceConfig extends Config {
  FIELD_DATA_URL?: string | undefined;
  DEMO: boolean;
  DEMO_API_KEY?: string | undefined;
}

/** Turns the demo off unless it was set: a shared database rarely needs made-up fields. */
export function adjust({ DATABASE_URL }: Config, isSet: (name: string) => boolean): object {
  return DATABASE_URL === undefined || isSet('DEMO') ? {} : { DEMO: false };
}

export function contradictions(config: ServiceConfig): string[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL, FIELD_DATA_URL, DEMO, DEMO_API_KEY } = config;
  if (DATABASE_URL === undefined)
    return DATABASE_DIRECT_URL === undefined ? [] : ['DATABASE_DIRECT_URL is given without DATABASE_URL: set both.'];
  const lines: string[] = [];
  if (FIELD_DATA_URL !== undefined)
    lines.push(
      'DATABASE_URL and FIELD_DATA_URL are both given: a remote service has its own database; keep one of them.',
    );
  if (DEMO && DEMO_API_KEY === undefined)
    lines.push(
      'DEMO with DATABASE_URL needs DEMO_API_KEY, the same random text for every process, for example the output of openssl rand -hex 20.',
    );
  return lines;
}

export const commands = {
  'move-store': (tools: CommandTools<MoveConfig, Store>) => import('./move-command.ts').then(({ run }) => run(tools)),
};

export const checks = {
  store: {
    reads: ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOL_MAX', 'FIELD_DATA_URL'],
    async run(config: ServiceConfig, { role, dryRun }: CheckOptions) {
      const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_MAX: poolMax } = config;
      if (role === 'gateway' || url === undefined || config.FIELD_DATA_URL !== undefined) return [];
      return (await import('./check.ts')).checkPostgres(url, { directUrl, poolMax, dryRun });
    },
  },
};

/** The banner does not show the address of the database, which contains a password. */
export function banner({ DATABASE_URL, FIELD_DATA_URL }: ServiceConfig): Record<string, string> {
  const isUsed = DATABASE_URL !== undefined && FIELD_DATA_URL === undefined;
  return isUsed ? { Data: 'PostgreSQL, as DATABASE_URL says' } : {};
}

/** Returns the function that opens the store; undefined without DATABASE_URL. */
export function storeOpener({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_MAX: poolMax }: Config) {
  if (url === undefined) return undefined;
  return async (): Promise<Store> => (await import('./store.ts')).openPostgresStore(url, { poolMax, directUrl });
}
