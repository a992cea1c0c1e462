/** Debian's nginx and Varnish as deploy/ configures them, before a gateway, on a port of the loopback and with folders of their own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../running.ts';
import { readDeployFile } from './files.ts';

export interface Cache extends AsyncDisposable {
  url: string;
}

interface Kind {
  isInstalled: boolean;
  /** Writes what it needs into the folder, and gives the command that starts it on this port before a gateway at this address. */
  prepare(folder: string, port: number, gateway: URL): string[];
}

const isNginxInstalled = spawnSync('nginx', ['-v']).status === 0;

function prepareNginx(text: string, folder: string, port: number, gateway: URL): string[] {
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`);
  const localized = text
    .replace('http {', `http {\n  access_log off;\n  ${paths.join('\n  ')}`)
    .replace('/var/cache/fieldgraph', `${folder}/kept`)
    .replace('server 127.0.0.1:4000;', `server ${gateway.host};`)
    .replace('listen 8000;', `listen 127.0.0.1:${port};`)
    // Given below with what else is of the process and not of the cache.
    .replace('worker_processes auto;', '');
  writeFileSync(file, localized);
  const globals = ['daemon off', `pid ${folder}/nginx.pid`, 'error_log stderr', 'worker_processes 1'];
  // The folder belongs to who runs the test.
  if (process.getuid?.() === 0) globals.push('user root');
  return ['nginx', '-c', file, '-g', `${globals.join('; ')};`];
}

/** By name; `isInstalled` as of `apt-get install nginx varnish`. */
export const caches = {
  nginx: {
    isInstalled: isNginxInstalled,
    prepare: (...place) => prepareNginx(readDeployFile('nginx.conf'), ...place),
  },
  /** Whose operator left out what says the same as the gateway. */
  'nginx that is told nothing of keys': {
    isInstalled: isNginxInstalled,
    prepare: (...place) =>
      prepareNginx(readDeployFile('nginx.conf').replaceAll(/^ *proxy_(?:cache_bypass|no_cache) .*$/gm, ''), ...place),
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
      return ['varnishd', '-F', '-j', 'none', '-n', `${folder}/work`, '-a', address, '-f', file, '-s', 'malloc,64m'];
    },
  },
} satisfies Record<string, Kind>;

export type CacheName = keyof typeof caches;

/** Starts one. Rejects with what it said where it ends instead. */
export async function startCache(name: CacheName, gatewayUrl: string): Promise<Cache> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const { prepare }: Kind = caches[name];
  const [command = '', ...words] = prepare(folder.path, port, new URL(gatewayUrl));
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([isAnswering(url, child), ended(child)]);
  return {
    url,
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
  while (child.exitCode === null && !(await fetch(`${url}/health`).catch(() => undefined))?.ok);
}

/** Rejects with what it said, once it has ended. */
function ended(child: ChildProcess): Promise<never> {
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  return new Promise((_resolve, reject) => {
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${told}`)));
    child.once('error', reject);
  });
}
