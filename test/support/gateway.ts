/** A gateway over a recorded service, for tests that count and shape calls without a socket. */
import { createGateway, type Gateway, type GatewayOptions } from '../../src/graph/server.ts';
import { createLog } from '../../src/platform/log.ts';
import { defaultLimits } from './default-limits.ts';
import { type RecordedCall, type RecordedService, type Reply, recordedService } from './recorded-service.ts';

export interface RecordedGateway extends Pick<RecordedService, 'calls'> {
  answer: Gateway['fetch'];
  handle: Gateway['handle'];
}

/** The gateway, and the service whose calls it recorded. */
export function gatewayOver(
  reply?: (call: RecordedCall) => Reply | undefined,
  options: Partial<GatewayOptions> = {},
): RecordedGateway {
  const service = recordedService(reply);
  const gateway = createGateway({
    serviceUrl: 'http://service.test',
    fetch: service.fetch,
    log: createLog('silent'),
    deadlineMs: 5_000,
    callsAtOnceMax: 64,
    bodyBytesMax: 262_144,
    limits: defaultLimits,
    rateLimitPerMinute: 0,
    trustProxy: false,
    introspection: true,
    cors: { origins: [], loopback: false },
    graphiql: undefined,
    ...options,
  });
  return { answer: gateway.fetch, handle: gateway.handle, calls: service.calls };
}
