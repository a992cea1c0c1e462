/**
 * PostgreSQL as operators run it who must lose nothing: two nodes under Patroni over etcd, the standby synchronous, and HAProxy before them,
 * which leads to the primary alone. All from Debian's packages, on one machine.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { isOk, type Processes, type SystemUser, until } from './processes.ts';

const binFolder = '/usr/lib/postgresql/15/bin';
const needed = [`${binFolder}/postgres`, '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];

/** Whether all of it is installed: `apt-get install postgresql-15 patroni etcd-server haproxy`. */
export const hasPostgresPair = needed.every((path) => existsSync(path));

export interface PostgresPair {
  /** Of the database, through the proxy. */
  url: string;
  /** Kills the node that is the primary: Patroni, PostgreSQL and all its processes. Gives its name. */
  killPrimary(): string;
  /** Starts a node that was killed, and waits until it is the synchronous standby. */
  restart(node: string): Promise<void>;
}

interface Node {
  name: string;
  port: number;
  restPort: number;
}

/** Starts it with its files in the processes' folder, which its user must be able to reach. */
export async function startPostgresPair(processes: Processes): Promise<PostgresPair> {
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
    const path = join(folder, `${node.name}.yml`);
    writeFileSync(path, patroniConfig(node, folder, etcdPort));
    patroni.set(node.name, processes.start(`patroni-${node.name}`, 'patroni', [path], asUser));
  };
  const patroni = new Map<string, ReturnType<Processes['start']>>();
  const is = ({ restPort }: Node, role: string) => isOk(`http://127.0.0.1:${restPort}/${role}`);
  const [first, second] = nodes as [Node, Node];
  start(first);
  await until('the primary', () => is(first, 'primary'));
  start(second);
  await until('the synchronous standby', () => is(second, 'synchronous'));
  // Not in Patroni's post_bootstrap, which runs before it has made its users.
  const sql = ['CREATE ROLE app LOGIN CREATEDB', 'CREATE DATABASE app OWNER app'];
  for (const statement of sql) psql(first.port, statement);

  const proxyConfig = join(folder, 'haproxy.cfg');
  writeFileSync(proxyConfig, haproxyConfig(proxyPort, nodes));
  processes.start('haproxy-postgres', 'haproxy', ['-db', '-f', proxyConfig]);
  // HAProxy takes a server for up until its first check has failed: a connection made before may meet the standby.
  await until('the way to the primary', async () => psql(proxyPort, 'SELECT pg_is_in_recovery()').trim() === 'f');

  return {
    url: `postgresql://app@127.0.0.1:${proxyPort}/app`,
    killPrimary() {
      const primary = nodes.find(({ port }) => isPrimary(port));
      if (primary === undefined) throw new Error('no node is the primary');
      const [postmaster] = readFileSync(join(folder, primary.name, 'postmaster.pid'), 'utf8').split('\n');
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
      patroni.get(primary.name)?.kill('SIGKILL');
      for (const pid of [postmaster, ...children].map(Number)) if (pid > 0) process.kill(pid, 'SIGKILL');
      return primary.name;
    },
    async restart(name) {
      const node = nodes.find((each) => each.name === name);
      if (node === undefined) throw new Error(`no node ${name}`);
      start(node);
      await until(`${name} as the synchronous standby`, () => is(node, 'synchronous'), 120_000);
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

/** As whom servers run that refuse to be root; undefined where this process is not root and they run as it does. */
function systemUser(name: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined) throw new Error(`there is no user ${name} to run as`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** A crashed primary is replaced at once, and the standby has every commit that was acknowledged. */
function patroniConfig({ name, port, restPort }: Node, folder: string, etcdPort: number): string {
  return `
scope: app
name: ${name}
restapi: { listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}" }
etcd3: { hosts: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: { wal_level: replica, hot_standby: "on", wal_log_hints: "on", max_connections: 200, wal_keep_size: 256MB }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${folder}/${name}
  bin_dir: ${binFolder}
  pgpass: ${folder}/${name}.pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
    rewind: { username: postgres }
  # Trust is for one machine alone.
  pg_hba: [ "local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust" ]
  parameters: { unix_socket_directories: "${folder}" }
`;
}

function haproxyConfig(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`);
  return `
defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
