/** What a person reads when the process is ready: where everything is, and the demo's key. */
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { type Config, everyInterface } from '../config.ts';
import { hasFieldPage } from '../graph/http/pages/field-page.ts';
import { hasGraphiql } from '../graph/http/pages/graphiql.ts';
import type { Running } from '../main.ts';
import { version } from './version.ts';
import { servesFieldPage, servesGraphiql } from './common.ts';

/** A line for each thing that this process serves, and nothing secret but the demo's key. */
export function banner(config: Config, { graphUrl, serviceUrl, adminUrl, demoKey }: Partial<Running>): string {
  const isEmbedded = config.FIELD_DATA_URL === undefined;
  const rows: [string, string | undefined][] = [
    ['Field page', graphUrl && servesFieldPage(config) ? fieldPageRow(graphUrl) : undefined],
    ['GraphiQL', graphUrl && servesGraphiql(config) ? graphiqlRow(graphUrl) : undefined],
    ['GraphQL', graphUrl && `${graphUrl}/graphql`],
    ['MCP', graphUrl && config.MCP ? `${graphUrl}/mcp` : undefined],
    ...addressesElsewhere(config.HOST).map((host): [string, string] => [
      'From elsewhere',
      graphUrl ? `${elsewhere(graphUrl, host)}/graphql` : elsewhere(serviceUrl ?? '', host),
    ]),
    ['REST home', isEmbedded ? `${serviceUrl}/ (in a browser)` : undefined],
    ['REST', isEmbedded ? `${serviceUrl}/api/v1` : undefined],
    ['REST description', isEmbedded ? `${serviceUrl}/openapi.json` : undefined],
    ['Metrics', adminUrl && `${adminUrl}/metrics`],
    ['Remote service', isEmbedded ? undefined : serviceUrl],
    ['Demo field', demoKey && 'fld_demo_01 (to fld_demo_60)'],
    ['Demo API key', demoKey],
    ['Data', isEmbedded ? dataOf(config) : undefined],
  ];
  const lines = rows.filter(([, value]) => value !== undefined).map(([name, value]) => `  ${name.padEnd(18)}${value}`);
  return ['', `Fieldgraph ${version()} is ready`, '', ...lines, ''].join('\n');
}

/** Where the embedded service keeps its records; a database is not named by its address, which holds a password. */
function dataOf({ DATABASE_URL: databaseUrl, FIELD_DATA_DIR: dataDir }: Config): string {
  return databaseUrl === undefined ? resolve(dataDir) : 'PostgreSQL, as DATABASE_URL says';
}

/** What other machines may call a server by that is bound to every interface: its addresses, but those that last no longer than a link. */
function addressesElsewhere(host: string): string[] {
  if (!everyInterface.has(host)) return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ internal, family, address }) =>
        !internal && (family === 'IPv4' ? true : host === '::' && !address.startsWith('fe80')),
    )
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
}

function elsewhere(url: string, host: string): string {
  return `http://${host}:${new URL(url).port}`;
}

function graphiqlRow(graphUrl: string): string {
  if (hasGraphiql()) return `${graphUrl}/graphql (in a browser)`;
  return 'not installed: run `npm ci` without --omit=dev';
}

function fieldPageRow(graphUrl: string): string {
  if (hasFieldPage()) return `${graphUrl}/ (in a browser)`;
  return 'not built: run `npm ci` without --omit=dev and --ignore-scripts';
}
