/**
 * The service called as a function in the same process, in the transport's place: no socket, the same seam.
 * The rest of the chain cannot tell, so whatever holds over a socket holds here.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Transport, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { UpstreamResponse } from '../response.ts';

/** The service as its wing gives it: a function from Request to Response. */
export type Service = (request: Request) => Response | Promise<Response>;

/** A transport to a service in this process. A caller that leaves is told so at once; the service finishes for nobody. */
export function callInProcess(service: Service): Transport {
  return {
    fetch(request) {
      const { lifetime } = request;
      if (lifetime.ended) return Promise.reject(lifetime.ended);
      return new Promise((resolve, reject) => {
        const waiter: Waiter = { giveUp: reject };
        lifetime.enter(waiter);
        answer(service, request)
          .then(resolve, (cause) => reject(new GatewayError('UPSTREAM_ERROR', { cause })))
          .finally(() => lifetime.leave(waiter));
      });
    },
    close: async () => {},
  };
}

async function answer(
  service: Service,
  { url, method, sentHeaders, body, ifNoneMatch }: UpstreamRequest,
): Promise<UpstreamResponse> {
  const request = new Request(url, { method, headers: sentHeaders, body: body ?? null });
  if (ifNoneMatch !== undefined) request.headers.set('if-none-match', ifNoneMatch);
  const response = await service(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  return new UpstreamResponse(response.status, Object.fromEntries(response.headers), bytes);
}
