/** `npm start`, or `fieldgraph` without a command: flags, banner, signals and exit codes (0 stopped cleanly, 1 could not start, 2 wrong flags). */
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandNames } from '../commands/named.ts';
import {
  assertRole,
  type Config,
  ConfigError,
  describeSettings,
  everyInterface,
  isClearRemote,
  readProcessConfig,
  type Role,
  roles,
} from '../config.ts';
import { hasGraphiql } from '../graph/http/pages/graphiql.ts';
import { StoreError } from '../field-data/store/store.ts';
import { type Running, start, startServiceOnly, type Stoppable } from '../main.ts';
import { isBuilt } from '../platform/built.ts';
import { boundCompilerMemory } from '../platform/compiler-memory.ts';
import { ListenError } from '../platform/listen.ts';
import { createLog } from '../platform/log.ts';
import { standardErrorStream } from '../platform/log-stream.ts';
import { stopWhenTold } from '../platform/stop-when-told.ts';

const flags = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/** Runs the server until it is told to stop, or prints what the flags ask for. */
export async function serve(argv: string[]): Promise<void> {
  // Who reads may be gone once the banner is read: `npm start | head`.
  process.stdout.on('error', () => {});
  const { values, role } = readFlags(argv);
  if (values === undefined) return;
  if (values.version) return print(version());
  if (values.help) return print(helpText());
  try {
    await runServer(readProcessConfig(), role);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${refusal(error)}\n`);
  }
}

function readFlags(argv: string[]): { values?: { help?: boolean; version?: boolean }; role?: Role } {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: flags, allowPositionals: true });
    const role = roles.find((name) => name === positionals[0]);
    if (positionals.length > (role === undefined ? 0 : 1)) throw new TypeError('unknown word');
    return { values, ...(role && { role }) };
  } catch {
    process.exitCode = 2;
    process.stderr.write(
      `Halves are ${roles.join(' and ')}; commands are ${commandNames.join(', ')}; flags are --help and --version; settings are environment variables. Got: ${argv.join(' ')}\n`,
    );
    return {};
  }
}

const drainMarginMs = 2_000;
const logFlushMs = 1_000;

async function runServer(config: Config, role: Role | undefined): Promise<void> {
  assertRole(config, role);
  boundCompilerMemory();
  const log = createLog(config.LOG_LEVEL);
  const starting: Promise<Partial<Running> & Stoppable> =
    role === 'service' ? startServiceOnly(config, log) : start(config, log);
  // Before it has started: a container's first process ignores every signal that it has no handler for.
  stopWhenTold({
    async stop() {
      await (await starting).stop();
      await standardErrorStream().flush(logFlushMs);
    },
    timeoutMs: config.DRAIN_MS + drainMarginMs,
    onFault: (err) => log.fatal({ err }, 'stopping after an unexpected fault'),
  });
  const running = await starting;
  if (config.FIELD_DATA_URL !== undefined && isClearRemote(config.FIELD_DATA_URL)) {
    log.warn('FIELD_DATA_URL is plain http to another machine: API keys travel in clear');
  }
  // Last: whoever reads the banner may stop us at once.
  print(banner(config, running));
}

function banner(config: Config, { graphUrl, serviceUrl, adminUrl, demoKey }: Partial<Running>): string {
  const isEmbedded = config.FIELD_DATA_URL === undefined;
  const rows: [string, string | undefined][] = [
    ['GraphiQL', graphUrl && config.GRAPHIQL ? graphiqlRow(graphUrl) : undefined],
    ['GraphQL', graphUrl && `${graphUrl}/graphql`],
    ...(graphUrl ? addressesElsewhere(config.HOST) : []).map((host): [string, string] => [
      'From elsewhere',
      elsewhere(String(graphUrl), host),
    ]),
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

function elsewhere(graphUrl: string, host: string): string {
  return `http://${host}:${new URL(graphUrl).port}/graphql`;
}

function graphiqlRow(graphUrl: string): string {
  if (hasGraphiql()) return `${graphUrl}/graphql (in a browser)`;
  return 'not installed: run `npm ci` without --omit=dev';
}

/** What a person reads when it cannot start: a sentence for what they can mend, the whole error for what they cannot. */
function refusal(error: unknown): string {
  if (error instanceof ConfigError) return `These settings are not acceptable:\n${error.message}`;
  if (error instanceof ListenError || error instanceof StoreError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function helpText(): string {
  const settings = describeSettings().map(
    ({ name, fallback, description }) => `  ${name.padEnd(32)}${description} [${fallback}]`,
  );
  return [
    'Serves the Fieldgraph GraphQL gateway, and the Field Data Service under it unless FIELD_DATA_URL names a remote one.',
    '',
    `Usage: ${isBuilt ? 'fieldgraph' : 'npm start --'} [gateway | service] [--help | --version]`,
    `       ${isBuilt ? 'fieldgraph' : 'npm run'} ${commandNames.join(' | ')} (each tells its own --help)`,
    '',
    '  gateway   the gateway alone, over FIELD_DATA_URL',
    '  service   the Field Data Service alone',
    '',
    'Settings, as environment variables or in a file .env:',
    ...settings,
  ].join('\n');
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
