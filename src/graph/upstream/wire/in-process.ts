/** Calls the service as a function in the same process, in place of a transport over a socket. */
import { BodyTooLargeError, type HttpRequest } from '../../../platform/server/http-request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Transport, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { UpstreamResponse } from '../response.ts';

export interface ServiceAnswer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The service as a function. A large body is passed on without a copy: a WHATWG Response would copy it twice. */
export type Service = (request: HttpRequest) => Promise<ServiceAnswer>;

/** A transport to a service in this process. If a caller disconnects, its call rejects at once and uses its slot until the service ends. */
export function callInProcess(service: Service): Transport {
  return {
    fetch(request) {
      const { lifetime } = request;
      if (lifetime.ended) return Promise.reject(lifetime.ended);
      const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
      const responded = respond(service, request);
      const waiter: Waiter = {
        bailOut(reason) {
          request.unfinished = Promise.allSettled([responded]);
          reject(reason);
        },
      };
      lifetime.add(waiter);
      responded
        .then(resolve, (cause) => reject(new GatewayError('UPSTREAM_ERROR', { cause })))
        .finally(() => lifetime.delete(waiter));
      return promise;
    },
    close: async () => {},
  };
}

async function respond(
  service: Service,
  { url, method, sentHeaders, body, ifNoneMatch, lifetime: signal }: UpstreamRequest,
): Promise<UpstreamResponse> {
  const sent: Record<string, string> =
    ifNoneMatch === undefined ? sentHeaders : { ...sentHeaders, 'if-none-match': ifNoneMatch };
  const headers = { get: (name: string) => sent[name.toLowerCase()] ?? null };
  const { pathname, searchParams } = new URL(url);
  const bytes = Buffer.from(body ?? '');
  const read = async (bytesMax: number) => (bytes.byteLength > bytesMax ? new BodyTooLargeError() : bytes);
  const answered = await service({ method, pathname, searchParams, headers, peerAddress: '', signal, read });
  return new UpstreamResponse(answered.status, answered.headers, bytesOf(answered.body));
}

function bytesOf(body: ServiceAnswer['body']): Buffer {
  if (body === null || typeof body === 'string') return Buffer.from(body ?? '');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
