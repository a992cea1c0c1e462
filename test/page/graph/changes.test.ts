/** Tabs of the field page share the stream of the leading tab and notify each other. Here three tabs run in one process. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchShown } from '../../../src/page/graph/changes.ts';
import { fingerprint } from '../../../src/page/settings.ts';

const event = 'data: {"data":{"fieldsChanged":{"cursor":"c","field":null}}}\n\n';

it('a tab that closes while the stream is interrupted does not make the other tabs report a connection', async () => {
  vi.stubGlobal('addEventListener', () => {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async () => {
    // The graph cannot be reached once the first stream is interrupted.
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

/** Opens a tab whose streams receive these events, one text each. Returns the variables of its streams, in order. */
function watch(streams: readonly string[]) {
  vi.stubGlobal('addEventListener', () => {});
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const events = streams[sent.length];
    sent.push(new URL(url, 'http://graph.test').searchParams.get('variables'));
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(new TextEncoder().encode(events));
      if (events?.includes('event: complete')) controller.close();
    };
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } });
  });
  const close = watchShown('fld_1', undefined, { onChange() {}, sentAt: Date.now, onConnection() {} });
  onTestFinished(() => {
    close();
    vi.unstubAllGlobals();
  });
  return sent;
}

const refused = 'event: next\ndata: {"errors":[{"message":"No such cursor.","extensions":{"retryable":false}}]}\n\n';
const complete = 'event: complete\ndata:\n\n';

/** Advances the clock until every wait of the page has ended. */
async function passTime(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise(setImmediate);
  }
}

const variablesOf = (...lists: string[]) => JSON.stringify({ ids: ['fld_1'], lists });

it('a tab whose key may not read one list watches the other lists', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const denied =
    'event: next\ndata: {"errors":[{"message":"The API key lacks the scope weather:read.","extensions":{"retryable":false}}]}\n\n';
  const sent = watch([`${denied}${complete}`, '']);
  await passTime();
  expect(sent).toEqual([
    variablesOf('WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'),
    variablesOf('EARTH_OBSERVATIONS', 'OBSERVATIONS'),
  ]);
});

it('a stream that the graph refuses to resume restarts once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = watch([`event: next\n${event}${refused}${complete}`, `${refused}${complete}`, '']);
  await passTime();
  const variables = variablesOf('WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS');
  expect(sent).toEqual([variables, variables]);
});

it('a stream that the graph starts and then refuses each time restarts at growing intervals', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = watch(Array<string>(50).fill(`event: next\n${event}${refused}${complete}`));
  // 200 ms before the first stream, and 0.2, 0.4, 0.8, ... 25.6 seconds between streams.
  for (let turn = 0; turn < 300; turn += 1) {
    await vi.advanceTimersByTimeAsync(200);
    await new Promise(setImmediate);
  }
  expect(sent).toHaveLength(9);
});
