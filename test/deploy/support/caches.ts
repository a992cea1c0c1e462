/** Debian's nginx, Varnish and HAProxy as deploy/ configures them, in front of a gateway, on loopback ports and in their own folders. */
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
  /** Writes the files of the proxy into the folder; returns the command that starts it on this port in front of this gateway. */
  prepare(folder: string, port: number, gateway: URL): string[];
}

/** By name; `apt-get install nginx varnish` installs them. */
export const caches = {
  nginx: {
    isInstalled: hasNginx,
    prepare: (folder, port, gateway) => nginxCommand({ folder, port, gateway }),
  },
  /** Without the directives that repeat what the gateway states in its headers. */
  'nginx without rules for keys': {
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

/** Proxies that may run in front of a gateway, by name. */
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

/** Whether Varnish and a proxy that terminates TLS can run. */
export const hasTlsProxy = caches.Varnish.isInstalled && hasHaproxy;

/** Starts Varnish as its file describes for TLS, and HAProxy in front of it, which accepts plain text here. */
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

/** Starts a proxy. Rejects with its error output if it exits instead. */
export async function startProxy({ prepare }: Pick<Kind, 'prepare'>, gatewayUrl: string) {
  const folder = await temporaryFolder();
  const port = await freePort();
  const [command = '', ...words] = prepare(folder.path, port, new URL(gatewayUrl));
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([isAnswering(url, child), ended(child, () => output)]);
  return {
    url,
    /** The error output so far. */
    output: () => output,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once the proxy reaches the gateway: no proxy reports when its port is open. */
async function isAnswering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !(await fetch(`${url}/health`).catch(() => undefined))?.ok) await wait(20);
}

/** Rejects with the error output once the process has ended. */
function ended(child: ChildProcess, output: () => string): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${output()}`)));
    child.once('error', reject);
  });
}
