/**
 * The wire to the service: one undici pool per endpoint, and its bare `dispatch` in place of fetch. It follows no redirect, and its errors
 * have the graph's codes and no address. Saves: bench/RESULTS.md, layers, "without undici dispatch".
 */
import { type Dispatcher, Pool } from 'undici';
import { UndiciRequest } from './undici-request.ts';
import type { Endpoint, Transport, UpstreamRequest } from '../call.ts';
import type { UpstreamResponse } from '../response.ts';

interface TransportOptions {
  /** URL of the service. Only its origin is used: each request's URL has the path. */
  baseUrl: string;
  /** Connections per endpoint: hanging calls take none that another endpoint needs. */
  connectionsMax: number;
  /** Bytes of one response, decoded or not. */
  bytesMax: number;
  /** How long a connection of an endpoint may take to be established, with TLS, if not the default. */
  connectTimeoutMs?: Readonly<Record<Endpoint, number>>;
  /** How long closing waits for writes whose callers have disconnected. */
  closeMsMax?: number;
}

const connectTimeoutMsDefault = 5_000;
const closeMsDefault = 250;
/** Ends calls that a very long deadline would let hang. */
const silenceMsMax = 60_000;

/** A transport to one service. Its fetch resolves to any whole response but a redirect, and rejects only with a GatewayError. */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, connectionsMax, bytesMax } = options;
  const { connectTimeoutMs = {}, closeMsMax = closeMsDefault } = options;
  const pools = new Map<Endpoint, Pool>();
  let isClosed = false;

  function open(endpoint: Endpoint): Pool {
    const pool = new Pool(new URL(baseUrl).origin, {
      connections: connectionsMax,
      connect: { timeout: connectTimeoutMs[endpoint] ?? connectTimeoutMsDefault },
      maxResponseSize: bytesMax,
      headersTimeout: silenceMsMax,
      bodyTimeout: silenceMsMax,
      allowH2: false,
    });
    // A closed pool rejects calls that come after the end.
    if (isClosed) void pool.close();
    return pool;
  }

  return {
    usesUndici: true,
    fetch(request) {
      const { ended } = request.lifetime;
      if (ended) return Promise.reject(ended);
      const pool = pools.getOrInsertComputed(request.endpoint, open);
      const waiting = Promise.withResolvers<UpstreamResponse>();
      pool.dispatch(optionsOf(request), new UndiciRequest(request, bytesMax, waiting));
      return waiting.promise;
    },
    cut(endpoint) {
      const pool = pools.get(endpoint);
      pools.delete(endpoint);
      void pool?.destroy();
    },
    async close() {
      isClosed = true;
      const opened = [...pools.values()];
      const { promise: cut, resolve } = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => resolve(Promise.all(opened.map((pool) => pool.destroy()))), closeMsMax);
      // undici never settles the close of a pool that is destroyed while calls wait for its connections.
      await Promise.race([Promise.all(opened.map((pool) => pool.close())), cut]);
      clearTimeout(timer);
    },
  };
}

const schemeLengthMax = 'https://'.length;

function optionsOf({ url, method, headerList, body }: UpstreamRequest): Dispatcher.DispatchOptions {
  const path = url.slice(url.indexOf('/', schemeLengthMax));
  return { path, method: method as Dispatcher.HttpMethod, headers: headerList, body: body ?? null };
}
