/** Requests whose responses caches may store: by GET, by the hash of a trusted document, and through nginx. */
import { hasNginx, nginxCommand } from '../test/deploy/support/nginx.ts';
import { type Contestant, controls, gatewayIn } from './contestants.ts';
import { getOf } from './harness/caller.ts';
import type { Command, Ports } from './harness/server.ts';
import { environment } from './harness/upstream.ts';
import { idOf, startTrusting } from './trusted.ts';
import type { Question } from './workloads.ts';

const address = (name: string, value: string, { operationName, variables }: Question) =>
  `/graphql?${new URLSearchParams({ [name]: value, operationName, variables: JSON.stringify(variables) })}`;
const byText: Contestant['requestOf'] = (url, question, authorization) =>
  getOf(url, address('query', question.query, question), authorization);
const byHash: Contestant['requestOf'] = (url, question, authorization) =>
  getOf(url, address('documentId', idOf(question.query), question), authorization);

/** nginx as deploy/ configures it, in one process. It caches the responses of a gateway that runs on the core of the load. */
function startNginx({ port, adminPort }: Ports, upstream: URL): Command {
  // nginx listens on `port`. The gateway uses the port that is meant for metrics, which nothing reads here.
  const inner = { port: adminPort, adminPort: 0 };
  const { scratch, ...helper } = startTrusting()(inner, upstream);
  const gateway = new URL(`http://127.0.0.1:${inner.port}`);
  const [command, ...args] = nginxCommand({ folder: scratch, port, gateway, globals: ['master_process off'] });
  return { command, args, cwd: scratch, env: environment(), scratch, helper };
}

/** The controls, which use POST, and the same requests by GET. */
export const cachedRequests: Contestant[] = [
  ...controls,
  {
    name: 'get-by-text',
    title: 'Fieldgraph, by GET with the document',
    kind: 'gateway',
    start: gatewayIn(undefined),
    requestOf: byText,
  },
  {
    name: 'get-by-hash',
    title: 'Fieldgraph, by GET of a trusted document',
    kind: 'gateway',
    start: startTrusting(),
    requestOf: byHash,
  },
  ...(hasNginx
    ? [
        {
          name: 'get-by-nginx',
          title: 'nginx that caches it, by GET of a trusted document (CPU of nginx)',
          kind: 'limit' as const,
          start: startNginx,
          requestOf: byHash,
        },
      ]
    : []),
];
