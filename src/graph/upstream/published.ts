/**
 * Asks the service for what it publishes about itself, on a transport aside: without any key, without the chain's retries,
 * breakers and cache, and without taking a connection from an operation.
 */
import { randomUUID } from 'node:crypto';
import { GatewayError } from '../errors/gateway-error.ts';
import { type Transport, UpstreamRequest } from './call.ts';
import type { UpstreamResponse } from './response.ts';

export interface DocumentRequest {
  url: string;
  method?: 'GET' | 'HEAD';
  /** Media types asked for. */
  accept?: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The answer, whatever its status but a redirect. Rejects with a GatewayError alone, at the latest after `timeoutMs`. */
export function fetchDocument(transport: Transport, options: DocumentRequest): Promise<UpstreamResponse> {
  const { url, method = 'GET', accept = '*/*', timeoutMs, signal = new AbortController().signal } = options;
  return transport.fetch(
    new UpstreamRequest(url, {
      method,
      headers: new Headers({ accept, 'x-request-id': `req_${randomUUID()}` }),
      endpoint: 'document',
      scope: {
        deadlineAt: performance.now() + timeoutMs,
        signal,
        headers: {},
        credential: '',
        counts: { calls: 0, retries: 0 },
      },
    }),
  );
}

const probeTimeoutMs = 2_000;

/** Whether anything answers at an address with a status below 500: a 404 or a redirect comes from a service that is up. */
export async function isReachable(transport: Transport, url: string): Promise<boolean> {
  try {
    const { status } = await fetchDocument(transport, { url, method: 'HEAD', timeoutMs: probeTimeoutMs });
    return status < 500;
  } catch (error) {
    const { status } = error instanceof GatewayError ? error.extensions : {};
    return typeof status === 'number' && status < 500;
  }
}
