/**
 * `npm start -- drift URL`: what a service's description changed against the committed one, and which graph fields that reaches.
 * Needs no key and changes nothing. The exit codes are in `usage`.
 */
import {
  asksForHelp,
  callOf,
  type CommandTools,
  printError,
  print,
  readOptions,
  UsageError,
} from '../../../platform/cli/command-line.ts';
import { ConfigError } from '../../../platform/settings/setting-types.ts';
import { createTransport } from '../../upstream/wire/undici.ts';
import { type Drift, findDrift } from './drift.ts';
import type { ServiceDocuments } from './live-contract.ts';
import { describeChange, summarize } from './report.ts';

const usage = `${callOf('drift')} URL [--openapi-path /openapi.json]

Compares the description that the service at URL publishes with schema/openapi.json.
Exit codes: 0 nothing breaks, 1 something does, 2 wrong call, 3 no description to compare.`;

/** Size of a description. */
const descriptionBytesMax = 16 * 1024 * 1024;
const exitUsage = 2;
const exitCodes = { none: 0, changed: 0, breaking: 1, unknown: 3, pending: 3 } as const satisfies Record<
  Drift['status'],
  number
>;

/** The settings that the addresses are checked as. */
export interface ServiceConfig {
  FIELD_DATA_URL?: string | undefined;
  FIELD_DATA_OPENAPI_PATH: string;
}

/** How the settings are read. */
export type Tools = Pick<CommandTools<ServiceConfig, never>, 'readConfig'>;

type Target = Pick<ServiceDocuments, 'serviceUrl' | 'descriptionUrl'>;

/** The addresses named on the command line, checked as the gateway's own settings are; undefined where they are not acceptable. */
function readTarget({ readConfig }: Tools): Target | undefined {
  try {
    const { values, positionals } = readOptions({ 'openapi-path': { type: 'string' } });
    const [url] = positionals;
    if (url === undefined || positionals.length > 1) return undefined;
    const config = readConfig({ FIELD_DATA_URL: url, FIELD_DATA_OPENAPI_PATH: values['openapi-path'] });
    const serviceUrl = config.FIELD_DATA_URL ?? url;
    return { serviceUrl, descriptionUrl: `${serviceUrl}${config.FIELD_DATA_OPENAPI_PATH}` };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UsageError)) throw error;
    printError(error.message.replaceAll('FIELD_DATA_URL', 'URL'));
    return undefined;
  }
}

/** Compares over a transport of its own. */
export async function compare({ serviceUrl, descriptionUrl }: Target, signal?: AbortSignal): Promise<Drift> {
  const transport = createTransport({ baseUrl: serviceUrl, connectionsMax: 2, bytesMax: descriptionBytesMax });
  try {
    return await findDrift({ transport, serviceUrl, descriptionUrl, ...(signal && { signal }) });
  } finally {
    await transport.close();
  }
}

/** Runs the command. */
export async function run(tools: Tools): Promise<void> {
  if (asksForHelp()) return print(usage);
  const target = readTarget(tools);
  if (target === undefined) {
    printError(usage);
    process.exitCode = exitUsage;
    return;
  }
  const drift = await compare(target);
  for (const change of drift.changes) print(describeChange(change));
  (drift.status === 'unknown' ? printError : print)(summarize(drift));
  if (drift.release === 'other') print('The release descriptor names another description than the committed one.');
  process.exitCode = exitCodes[drift.status];
}
