/** What tabs of the field page notify each other of, over the one stream of the tab that leads: three tabs in one process. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchShown } from '../../../src/page/graph/changes.ts';
import { fingerprint } from '../../../src/page/settings.ts';

const event = 'data: {"data":{"fieldsChanged":{"cursor":"c","field":null}}}\n\n';

it('a tab that closes while the stream is interrupted does not make the others say that it is there', async () => {
  vi.stubGlobal('addEventListener', () => {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async () => {
    // The graph is away once the first stream is interrupted.
    if (streams.length > 0) throw new TypeError('fetch failed');
    const body = new ReadableStream({ start: (controller) => void streams.push(controller) });
    streams[0]?.enqueue(new TextEncoder().encode(`event: next\n${event}`));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const states: (boolean | undefined)[] = [undefined, undefined, undefined];
  const close = states.map((_, tab) =>
    watchShown('fld_1', undefined, {
      onChange() {},
      sentAt: () => Date.now(),
      onConnection(isConnected) {
        states[tab] = isConnected;
      },
    }),
  );
  onTestFinished(() => {
    for (const end of close) end();
  });
  await expect.poll(() => states).toEqual([true, true, true]);
  streams[0]?.error(new TypeError('terminated'));
  await expect.poll(() => states).toEqual([false, false, false]);
  const channel = new BroadcastChannel(`fieldgraph-changes-${fingerprint('')}`);
  onTestFinished(() => channel.close());
  const next = new Promise<{ kind: string }>((resolve) => {
    channel.onmessage = ({ data }) => data.kind !== 'shown' && resolve(data);
  });
  close.pop()?.();
  expect(await next).toEqual({ kind: 'lost' });
  expect(states.slice(0, 2)).toEqual([false, false]);
});
