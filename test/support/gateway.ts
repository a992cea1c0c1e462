/** A gateway over a recorded service, called through a socket as in production: for tests that count and shape calls. */
import { readConfig } from '../../src/config.ts';
import { createGateway, type GatewayOptions } from '../../src/graph/gateway.ts';
import { createTrustedDocuments } from '../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { type Listener, listen, type NodeHandler } from '../../src/platform/server/listen.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { defaultLimits } from './default-limits.ts';
import { atFileEnd } from './file-end.ts';
import { type RecordedCall, type Reply, recordedService } from './recorded-service.ts';

export type RecordedGateway = ReturnType<typeof gatewayOver>;

/** As in production without trusted documents. */
const noTrustedDocuments = createTrustedDocuments({ documents: [], isOnly: false, bytesMax: 67_108_864 });

/** The gateways of a test file, each below its own path. */
let handlers: NodeHandler[] = [];
let opening: Promise<string> | undefined;

/** A server of the product with this handler, until the test file ends. */
export async function bind(handle: NodeHandler): Promise<Listener> {
  const listener = await listen(handle, { port: 0, host: '127.0.0.1', portSetting: 'PORT' });
  atFileEnd(() => listener.close(0));
  return listener;
}

/** One port for the whole test file, because opening a port takes longer than most operations. */
function port(): Promise<string> {
  opening ??= (async () => {
    const answer: NodeHandler = (request, response) => {
      const [, at = '', target] = /^\/(\d+)(.*)$/s.exec(request.url ?? '') ?? [];
      request.url = target;
      return handlers[Number(at)]?.(request, response);
    };
    atFileEnd(() => {
      handlers = [];
      opening = undefined;
    });
    return (await bind(answer)).url;
  })();
  return opening;
}

const defaults = readConfig({});

/** The defaults of the settings, but for the deadline. */
export const gatewayOptions = {
  serviceUrl: 'http://service.test',
  log: createLog('silent'),
  // Long, for busy machines: tests of the deadline set their own.
  deadlineMs: 60_000,
  bodyBytesMax: defaults.BODY_BYTES_MAX,
  limits: defaultLimits,
  documentsBytesMax: defaults.DOCUMENTS_BYTES_MAX,
  rateLimitPerMinute: defaults.GATEWAY_RATE_LIMIT_PER_MINUTE,
  callerOf: ({ credential }: { credential: string }) => credential,
  trustProxy: defaults.TRUST_PROXY,
  introspection: defaults.INTROSPECTION,
  cors: { origins: [], loopback: false },
  graphiql: undefined,
  readiness: { findFault: async () => undefined },
  isStopping: () => false,
};

/** The gateway, and the service whose calls it recorded. */
export function gatewayOver(reply?: (call: RecordedCall) => Reply | undefined, options: Partial<GatewayOptions> = {}) {
  const service = recordedService(reply);
  const gateway = createGateway({
    ...gatewayOptions,
    fetch: service.fetch,
    ...options,
    additions: [...(options.additions ?? []), noTrustedDocuments],
  });
  let path: string | undefined;
  return {
    ...gateway,
    calls: service.calls,
    /** Sends the request through a socket, for any host: the entry point of production, while `fetch` is only that of Yoga. */
    async answer(request: Request) {
      path ??= `/${handlers.push(gateway.handle) - 1}`;
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      // `fetch` would add content codings. Tests of codings set the header.
      if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
      // A text body states its length, as front ends do.
      const body = request.body === null ? null : await request.text();
      return fetch(`${await port()}${path}${pathname}${search}`, { method, headers, body, signal });
    },
  };
}
