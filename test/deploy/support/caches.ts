/** Debian's nginx, Varnish and HAProxy as deploy/ configures them, before a gateway, on a port of the loopback and with folders of their own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { hasHaproxy } from '../../support/has-haproxy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { readDeployFile } from './files.ts';
import { haproxyCommand, haproxyConfig } from './haproxy.ts';
import { hasNginx, nginxCommand } from './nginx.ts';

interface Kind {
  isInstalled: boolean;
  /** Writes what it needs into the folder, and gives the command that starts it on this port before a gateway at this address. */
  prepare(folder: string, port: number, gateway: URL): string[];
}

/** By name; `isInstalled` as of `apt-get install nginx varnish`. */
export const caches = {
  nginx: {
    isInstalled: hasNginx,
    prepare: (folder, port, gateway) => nginxCommand({ folder, port, gateway }),
  },
  /** Whose operator left out what says the same as the gateway. */
  'nginx that is told nothing of keys': {
    isInstalled: hasNginx,
    prepare: (folder, port, gateway) =>
      nginxCommand({ folder, port, gateway, without: /^ *proxy_(?:cache_bypass|no_cache) .*$/gm }),
  },
  Varnish: {
    isInstalled: spawnSync('varnishd', ['-V']).status === 0,
    prepare(folder, port, gateway) {
      const file = join(folder, 'varnish.vcl');
      const text = readDeployFile('varnish.vcl')
        .replace('.host = "127.0.0.1"', `.host = "${gateway.hostname}"`)
        .replace('.port = "4000"', `.port = "${gateway.port}"`);
      writeFileSync(file, text);
      const address = `127.0.0.1:${port}`;
      const store = ['-s', 'malloc,64m', ...(/malloc,1g (.+)$/m.exec(text)?.[1]?.split(' ') ?? [])];
      return ['varnishd', '-F', '-j', 'none', '-n', `${folder}/work`, '-a', address, '-f', file, ...store];
    },
  },
} satisfies Record<string, Kind>;

/** What may stand before a gateway, by name. */
export const proxies: Readonly<Record<string, Kind>> = {
  nginx: caches.nginx,
  Varnish: caches.Varnish,
  HAProxy: {
    isInstalled: hasHaproxy,
    prepare(folder, port, { href }) {
      const config = haproxyConfig({ graphUrl: href }, { graph: port, rest: 0 });
      // Nobody calls the service here.
      return haproxyCommand(folder, config.replace('bind 127.0.0.1:0', `bind ${folder}/rest.sock`));
    },
  },
};

/** Whether Varnish can run behind a proxy that ends TLS. */
export const hasTlsProxy = caches.Varnish.isInstalled && hasHaproxy;

/** Starts Varnish as its file says for TLS, and HAProxy in front of it; what is sent to HAProxy is in plain text here. */
export async function startVarnishWithTlsProxy(gatewayUrl: string) {
  await using made = new AsyncDisposableStack();
  const [, protocol = ''] = /-a 127\.0\.0\.1:8000(\S*)/.exec(readDeployFile('varnish.vcl')) ?? [];
  const [, option = ''] = /HAProxy: `([\w-]+)`/.exec(readDeployFile('varnish.vcl')) ?? [];
  const address = `127.0.0.1:${await freePort()}`;
  const { prepare } = caches.Varnish;
  const varnish = (...place: Parameters<typeof prepare>) => [...prepare(...place), '-a', `${address}${protocol}`];
  const { url } = made.use(await startProxy({ prepare: varnish }, gatewayUrl));
  const tlsProxy = (folder: string, port: number) => {
    const times = 'timeout connect 1s\ntimeout client 60s\ntimeout server 60s';
    const lines = `bind 127.0.0.1:${port}\nserver varnish ${address} ${option}`;
    return haproxyCommand(folder, `defaults\nmode http\n${times}\nlisten tls\n${lines}\n`);
  };
  const before = made.use(await startProxy({ prepare: tlsProxy }, url));
  const all = made.move();
  return { url: before.url, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Starts one. Rejects with what it said where it ends instead. */
export async function startProxy({ prepare }: Pick<Kind, 'prepare'>, gatewayUrl: string) {
  const folder = await temporaryFolder();
  const port = await freePort();
  const [command = '', ...words] = prepare(folder.path, port, new URL(gatewayUrl));
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([isAnswering(url, child), ended(child, () => told)]);
  return {
    url,
    /** What it has said so far. */
    told: () => told,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once it leads to the gateway: neither says when its port is open. */
async function isAnswering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !(await fetch(`${url}/health`).catch(() => undefined))?.ok) await wait(20);
}

/** Rejects with what it said, once it has ended. */
function ended(child: ChildProcess, told: () => string): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${told()}`)));
    child.once('error', reject);
  });
}
