/**
 * PostgreSQL for operators who must lose nothing: two nodes under Patroni over etcd with a synchronous standby, and HAProxy, which routes
 * only to the primary. All are Debian's packages, on one machine.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { signalWithChildren } from '../support/postgres/server.ts';
import { isOk, type Processes, until } from './processes.ts';

const binFolder = '/usr/lib/postgresql/15/bin';
const needed = [`${binFolder}/postgres`, '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];

/** Whether all of them are installed: `apt-get install postgresql-15 patroni etcd-server haproxy`. */
export const hasPostgresPair = needed.every((path) => existsSync(path));

interface Node {
  name: string;
  port: number;
  restPort: number;
}

/** Starts the pair with its files in the folder of the processes, to which its user must have access. */
export async function startPostgresPair(processes: Processes) {
  const folder = join(processes.folder, 'postgres');
  const user = systemUser('postgres');
  mkdirSync(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const asUser = { ...user, env: { PATH: process.env.PATH, HOME: folder } };
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) nodes.push({ name, port: await freePort(), restPort: await freePort() });

  const peer = `http://127.0.0.1:${peerPort}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  // biome-ignore format: one option a line.
  processes.start('etcd', 'etcd', [
    '--name', 'e0', '--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync',
    '--listen-client-urls', client, '--advertise-client-urls', client,
    '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `e0=${peer}`,
  ], asUser);
  await until('etcd', () => isOk(`${client}/health`));

  const start = (node: Node) => {
    const path = processes.configure(`${node.name}.yml`, 'patroni.yaml', { ...node, folder, etcdPort, binFolder });
    patroni.set(node.name, processes.start(`patroni-${node.name}`, 'patroni', [path], asUser));
  };
  const patroni = new Map<string, ReturnType<Processes['start']>>();
  const is = ({ restPort }: Node, role: string) => isOk(`http://127.0.0.1:${restPort}/${role}`);
  const [first, second] = nodes as [Node, Node];
  start(first);
  await until('the primary', () => is(first, 'primary'));
  start(second);
  await until('the synchronous standby', () => is(second, 'synchronous'));
  // Not in Patroni's post_bootstrap, which runs before Patroni has created its users.
  const sql = ['CREATE ROLE app LOGIN CREATEDB', 'CREATE DATABASE app OWNER app'];
  for (const statement of sql) psql(first.port, statement);

  const servers = nodes.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}\n`,
  );
  const proxy = { port: proxyPort, servers: servers.join('') };
  const proxyConfig = processes.configure('haproxy-postgres.cfg', 'haproxy-postgres.cfg', proxy);
  processes.start('haproxy-postgres', 'haproxy', ['-db', '-f', proxyConfig]);
  // HAProxy considers a server up until its first check fails: an earlier connection may reach the standby.
  await until('the way to the primary', async () => psql(proxyPort, 'SELECT pg_is_in_recovery()').trim() === 'f');

  return {
    /** The URL of the database, through the proxy. */
    url: `postgresql://app@127.0.0.1:${proxyPort}/app`,
    /** Kills Patroni, PostgreSQL and all processes of the primary node; returns its name. */
    killPrimary(): string {
      const primary = nodes.find(({ port }) => isPrimary(port));
      if (primary === undefined) throw new Error('no node is the primary');
      const [postmaster] = readFileSync(join(folder, primary.name, 'postmaster.pid'), 'utf8').split('\n');
      patroni.get(primary.name)?.kill('SIGKILL');
      signalWithChildren(Number(postmaster), 'SIGKILL');
      return primary.name;
    },
    /** Starts a node that was killed, and waits until it is the synchronous standby. */
    async restart(name: string) {
      const node = nodes.find((each) => each.name === name);
      if (node === undefined) throw new Error(`no node ${name}`);
      start(node);
      await until(`${name} as the synchronous standby`, () => is(node, 'synchronous'), 300_000);
    },
  };
}

function isPrimary(port: number): boolean {
  try {
    return psql(port, 'SELECT pg_is_in_recovery()').trim() === 'f';
  } catch {
    return false;
  }
}

function psql(port: number, statement: string): string {
  const target = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', 'postgres'];
  return execFileSync(`${binFolder}/psql`, [...target, '-qAtc', statement], { encoding: 'utf8', stdio: 'pipe' });
}

/** The user for servers that refuse to run as root; undefined if this process is not root, and they run as its user. */
function systemUser(name: string) {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined) throw new Error(`there is no user ${name} to run as`);
  return { uid: Number(uid), gid: Number(gid) };
}
