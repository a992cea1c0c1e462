/** deploy/nginx.conf in its own folder, on a loopback port, and in front of a gateway. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether nginx is installed (`apt-get install nginx`). */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Not read by files.ts: the bench uses this module without the packages of files.ts. */
const configuration = new URL('../../../deploy/nginx.conf', import.meta.url);

interface Place {
  folder: string;
  port: number;
  gateway: URL;
  /** Lines of the configuration to leave out. */
  without?: RegExp;
  /** Further directives of the process. */
  globals?: string[];
}

/** Writes the configuration into the folder; returns the command that runs it in the foreground. */
export function nginxCommand({ folder, port, gateway, without = /$^/g, globals = [] }: Place): [string, ...string[]] {
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`);
  const text = readFileSync(configuration, 'utf8')
    .replaceAll(without, '')
    .replace('http {', `http {\n  access_log off;\n  ${paths.join('\n  ')}`)
    .replace('/var/cache/fieldgraph', `${folder}/kept`)
    .replace('server 127.0.0.1:4000;', `server ${gateway.host};`)
    .replace('listen 8000;', `listen 127.0.0.1:${port};`)
    // Set below with the other directives of the process.
    .replace('worker_processes auto;', '');
  writeFileSync(file, text);
  const all = ['daemon off', `pid ${folder}/nginx.pid`, 'error_log stderr', 'worker_processes 1', ...globals];
  // The folder belongs to the user who runs nginx.
  if (process.getuid?.() === 0) all.push('user root');
  return ['nginx', '-c', file, '-g', `${all.join('; ')};`];
}
