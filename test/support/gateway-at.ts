/** A gateway over a service on a socket, with the transport of production and the clock of a test. Without a cache, every read counts. */
import type { GatewayOptions } from '../../src/graph/gateway.ts';
import { createTransport } from '../../src/graph/upstream/wire/undici.ts';
import { atFileEnd } from './file-end.ts';
import { gatewayOver, type RecordedGateway } from './gateway.ts';
import { upstreamOver } from './list-service.ts';

export type SetGateway = Pick<RecordedGateway, 'answer'>;

/** A new gateway, which has observed no field yet. Its connections close with the test file. */
export function gatewayAt(
  serviceUrl: string,
  now: () => Date,
  options: Partial<GatewayOptions> = {},
  batches: ReadonlyMap<string, string> = new Map(),
): SetGateway {
  const upstream = upstreamOver(
    (connectionsMax) => createTransport({ baseUrl: serviceUrl, connectionsMax, bytesMax: 16_777_216 }),
    { isBatching: false, cacheBytesMax: 0 },
  );
  upstream.allowBatches(batches);
  atFileEnd(() => upstream.close());
  return gatewayOver(undefined, { serviceUrl, fetch: upstream.fetch, now, ...options });
}
