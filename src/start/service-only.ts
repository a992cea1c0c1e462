/** The service without a gateway, and the operators' port. */
import { createReadiness } from '../graph/http/readiness.ts';
import { standardErrorStream } from '../platform/log/log-stream.ts';
import { startAdmin } from './admin.ts';
import type { Common } from './common.ts';
import { startService } from './service.ts';

/** Addresses of the service, without a path. */
export interface ServiceUrls {
  serviceUrl: string;
  adminUrl: string | undefined;
  demoKey: string | undefined;
}

/** Starts it. Rejects with a ListenError, or the store's refusal. */
export async function startServiceAlone(common: Common): Promise<ServiceUrls> {
  const { metrics, admission, counts, started } = common;
  const { url, listener, demoKey, findFault } = await startService(common);
  metrics?.watch({ admission, counts, droppedLines: standardErrorStream().dropped });
  if (listener) metrics?.watchPort('service', listener.connections);
  const readiness = createReadiness(findFault);
  const adminUrl = await startAdmin(common, { readiness, isStopping: started.isStopping });
  return { serviceUrl: url, adminUrl, demoKey };
}
