/** Checks that the ports of this instance are free, or used by the instance itself. Another program there stops the next start. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { Agent, request } from 'undici';
import { opensSqlite } from '../../capability.ts';
import type { Config } from '../../config.ts';
import { databasePath } from '../../field-data/store/sqlite/store.ts';
import { type CheckOptions, fail, good, type Outcome } from '../../platform/cli/check.ts';
import { addressOf } from '../../platform/server/listen.ts';
import { parseRecord } from '../../platform/json/is-record.ts';

interface Port {
  port: 'PORT' | 'FIELD_DATA_PORT' | 'ADMIN_PORT';
  host: 'HOST' | 'ADMIN_HOST';
  /** Other settings that decide whether it is opened. */
  reads?: readonly string[];
  /** A path that only this part serves, and a pattern in its response. */
  own: readonly [path: string, text: string];
  isOpened(config: Config, role: CheckOptions['role']): boolean;
}

/** The ports that a process may open. */
export const portsOf: readonly Port[] = [
  {
    port: 'PORT',
    host: 'HOST',
    own: ['/graphql?query=%7B__typename%7D', '__typename|PERSISTED_DOCUMENT|RATE_LIMITED|OVERLOADED'],
    isOpened: (_, role) => role !== 'service',
  },
  {
    port: 'FIELD_DATA_PORT',
    host: 'HOST',
    reads: ['FIELD_DATA_URL'],
    own: ['/sdk-release.json', 'sha256'],
    isOpened: ({ FIELD_DATA_URL: url }, role) => role !== 'gateway' && url === undefined,
  },
  {
    port: 'ADMIN_PORT',
    host: 'ADMIN_HOST',
    own: ['/', '/ready'],
    isOpened: ({ ADMIN_PORT: port }) => port !== undefined,
  },
];

/** `/ready` takes more than two seconds while the database or the service hangs. Below the time of a check. */
const answerMs = 4_000;
const dispatcher = new Agent({ maxResponseSize: 65_536 });

/** Reports which program uses the port. */
export async function checkPort(
  { port: setting, host: hostSetting, own, isOpened }: Port,
  config: Config,
  { role }: CheckOptions,
): Promise<Outcome | Outcome[]> {
  const { [setting]: port, [hostSetting]: host } = config;
  if (!isOpened(config, role) || port === undefined) return [];
  if (port === 0) return good(`${setting} takes a free port.`);
  const code = await findRefusal(port, host);
  const where = `${setting} ${port} on ${host}`;
  if (code === undefined) return good(`${where} is free.`);
  if (code === 'EACCES') return fail(`${where} cannot be opened (${code}).`, `Set ${setting} to a port above 1023.`);
  if (code !== 'EADDRINUSE')
    return fail(`${where} cannot be opened (${code}).`, `Set ${hostSetting} to an address of this machine.`);
  const status = await readStatus(addressOf(host, port), own);
  // SQLite has a -wal file while a process has the database open. Other stores show nothing and count as open.
  const isOpenHere = !opensSqlite(config, role) || existsSync(`${databasePath(config.FIELD_DATA_DIR)}-wal`);
  if (status !== undefined && !isOpenHere)
    return fail(
      `${where} is in use by Fieldgraph, which has not opened the database of FIELD_DATA_DIR.`,
      `Set FIELD_DATA_DIR as that process does, or stop it, or set ${setting} to another port.`,
    );
  if (status === 'ready') return good(`${where} is in use by Fieldgraph, which is ready.`);
  if (status === undefined)
    return fail(`${where} is in use by another program.`, `Stop that program, or set ${setting} to another port.`);
  return fail(`${where} is in use by Fieldgraph, which is not ready: ${status}.`, 'Read its log.');
}

async function findRefusal(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ port, host, exclusive: true }), 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    server.close();
  }
}

/** Returns `ready`, or the code of `/ready`, of this part of the product. Undefined if another program responds, or none. */
async function readStatus(address: string, [path, text]: Port['own']): Promise<string | undefined> {
  const [ready, seen] = await Promise.all([read(`${address}/ready`), read(`${address}${path}`)]);
  if (!new RegExp(text).test(seen)) return undefined;
  const { status, code } = parseRecord(ready) ?? {};
  if (status === 'ready') return status;
  return status === 'unavailable' && /^[A-Z_]+$/.test(String(code)) ? String(code) : undefined;
}

/** The text of a response; empty without one, or if it is longer than those of the product. */
async function read(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    // Not fetch: it refuses some ports.
    const { body } = await request(url, { signal, dispatcher, headers: { accept: 'application/json' } });
    return await body.text();
  } catch {
    return '';
  }
}
