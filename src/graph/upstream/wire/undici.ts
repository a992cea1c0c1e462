/**
 * The wire to the service: kept-alive connections of one undici pool an endpoint, and its bare `dispatch` in place of fetch.
 * It follows no redirect, takes no more bytes than allowed, and says what went wrong in the graph's codes, without an address.
 *
 * What it saves: bench/RESULTS.md, layers, "without undici dispatch".
 */
import { type Dispatcher, Pool } from 'undici';
import { UndiciRequest } from './undici-request.ts';
import type { Endpoint, Transport, UpstreamRequest } from '../call.ts';
import { headerList } from '../header-list.ts';

export interface TransportOptions {
  /** Where the service is; a path in it is already part of each request's URL. */
  baseUrl: string;
  /** Connections of one endpoint: calls that hang hold none that another endpoint needs. */
  connectionsMax: number;
  /** Bytes of one answer, decoded or not. */
  bytesMax: number;
  /** How long closing waits for what is still open, which has no caller any more: writes that outlived theirs. */
  closeMsMax?: number;
}

const connectTimeoutMs = 5_000;
const closeMsDefault = 250;
/** A call ends at its deadline, or some time after its caller left. This ends what a very long deadline would let hang. */
const silenceMsMax = 60_000;

/** A transport to one service. Its fetch gives every answer but a redirect, whole, and rejects with a GatewayError alone. */
export function createTransport(options: TransportOptions): Transport {
  const { bytesMax, closeMsMax = closeMsDefault } = options;
  const pools = new Map<Endpoint, Pool>();
  let isClosed = false;

  function poolOf(endpoint: Endpoint): Pool {
    const known = pools.get(endpoint);
    if (known) return known;
    const pool = createPool(options);
    pools.set(endpoint, pool);
    // Whoever asks after the end is told so by a pool that is closed.
    if (isClosed) void pool.close();
    return pool;
  }

  return {
    fetch(request) {
      const { ended } = request.lifetime;
      if (ended) return Promise.reject(ended);
      const pool = poolOf(request.endpoint);
      return new Promise((resolve, reject) => {
        pool.dispatch(optionsOf(request), new UndiciRequest(request, bytesMax, resolve, reject));
      });
    },
    cut(endpoint) {
      const pool = pools.get(endpoint);
      pools.delete(endpoint);
      void pool?.destroy();
    },
    async close() {
      isClosed = true;
      const open = [...pools.values()];
      const cut = setTimeout(() => open.forEach((pool) => void pool.destroy()), closeMsMax);
      await Promise.all(open.map((pool) => pool.close()));
      clearTimeout(cut);
    },
  };
}

function createPool({ baseUrl, connectionsMax, bytesMax }: TransportOptions): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    maxResponseSize: bytesMax,
    headersTimeout: silenceMsMax,
    bodyTimeout: silenceMsMax,
    allowH2: false,
  });
}

function optionsOf(request: UpstreamRequest): Dispatcher.DispatchOptions {
  const { url, method, body } = request;
  return {
    path: pathOf(url),
    method: method as Dispatcher.HttpMethod,
    headers: headerList(request),
    body: body ?? null,
  };
}

const schemeLengthMax = 'https://'.length;

function pathOf(url: string): string {
  return url.slice(url.indexOf('/', schemeLengthMax));
}
