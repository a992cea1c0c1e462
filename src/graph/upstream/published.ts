/** Fetches documents that the service publishes about itself, without a key and without the chain of layers. */
import { randomUUID } from 'node:crypto';
import { GatewayError } from '../errors/gateway-error.ts';
import { type Endpoint, type Transport, UpstreamRequest } from './call.ts';
import type { UpstreamResponse } from './response.ts';

export interface DocumentRequest {
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
  const {
    url,
    method = 'GET',
    accept = '*/*',
    timeoutMs,
    endpoint = 'document',
    signal = new AbortController().signal,
  } = options;
  return transport.fetch(
    new UpstreamRequest(url, {
      method,
      headers: new Headers({ accept, 'x-request-id': `req_${randomUUID()}` }),
      endpoint,
      scope: {
        deadlineAt: performance.now() + timeoutMs,
        signal,
        headers: {},
        credential: '',
        counts: { calls: 0, retries: 0, fieldId: undefined },
      },
    }),
  );
}

/** A service that takes longer is not reachable. */
const probeTimeoutMs = 2_000;
const probeEndpoint = 'probe';
/** If a connection of a probe took longer, later probes would wait for it. */
export const probeConnectTimeoutMs: Readonly<Record<Endpoint, number>> = { [probeEndpoint]: probeTimeoutMs };

/** A service without HEAD is up, and so is one that responds with a 404 or a redirect. */
const isUp = (status: number) => status < 500 || status === 501;

/** Whether an address responds with a status below 500, or with 501. */
export async function isReachable(transport: Transport, url: string): Promise<boolean> {
  try {
    const { status } = await fetchDocument(transport, {
      url,
      method: 'HEAD',
      timeoutMs: probeTimeoutMs,
      endpoint: probeEndpoint,
    });
    return isUp(status);
  } catch (error) {
    const { status } = error instanceof GatewayError ? error.extensions : {};
    return typeof status === 'number' && isUp(status);
  }
}
