/** The embedded service on its own socket, which records each request that a gateway over a remote service sends. */
import type { IncomingHttpHeaders } from 'node:http';
import { createFieldDataService } from '../../src/field-data/server.ts';
import { listen } from '../../src/platform/server/listen.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The path under which the service does not publish its description. */
const silentPath = '/silent';

interface CountingOptions {
  /** Whether it publishes its description, which announces batch reads. */
  describes?: boolean;
  now?: () => Date;
  /** Responses wait for it. */
  before?: (url: string) => Promise<unknown> | undefined;
}

/** Starts it on a free port. */
export async function startCountingService({ describes = false, now, before }: CountingOptions = {}) {
  const folder = await temporaryFolder();
  const service = await createFieldDataService({
    dataDir: folder.path,
    demo: true,
    readsRequireKey: false,
    rateLimitPerMinute: 0,
    log: createLog('silent'),
    ...(now && { now }),
  });
  const requests: { method: string; url: string; headers: IncomingHttpHeaders; remotePort: number | undefined }[] = [];
  let gate = Promise.withResolvers<void>();
  let awaited = 0;
  gate.resolve();
  const listener = await listen(
    async (request, response) => {
      const isSilent = request.url?.startsWith(silentPath);
      if (isSilent) request.url = request.url?.slice(silentPath.length) ?? '';
      const { method = '', url = '', headers, socket } = request;
      // The gateway's own request for the description is not counted.
      if (!url.startsWith('/api/'))
        return describes && !isSilent ? service.handle(request, response) : response.writeHead(404).end();
      requests.push({ method, url, headers, remotePort: socket.remotePort });
      if (requests.length >= awaited) gate.resolve();
      await gate.promise;
      await before?.(url);
      await service.handle(request, response);
    },
    { port: 0, host: '127.0.0.1', portSetting: 'PORT' },
  );
  return {
    url: listener.url,
    /** The address of the same service without its description. */
    silentUrl: `${listener.url}${silentPath}`,
    demoKey: service.demoKey ?? '',
    /** Every request to the API, in the order received. */
    requests,
    /** Empties `requests`, and delays every response until it has this many. */
    holdUntil(count: number) {
      requests.length = 0;
      awaited = count;
      gate = Promise.withResolvers();
    },
    async [Symbol.asyncDispose]() {
      await listener.close(1_000);
      await service.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
