/** Streams of live changes through the proxies of deploy/, each run as it is configured. */
import { describe, expect, it, vi } from 'vitest';
import { type EventStream, openStream } from '../support/event-stream.ts';
import { startProduct } from '../support/running.ts';
import { writeObservation } from '../support/write-observation.ts';
import { proxies, startProxy } from './support/caches.ts';

const query = `subscription ($after: String) { fieldsChanged(ids: ["fld_demo_01"], lists: [OBSERVATIONS], after: $after) {
  lists field { latestObservation { text } }
} }`;
/** Comments of a silent stream to wait for: at 12 seconds each, they take more than 30 seconds. */
const comments = 3;

const changed = async (stream: EventStream) => JSON.parse((await stream.next())?.data ?? '{}').data?.fieldsChanged;

/** Longest cursor: that of 1,500 lists. */
const cursorCharacters = 12_015;

describe.concurrent.each(Object.entries(proxies))('%s', (_name, proxy) => {
  it.skipIf(!proxy.isInstalled)('passes on the longest cursor in a header', async () => {
    await using product = await startProduct();
    await using before = await startProxy(proxy, product.graphUrl);
    const headers = { 'last-event-id': 'A'.repeat(cursorCharacters) };
    await using stream = await openStream(`${before.url}/graphql`, { query }, headers);
    expect((await stream.next())?.data).toContain('UNKNOWN_CURSOR');
  });

  it.skipIf(!proxy.isInstalled)(
    'passes on each event immediately, leaves a silent stream open, and shares no stream between callers',
    { timeout: 600_000 },
    async () => {
      await using product = await startProduct();
      await using before = await startProxy(proxy, product.graphUrl);
      const url = `${before.url}/graphql`;
      const first = { lists: [], field: null };
      await using stream = await openStream(url, { query }, { ...product.demo, 'accept-encoding': 'gzip, br' });
      expect(await changed(stream)).toEqual(first);

      // Equal requests by GET without a key: a cache might store the first, or let the second wait for it.
      const byGet = (request: Request) => {
        const { headers, signal } = request;
        return fetch(`${url}?${new URLSearchParams({ query })}`, { headers, signal });
      };
      await using one = await openStream(url, { query }, {}, byGet);
      await using other = await openStream(url, { query }, {}, byGet);
      expect(await changed(one)).toEqual(first);
      expect(await changed(other)).toEqual(first);

      for (const text of ['at once', 'after a silence']) {
        const event = changed(stream);
        if (text !== 'at once') {
          const countOf = () =>
            stream
              .text()
              .split('\n\n')
              .filter((block) => block === ':').length;
          const count = countOf();
          await vi.waitFor(() => expect(countOf()).toBeGreaterThanOrEqual(count + comments), {
            timeout: 300_000,
            interval: 100,
          });
        }
        expect(await writeObservation(product, text)).toBe(201);
        expect(await event).toEqual({ lists: ['OBSERVATIONS'], field: { latestObservation: { text } } });
      }
    },
  );
});
