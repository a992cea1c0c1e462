/**
 * The service called as a function in the same process, in the transport's place: no socket, the same seam.
 * The rest of the chain cannot tell, so whatever holds over a socket holds here.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Transport, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { UpstreamResponse } from '../response.ts';

/** A call as the service reads it. */
export interface ServiceCall {
  method: string;
  url: Pick<URL, 'pathname' | 'searchParams'>;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
}

export interface ServiceAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The service as a function. A large body is handed over as it is: a WHATWG Response would copy it twice. */
export type Service = (call: ServiceCall) => Promise<ServiceAnswer>;

/** A transport to a service in this process. A caller that leaves is told so at once; the service finishes for nobody. */
export function callInProcess(service: Service): Transport {
  return {
    fetch(request) {
      const { lifetime } = request;
      if (lifetime.ended) return Promise.reject(lifetime.ended);
      return new Promise((resolve, reject) => {
        const waiter: Waiter = { bailOut: reject };
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
  const sent: Record<string, string> =
    ifNoneMatch === undefined ? sentHeaders : { ...sentHeaders, 'if-none-match': ifNoneMatch };
  const headers = { get: (name: string) => sent[name.toLowerCase()] ?? null };
  const target = new URL(url);
  const answered = await service({ method, url: target, headers, body: body === undefined ? null : oneChunk(body) });
  const lowered = Object.entries(answered.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return new UpstreamResponse(answered.status, Object.fromEntries(lowered), bytesOf(answered.body));
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function bytesOf(body: ServiceAnswer['body']): Buffer {
  if (body === null || typeof body === 'string') return Buffer.from(body ?? '');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
