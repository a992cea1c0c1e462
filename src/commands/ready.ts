/**
 * `npm start -- ready`: reports whether the gateway or the service of the same settings is ready. It is the health check of a container,
 * which has no curl. Exits with 0 if it is ready, or with 1 and a sentence.
 */
import { request } from 'undici';
import { type Config, readProcessConfig } from '../config.ts';
import { callOf, oneLine, print, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { addressOf } from '../platform/server/listen.ts';
import { ConfigError, type Role, roles, StartRefused } from '../platform/settings/setting-types.ts';
import { runUnconfigured } from './command.ts';

const usage = `${callOf('ready')} [gateway | service]

Requests /ready of the gateway on HOST and PORT, or of the service on HOST and FIELD_DATA_PORT. Exit codes: 0 it is ready, 1 it is not, 2 wrong call.`;

/** Shorter than usual timeouts of health checks, so that the sentence is reported. */
const timeoutMs = 2_500;

const portSettings = { gateway: 'PORT', service: 'FIELD_DATA_PORT' } as const satisfies Record<Role, keyof Config>;

async function findReason(role: Role): Promise<string | undefined> {
  const portSetting = portSettings[role];
  try {
    const { HOST, [portSetting]: port } = readProcessConfig(role === 'service' ? role : undefined);
    // Not fetch: it refuses some ports.
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(`${addressOf(HOST, port)}/ready`, { signal });
    if (statusCode === 200) return void (await body.dump());
    const { code } = (await body.json()) as { code?: unknown };
    return oneLine(`Not ready: /ready says ${statusCode} (${code ?? 'without a code'}).`);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    const time = (error as Error).name === 'TimeoutError' ? ` within ${timeoutMs / 1_000} seconds` : '';
    return `Not ready: nothing answers on HOST and ${portSetting}${time}.`;
  }
}

/** Runs the command. */
export const run = () =>
  runUnconfigured(usage, async () => {
    const [word = 'gateway', ...others] = readOptions({}).positionals;
    const role = roles.find((name) => name === word);
    if (role === undefined || others.length > 0) throw new UsageError(`Say ${roles.join(' or ')}, or nothing.`);
    const reason = await findReason(role);
    if (reason !== undefined) throw new StartRefused(reason);
    print('Ready.');
  });
