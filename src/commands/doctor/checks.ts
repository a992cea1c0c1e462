/** The checks in their order: the product's own, and those of the capabilities. */
import type { GraphQLSchema } from 'graphql';
import { allCapabilities, ownDocuments, graphOf, opensSqlite } from '../../capability.ts';
import type { Config } from '../../config.ts';
import { type Check, type CheckOptions, fail, good, type Outcome } from '../../platform/cli/check.ts';
import { createLog } from '../../platform/log/log.ts';
import type { StartUnserved } from '../command.ts';
import { checkBackup, checkFileTimes } from './backup.ts';
import { checkRedis } from './redis.ts';
import { checkFolder } from './disk.ts';
import { checkNode, checkPackages } from './node.ts';
import { checkPort, portsOf } from './ports.ts';
import { type Finding, runEach } from './run.ts';
import { checkService } from './service.ts';
import { checkSettings } from './settings.ts';

type Checks = readonly (readonly [name: string, check: Check<Config, GraphQLSchema>])[];
/** Options of the command line. */
export type Call = Omit<CheckOptions, 'makeGraph' | 'ownDocuments'>;

/** Time limit of a check that loads and compiles as much as a start. */
const gatewayMs = 60_000;
/** No request is sent to it. */
const nowhere = 'http://127.0.0.1:9';

/** The settings that choose the store. Its checks run only if all of them are valid. */
const ofStore = [
  'FIELD_DATA_URL',
  'FIELD_DATA_DIR',
  ...allCapabilities.flatMap(({ storeOpener, settings = {} }) => (storeOpener ? Object.keys(settings) : [])),
];

/** A check of the SQLite store, where the process has one. */
function sqlite(run: Check<Config>['run']): Check<Config> {
  return {
    reads: ofStore,
    run: async (config, options) => (opensSqlite(config, options.role) ? run(config, options) : []),
  };
}

const own: Checks = [
  ['node', { reads: [], run: checkNode }],
  ['packages', { reads: [], run: checkPackages }],
  ...portsOf.map((port): Checks[number] => [
    'ports',
    { reads: [port.port, port.host, ...(port.reads ?? [])], run: (...call) => checkPort(port, ...call) },
  ]),
  ['disk', sqlite(checkFolder)],
  ['store', sqlite(async (...call) => (await import('../../field-data/store/sqlite/check.ts')).checkSqlite(...call))],
  ['clock', sqlite(checkFileTimes)],
  ['backup', sqlite(checkBackup)],
  ['service', { reads: ['FIELD_DATA_URL', 'FIELD_DATA_OPENAPI_PATH'], run: checkService }],
  ['limits', { reads: ['REDIS_URL'], run: checkRedis }],
];

/** Runs all checks for a process of this role. Never rejects. */
export async function runChecks(options: Call, startUnserved: StartUnserved): Promise<Finding[]> {
  const { outcomes, config, bad } = checkSettings(options.role);
  const ofCapabilities: Checks = allCapabilities.flatMap(({ checks = {} }) => Object.entries(checks));
  const makeGraph = () => graphOf(config);
  const run = (checks: Checks) => runEach(checks, config, { bad, makeGraph, ownDocuments, ...options });
  const ofSettings = outcomes.map((outcome) => ({ check: 'settings', ...outcome }));
  const findings = [...ofSettings, ...(await run([...own, ...ofCapabilities]))];
  const isRefused = findings.some(
    ({ check, verdict }) => (check === 'settings' || check === 'documents') && verdict === 'error',
  );
  if (options.role === 'service' || isRefused) return findings;
  const gateway: Check<Config> = { reads: [], limitMs: gatewayMs, run: () => checkGateway(config, startUnserved) };
  return [...findings, ...(await run([['gateway', gateway]]))];
}

/** Starts a gateway without ports or a store, and stops it: its schema, its trusted documents within the limits, its capabilities. */
async function checkGateway(config: Config, startUnserved: StartUnserved): Promise<Outcome> {
  const settings = { ...config, FIELD_DATA_URL: nowhere, REDIS_URL: undefined, ADMIN_PORT: undefined };
  try {
    const { stop } = await startUnserved(settings, createLog('silent'));
    await stop();
    return good('A gateway starts with these settings.');
  } catch (error) {
    return fail(`A gateway does not start: ${(error as Error).message}`, 'Correct this, then check again.');
  }
}
