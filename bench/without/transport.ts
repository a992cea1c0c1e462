/** Stand-in that makes every call with Node's fetch. */
import { type createTransport as original, UpstreamResponse } from './originals.ts';

export const createTransport: typeof original = () => ({
  async fetch(request) {
    const list = request.headerList;
    const headers = Array.from({ length: list.length / 2 }, (_, at): [string, string] => [
      String(list[2 * at]),
      String(list[2 * at + 1]),
    ]);
    const { url, method, body = null } = request;
    const response = await fetch(url, { method, body, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    return new UpstreamResponse(response.status, Object.fromEntries(response.headers), bytes);
  },
  close: async () => {},
});
