/** deploy/haproxy.cfg with the product as its first machine, the others at addresses that do not respond, and its own ports. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeployFile } from './files.ts';

/** The configuration. Without `serviceUrl`, the service is at the address of the gateway. */
export function haproxyConfig(
  { graphUrl, serviceUrl = graphUrl }: { graphUrl: string; serviceUrl?: string },
  ports: { graph: number; rest: number },
): string {
  return (
    readDeployFile('haproxy.cfg')
      .replace('bind :8000', `bind 127.0.0.1:${ports.graph}`)
      .replace('bind :8001', `bind 127.0.0.1:${ports.rest}`)
      .replace('10.0.0.1:4000', new URL(graphUrl).host)
      .replace('10.0.0.1:4001', new URL(serviceUrl).host)
      .replaceAll(/10\.0\.0\.[23]:\d+/g, '127.0.0.1:1')
      // The product shares its process with the test, which a busy machine delays by seconds: HAProxy would find it down.
      .replace(/timeout check \d+s/, 'timeout check 60s')
  );
}

/** Writes a configuration into the folder; returns the command that runs it in the foreground. */
export function haproxyCommand(folder: string, config: string): string[] {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  return ['haproxy', '-db', '-f', file];
}
