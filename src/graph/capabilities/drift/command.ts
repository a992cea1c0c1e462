/**
 * `npm start -- drift URL`: lists how a service's description differs from the committed one, and which graph fields that affects.
 * Needs no key and changes nothing. The exit codes are in `usage`.
 */
import {
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
import { describeChange, nextOf, otherRelease, summarize } from './report.ts';

const usage = `${callOf('drift')} URL [--openapi-path /openapi.json]

Compares the description that the service at URL publishes with schema/openapi.json.
Exit codes: 0 nothing breaks, 1 something does, 2 wrong call, 3 no description to compare.`;

const descriptionBytesMax = 16 * 1024 * 1024;
const exitCodes: Record<Drift['status'], number> = { none: 0, changed: 0, breaking: 1, unknown: 3, pending: 3 };

/** The settings whose checks the addresses must pass. */
export interface ServiceConfig {
  FIELD_DATA_URL?: string | undefined;
  FIELD_DATA_OPENAPI_PATH: string;
}

/** Reads the settings, and runs the command. */
export type Tools = Pick<CommandTools<ServiceConfig, never>, 'readConfig' | 'runUnconfigured'>;

type Target = Pick<ServiceDocuments, 'serviceUrl' | 'descriptionUrl'>;

/** A text about the settings, with the words of the command line in place of their names. */
const asTyped = (text: string): string =>
  text
    .replaceAll('FIELD_DATA_OPENAPI_PATH', '--openapi-path')
    .replaceAll('FIELD_DATA_URL=', '')
    .replaceAll('FIELD_DATA_URL', 'URL');

/** The addresses named on the command line, checked as the gateway's own settings are. Throws UsageError. */
function readTarget({ readConfig }: Tools): Target {
  const { values, positionals } = readOptions({ 'openapi-path': { type: 'string' } });
  const [url] = positionals;
  if (!url || positionals.length > 1) throw new UsageError('Name one URL.');
  try {
    const config = readConfig({ FIELD_DATA_URL: url, FIELD_DATA_OPENAPI_PATH: values['openapi-path'] });
    const serviceUrl = config.FIELD_DATA_URL ?? url;
    return { serviceUrl, descriptionUrl: `${serviceUrl}${config.FIELD_DATA_OPENAPI_PATH}` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(asTyped(error.message));
  }
}

/** Compares over a transport of its own. */
export async function compare({ serviceUrl, descriptionUrl }: Target, signal?: AbortSignal): Promise<Drift> {
  const transport = createTransport({ baseUrl: serviceUrl, connectionsMax: 2, bytesMax: descriptionBytesMax });
  // It never rejects.
  const drift = await findDrift({ transport, serviceUrl, descriptionUrl, ...(signal && { signal }) });
  await transport.close();
  return drift;
}

/** Runs the command. */
export const run = (tools: Tools) =>
  tools.runUnconfigured(usage, async () => {
    const target = readTarget(tools);
    const drift = await compare(target);
    for (const change of drift.changes) print(describeChange(change));
    if (drift.status === 'unknown')
      printError(`${target.descriptionUrl}: ${summarize(drift)} ${asTyped(nextOf(drift))}`);
    else print(summarize(drift));
    if (drift.release === 'other') print(otherRelease);
    process.exitCode = exitCodes[drift.status];
  });
