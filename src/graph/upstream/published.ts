/** Fetches documents that the service publishes about itself, without a key and without the chain of layers. */
import { randomUUID } from 'node:crypto';
import { codeOf } from '../errors/connection-error.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import { backgroundScope, type Endpoint, type Transport, UpstreamRequest } from './call.ts';
import type { UpstreamResponse } from './response.ts';

interface DocumentRequest {
  url: string;
  method?: 'GET' | 'HEAD';
  /** Accepted media types. */
  accept?: string;
  timeoutMs: number;
  /** Its connections serve no other calls. */
  endpoint?: Endpoint;
  signal?: AbortSignal;
}

/** The response of any status but a redirect. Rejects only with a GatewayError, at the latest after `timeoutMs`. */
export function fetchDocument(transport: Transport, options: DocumentRequest): Promise<UpstreamResponse> {
  const { url, method = 'GET', accept = '*/*', timeoutMs, endpoint = 'document', signal } = options;
  const headers = new Headers({ accept, 'x-request-id': `req_${randomUUID()}` });
  const scope = backgroundScope(timeoutMs, signal && { signal });
  return transport.fetch(new UpstreamRequest(url, { method, headers, endpoint, scope }));
}

/** A service that takes longer is not reachable. */
const probe = { method: 'HEAD', timeoutMs: 2_000, endpoint: 'probe' } as const;
/** If a connection of a probe took longer, later probes would wait for it. */
export const probeConnectTimeoutMs: Readonly<Record<Endpoint, number>> = { [probe.endpoint]: probe.timeoutMs };

/** A service without HEAD is up, and so is one that responds with a 404 or a redirect. */
const isUp = (status: number) => status < 500 || status === 501;

/** Why no response came, for operators: a code, a status or the time, without an address. Undefined if the message says it. */
export function causeOf({ code, cause, extensions: { status } }: GatewayError, timeoutMs?: number): string | undefined {
  if (cause !== undefined) return codeOf(cause);
  if (status !== undefined) return `status ${status}`;
  return code === 'UPSTREAM_TIMEOUT' && timeoutMs !== undefined ? `no answer in ${timeoutMs} ms` : undefined;
}

/** Why an address does not respond with a status below 500, or with 501, for operators; undefined if it does. */
export async function findLoss(transport: Transport, url: string): Promise<string | undefined> {
  try {
    const { status } = await fetchDocument(transport, { url, ...probe });
    return isUp(status) ? undefined : `status ${status}`;
  } catch (error) {
    const lost = error as GatewayError;
    return isUp(lost.extensions.status ?? 500) ? undefined : (causeOf(lost, probe.timeoutMs) ?? lost.message);
  }
}
