/** The banner that is printed once the ports listen: addresses, and the demo's key. */
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { type Config, everyInterface } from '../config.ts';
import { allCapabilities, opensSqlite } from '../capability.ts';
import { insertAfter } from '../config/insert-after.ts';
import { hasGraphiql } from '../graph/http/pages/graphiql.ts';
import { tryOr } from '../platform/sync/try-or.ts';
import type { Running } from './start.ts';
import { version } from './version.ts';

/** A line for each thing that this process serves, and nothing secret but the demo's key. */
export function banner(config: Config, running: Partial<Running>): string {
  const { graphUrl, serviceUrl, demoKey } = running;
  const isEmbedded = config.FIELD_DATA_URL === undefined;
  const own: [string, string | undefined][] = [
    ['GraphQL', graphUrl && `${graphUrl}/graphql${config.GRAPHIQL ? graphiqlNote() : ''}`],
    ...addressesElsewhere(config.HOST).map((host): [string, string] => [
      'From elsewhere',
      graphUrl ? `${elsewhere(graphUrl, host)}/graphql` : elsewhere(serviceUrl ?? '', host),
    ]),
    ['REST', isEmbedded ? `${serviceUrl}/ (reference: ${serviceUrl}/docs)` : undefined],
    ['Remote service', isEmbedded ? undefined : serviceUrl],
    ['Demo fields', demoKey && 'fld_demo_01 to fld_demo_60'],
    ['Demo API key', demoKey && `export DEMO_API_KEY=${demoKey}`],
    ['Data', opensSqlite(config) ? resolve(config.FIELD_DATA_DIR) : undefined],
  ];
  const rows = insertAfter(own, 'banner', allCapabilities, (each) => each.banner?.(config, running));
  const lines = rows.filter(([, value]) => value !== undefined).map(([name, value]) => `  ${name.padEnd(18)}${value}`);
  return ['', `Fieldgraph ${version()} is running`, '', ...lines, ''].join('\n');
}

/** Addresses by which other machines reach a server that is bound to every interface, without link-local ones; none if they cannot be read. */
function addressesElsewhere(host: string): string[] {
  if (!everyInterface.has(host)) return [];
  return Object.values(tryOr(networkInterfaces, {}))
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ internal, family, address }) =>
        !internal && (family === 'IPv4' ? true : host === '::' && !address.startsWith('fe80')),
    )
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
}

const elsewhere = (url: string, host: string): string => `http://${host}:${new URL(url).port}`;

function graphiqlNote(): string {
  return hasGraphiql()
    ? ' (GraphiQL in a browser)'
    : ' (no GraphiQL: run `npm ci` without --omit=dev, then `npm run prepare`)';
}
