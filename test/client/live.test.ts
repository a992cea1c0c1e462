/** When `watchFields` opens a stream again: its waits grow with consecutive failures. */
import { Readable } from 'node:stream';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type GraphError, type LiveOptions, watchFields } from '../../client/live.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('watchFields waits longer after each failure, and one second after a stream with an event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const stopping = new AbortController();
  const sentAt: number[] = [];
  const event = 'event: next\nid: c1\ndata: {"data":{}}\n\n';
  const fetch = async () => {
    sentAt.push(performance.now());
    if (sentAt.length <= 6) throw new TypeError('fetch failed');
    if (sentAt.length > 8) stopping.abort();
    return new Response(event, { headers: { 'content-type': 'text/event-stream' } });
  };
  const watch = async () => {
    let events = 0;
    for await (const _ of watchFields({ query: '' }, { url: 'http://graph', signal: stopping.signal, fetch })) events++;
    return events;
  };
  const watched = watch();
  while (!stopping.signal.aborted) await vi.advanceTimersByTimeAsync(500);
  expect(await watched).toBeGreaterThanOrEqual(2);
  const waits = sentAt.slice(1).map((at, index) => (at - (sentAt[index] ?? 0)) / 1_000);
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 30, 1, 1]);
});

it('watchFields waits longer after each JSON of a proxy, and ends with a result of the graph', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const limited: GraphError = { message: 'Too many requests.', extensions: { code: 'REQUEST_RATE_LIMITED' } };
  const refused = { errors: [{ message: 'Cannot query field "x".', extensions: { retryable: false } }] };
  const replies = [
    Response.json({ message: 'Too Many Requests' }, { status: 429 }),
    Response.json({}),
    Response.json({ errors: [limited] }, { status: 429 }),
    Response.json({ errors: [{ message: 'Log in.' }] }, { status: 401 }),
    Response.json({ errors: [limited] }),
    Response.json({ errors: [] }, { status: 400 }),
    Response.json(refused, { status: 400 }),
  ];
  const sentAt: number[] = [];
  const fetch = async () => {
    sentAt.push(performance.now());
    return replies.shift() as Response;
  };
  const results = Array.fromAsync(watchFields({ query: '' }, { url: 'http://graph', fetch }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await results).toEqual([refused]);
  const waits = sentAt.slice(1).map((at, index) => (at - (sentAt[index] ?? 0)) / 1_000);
  expect(waits).toEqual([1, 2, 4, 8, 16, 30]);
});

it('watchFields is connected by data of a router, whose events have no id and whose errors have no `retryable`', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const result = { data: { fieldsChanged: { field: null } }, errors: [{ message: 'Hidden.' }] };
  const event = `event: next\ndata: ${JSON.stringify(result)}\n\n`;
  const texts = [event, event, `${event}event: complete\ndata:\n\n`];
  const fetch = async () => new Response(texts.shift(), { headers: { 'content-type': 'text/event-stream' } });
  const onConnection = vi.fn<NonNullable<LiveOptions['onConnection']>>();
  const results = Array.fromAsync(watchFields({ query: '' }, { url: 'http://graph', onConnection, fetch }));
  // A second after each.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts).toEqual([]);
  expect(await results).toEqual([result, result, result]);
  const [connected, brokenOff] = [[true], [false, undefined]];
  expect(onConnection.mock.calls).toEqual([connected, brokenOff, connected, brokenOff, connected]);
});

it('watchFields yields nothing after the abort signal, not even an event that arrived with the previous one', async () => {
  const stopping = new AbortController();
  const event = 'event: next\nid: c1\ndata: {"data":{}}\n\n';
  const fetch = async () => new Response(event.repeat(2), { headers: { 'content-type': 'text/event-stream' } });
  let events = 0;
  for await (const _ of watchFields({ query: '' }, { url: 'http://graph', signal: stopping.signal, fetch })) {
    events += 1;
    stopping.abort();
  }
  expect(events).toBe(1);
});

it('watchFields reads a stream whose lines a proxy ended by CR and LF, wherever its chunks are cut', async () => {
  const stopping = new AbortController();
  const bytes = Buffer.from('event: next\r\nid: c1\r\ndata: {"data":{"days":1}}\r\n\r\n');
  const body = () => Readable.toWeb(Readable.from(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))));
  const fetch = async () => new Response(body() as BodyInit, { headers: { 'content-type': 'Text/Event-Stream' } });
  for await (const result of watchFields({ query: '' }, { url: 'http://graph', signal: stopping.signal, fetch })) {
    expect(result).toEqual({ data: { days: 1 } });
    stopping.abort();
  }
});

it('watchFields works with the fetch of React Native, where no part is a stream but the body', async () => {
  vi.stubGlobal('TextDecoderStream', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const stopping = new AbortController();
  const bytes = Buffer.from('event: next\nid: c1\ndata: {"data":{"text":"Blüte"}}\n\n');
  const chunks = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  const read = async () => ({ done: chunks.length === 0, value: chunks.shift() });
  const headers = new Headers({ 'content-type': 'text/event-stream' });
  const fetch = async () => ({ ok: true, status: 200, headers, body: { getReader: () => ({ read }) } });
  const onConnection = (isConnected: boolean, reason: unknown) =>
    expect([isConnected, reason]).toEqual([true, undefined]);
  const options = { url: 'http://graph', signal: stopping.signal, fetch, onConnection };
  for await (const result of watchFields({ query: '' }, options)) {
    expect(result).toEqual({ data: { text: 'Blüte' } });
    stopping.abort();
  }
  expect.assertions(2);
});

it.each([
  ['an API key with a character that headers do not allow', { headers: { authorization: 'Bearer fgk_live_…' } }, {}],
  ['a variable that JSON cannot represent', {}, { ids: 1n }],
  ['a cursor with a character that headers do not allow', {}, { after: 'c1…' }],
])('watchFields throws for %s, and sends nothing', async (_what, options, variables) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const watched = watchFields({ query: '', variables }, { url: 'http://graph', fetch, ...options });
  await expect(watched.next()).rejects.toThrow(TypeError);
  expect(fetch).not.toHaveBeenCalled();
});

it('watchFields ends at once if `onConnection` stops it when the connection is lost', async () => {
  const stopping = new AbortController();
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const options = { url: 'http://graph', fetch, signal: stopping.signal, onConnection: () => stopping.abort() };
  expect(await Array.fromAsync(watchFields({ query: '' }, options))).toEqual([]);
});

it('watchFields passes the reason of a lost connection to `onConnection`', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const error = new TypeError('fetch failed');
  const extensions = { code: 'RATE_LIMITED', retryable: true, retryAfterSeconds: 1 };
  const limited: GraphError = { message: 'Too many requests.', path: ['fieldsChanged'], extensions };
  const ofRouter: GraphError = { message: 'Too many requests.', extensions: { code: 'REQUEST_RATE_LIMITED' } };
  const event = `event: next\ndata: ${JSON.stringify({ errors: [limited] })}\n\n`;
  const replies = [
    () => Promise.reject(error),
    async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    async () => new Response(event, { headers: { 'content-type': 'text/event-stream' } }),
    async () => Response.json({ errors: [limited] }, { status: 429 }),
    async () => Response.json({ errors: [ofRouter] }, { status: 429 }),
    async () => new Response('', { headers: { 'content-type': 'text/event-stream' } }),
    async () => Response.json({ errors: [{ message: 'No.', extensions: { retryable: false } }] }, { status: 400 }),
  ];
  const onConnection = vi.fn<NonNullable<LiveOptions['onConnection']>>();
  const options = { url: 'http://graph', onConnection, fetch: async () => replies.shift()!() };
  const ended = Array.fromAsync(watchFields({ query: '' }, options));
  await vi.advanceTimersByTimeAsync(120_000);
  await ended;
  const reasons = [error, 502, limited, limited, ofRouter, undefined];
  expect(onConnection.mock.calls).toEqual(reasons.map((reason) => [false, reason]));
});

it('watchFields throws what `onConnection` throws, so that no event is lost silently', async () => {
  const event = 'event: next\nid: c1\ndata: {"data":{}}\n\n';
  const fetch = async () => new Response(event, { headers: { 'content-type': 'text/event-stream' } });
  const onConnection = vi.fn<(isConnected: boolean) => void>().mockImplementationOnce(() => {
    throw new RangeError('of the caller');
  });
  const watched = watchFields({ query: '' }, { url: 'http://graph', fetch, onConnection });
  await expect(watched.next()).rejects.toThrow(RangeError);
});
