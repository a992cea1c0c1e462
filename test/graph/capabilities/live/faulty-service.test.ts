/** Live changes over a service that fails or allows its responses to be cached: the events that a listener finally receives. */
import { expect, it } from 'vitest';
import { type EventStream, openStream } from '../../../support/event-stream.ts';
import { requestJson } from '../../../support/execute.ts';
import { startFaultyGraph } from '../../../support/faulty-graph.ts';
import { type Behaviour, failures, type Script } from '../../../support/faulty-service.ts';
import { readMetric } from '../../../support/metric.ts';

/** A gateway over a service that behaves as the script defines. */
async function startOver(script: Script, settings: Record<string, string> = {}) {
  const graph = await startFaultyGraph({ LIVE_POLL_MS_MIN: '100', LIVE_POLL_MS_MAX: '200', ...settings });
  graph.service.script = script;
  return { ...graph, url: `${graph.graphUrl}/graphql` };
}

async function next(stream: EventStream) {
  return JSON.parse((await stream.next())?.data ?? '{}');
}

/** A response in which one text is replaced by another. */
function altered(from: string, to: string, etag: string, headers: Record<string, string> = {}): Behaviour {
  return (response, call, good) => {
    if (call.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    const type = { 'content-type': 'application/json' };
    return response.writeHead(200, { ...type, etag, ...headers }).end(good.replace(from, to));
  };
}

it.concurrent('an event whose data cannot be read is sent once the data is readable, and its cursor not before', async () => {
  let text = 'Seen';
  let failuresLeft = 0;
  await using gateway = await startOver(
    ({ url }) => {
      const isOfEvent = url.includes('limit=1&') || url.endsWith('limit=1');
      if (isOfEvent && failuresLeft > 0) {
        failuresLeft -= 1;
        return failures.status503;
      }
      return altered('"Rust on the flag leaves."', `"${text}"`, `"${text}"`);
    },
    { ADMIN_PORT: '0', GATEWAY_RATE_LIMIT_PER_MINUTE: '100' },
  );
  const query = `subscription ($after: String) {
    fieldsChanged(ids: ["fld_1"], lists: [OBSERVATIONS], after: $after) { cursor field { latestObservation { text } } }
  }`;
  await using stream = await openStream(gateway.url, { query });
  await next(stream);
  const sentEvents = () => readMetric(gateway.adminUrl, 'stream_events_total');
  expect(await sentEvents()).toBe(1);
  text = 'Aphids';
  // More than the attempts that one event makes by itself.
  failuresLeft = 4;
  expect(await next(stream)).toEqual({
    data: { fieldsChanged: { cursor: expect.any(String), field: { latestObservation: { text: 'Aphids' } } } },
  });
  expect(failuresLeft).toBe(0);
  // Failed attempts count neither as events nor as operations of the caller.
  expect(await sentEvents()).toBe(2);
  const { headers } = await fetch(`${gateway.url}?query={__typename}`);
  expect(headers.get('ratelimit')).toMatch(/;r=97;/);
});

it.concurrent('a resumed stream has the new data, even if the gateway may still use a cached response', async () => {
  let name = 'Test';
  await using gateway = await startOver(() => {
    return altered('"Test"', `"${name}"`, `"${name}"`, { 'cache-control': 'public, max-age=3600' });
  });
  const weather = 'weather(from: "2026-05-01", to: "2026-05-02") { source { name } }';
  const query = `subscription ($after: String) {
    fieldsChanged(ids: ["fld_1"], lists: [WEATHER], after: $after) { cursor field { ${weather} } }
  }`;
  const first = await openStream(gateway.url, { query });
  const { cursor: after } = (await next(first)).data.fieldsChanged;
  first.close();
  const readWeather = async () =>
    (await requestJson(fetch, `{ field(id: "fld_1") { ${weather} } }`, {}, gateway.url)).data.field;
  // A response is cached when it is received a second time.
  for (let nth = 0; nth < 3; nth += 1) await readWeather();
  name = 'changed';
  expect(await readWeather()).toEqual({ weather: [{ source: { name: 'Test' } }] });
  await using stream = await openStream(gateway.url, { query, variables: { after } });
  await next(stream);
  expect((await next(stream)).data.fieldsChanged.field).toEqual({ weather: [{ source: { name: 'changed' } }] });
});

it.concurrent('a list that is nested too deeply to compare counts as unreadable, and the process continues', async () => {
  const deep = `${'{"0":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  let isDeep = true;
  await using gateway = await startOver(() => (response, _call, good) => {
    const unreadable = good.replace('"source":', `"deep":${deep},"source":`).replace(/,"meta".*/, ',"links":{}}');
    response.writeHead(200, { 'content-type': 'application/json' }).end(isDeep ? unreadable : good);
  });
  const query = 'subscription { fieldsChanged(ids: ["fld_1"], lists: [WEATHER]) { lists } }';
  await using stream = await openStream(gateway.url, { query });
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { lists: [] } } });
  isDeep = false;
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { lists: ['WEATHER'] } } });
});

it.concurrent('a list that fails does not delay the first event and is reported once it can be read', async () => {
  let isFailing = true;
  const script: Script = ({ url }) => (isFailing && url.includes('fld_2') ? failures.status503 : undefined);
  await using gateway = await startOver(script, { DEADLINE_MS: '120000' });
  const query = 'subscription { fieldsChanged(ids: ["fld_1", "fld_2"], lists: [OBSERVATIONS]) { field { id } } }';
  await using stream = await openStream(gateway.url, { query });
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { field: null } } });
  isFailing = false;
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { field: { id: 'fld_2' } } } });
});

it.concurrent('keys that the service has not accepted share the stream limit of their address until their clients disconnect', async ({
  expect,
}) => {
  const script: Script = ({ headers }) =>
    headers.authorization?.startsWith('Bearer known') ? failures.good : failures.silent;
  await using gateway = await startOver(script, { LIVE_STREAMS_PER_CALLER_MAX: '2', DEADLINE_MS: '120000' });
  const operation = { query: 'subscription { fieldsChanged(ids: ["fld_1"], lists: [OBSERVATIONS]) { lists } }' };
  const opened = { data: { fieldsChanged: { lists: [] } } };
  const openWith = (key: string, send?: typeof fetch) =>
    openStream(gateway.url, operation, { authorization: `Bearer ${key}` }, send);
  const clients = new AbortController();
  const send = (request: RequestInfo | URL) => fetch(request, { signal: clients.signal });
  const pending = ['one', 'two'].map((key) => openWith(key, send).catch(() => undefined));
  await expect.poll(() => gateway.service.calls.length).toBe(2);
  await using third = await openWith('three');
  expect((await next(third)).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  clients.abort();
  await Promise.all(pending);
  await using streams = new AsyncDisposableStack();
  const firstOf = async (key: string) => next(streams.use(await openWith(key)));
  await expect.poll(() => firstOf('known')).toEqual(opened);
  expect(await firstOf('known')).toEqual(opened);
  // An accepted key uses no streams of other callers.
  expect(await firstOf('known-too')).toEqual(opened);
  // Streams of an accepted key do not count against its address.
  await using unkeyed = await openStream(gateway.url, operation);
  expect(unkeyed.response.status).toBe(200);
});

it.concurrent('a list that only disconnected clients requested is not read', async ({ expect }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const delayed: Behaviour = (...of) => released.then(() => failures.good(...of));
  // Each list is read only once, so that no poll is counted.
  const seldom = { LIVE_POLL_MS_MIN: '600000', LIVE_POLL_MS_MAX: '600000' };
  const settings = { ...seldom, ADMIN_PORT: '0', LIVE_STREAMS_PER_CALLER_MAX: '100', DEADLINE_MS: '120000' };
  await using gateway = await startOver(() => delayed, settings);
  const operation = { query: 'subscription { fieldsChanged(ids: ["fld_1"], lists: [OBSERVATIONS]) { lists } }' };
  const clients = new AbortController();
  const send = (request: Request) => fetch(request, { signal: clients.signal });
  const pending = Array.from({ length: 60 }, (_, at) =>
    openStream(gateway.url, operation, { authorization: `Bearer ${at}` }, send).catch(() => undefined),
  );
  const watched = () => readMetric(gateway.adminUrl, 'watched_lists');
  await expect.poll(watched).toBe(pending.length);
  clients.abort();
  await Promise.all(pending);
  await expect.poll(watched).toBe(0);
  // Each look at the metrics may probe the service. A read that was sent before may still be on its way to it.
  const reads = () => gateway.service.calls.filter(({ method }) => method === 'GET').length;
  const sent = await readMetric(gateway.adminUrl, 'upstream_calls_in_flight');
  await expect.poll(reads).toBe(sent);
  release();
  // This read follows all reads that waited before.
  await using stream = await openStream(gateway.url, operation, { authorization: 'Bearer last' });
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { lists: [] } } });
  expect(reads()).toBe(sent + 1);
});

it.concurrent('callers of one network without a key have at most half of the events that run at once', async ({
  expect,
}) => {
  let text = 'Seen';
  let begun = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using gateway = await startOver(
    ({ url }) => {
      if (text === 'Seen' || !url.startsWith('/api/v1/weather'))
        return altered('"Rust on the flag leaves."', `"${text}"`, `"${text}"`);
      begun += 1;
      return (...of) => released.then(() => failures.good(...of));
    },
    { TRUST_PROXY: 'on', DEADLINE_MS: '120000' },
  );
  const weather = 'weather(from: "2026-05-01", to: "2026-05-02") { date }';
  const query = `subscription { fieldsChanged(ids: ["fld_1"], lists: [OBSERVATIONS]) { lists field { ${weather} } } }`;
  const addresses = ['192.0.2.1', ...Array.from({ length: 12 }, (_, at) => `2001:db8::${at + 1}`)];
  const streams = await Promise.all(
    addresses.map((address) => openStream(gateway.url, { query }, { 'x-forwarded-for': address })),
  );
  await Promise.all(streams.map(next));
  text = 'Aphids';
  await expect.poll(() => begun).toBeGreaterThanOrEqual(9);
  // Further events would have begun by the end of a request.
  await fetch(`${gateway.url}?query={__typename}`);
  expect(begun).toBe(9);
  release();
  const events = await Promise.all(streams.map(next));
  expect(events.map(({ data }) => data.fieldsChanged.lists)).toEqual(streams.map(() => ['OBSERVATIONS']));
  for (const stream of streams) stream.close();
});

it.concurrent.for<[name: string, headers: { etag?: string }]>([
  ['another ETag', { etag: '"other"' }],
  ['no ETag', {}],
])('a watched list is read without conditions if each condition gets 304 and %s', async ([, headers], { expect }) => {
  let text = 'Seen';
  let name = 'Test';
  let unconditional = 0;
  await using gateway = await startOver(({ url }) => {
    if (url.includes('/weather')) return altered('"Test"', `"${name}"`, `"${name}"`);
    return (response, call, good) => {
      if ('if-none-match' in call.headers) return response.writeHead(304, headers).end();
      unconditional += 1;
      const type = { 'content-type': 'application/json' };
      return response
        .writeHead(200, { ...type, etag: '"one"' })
        .end(good.replace('"Rust on the flag leaves."', `"${text}"`));
    };
  });
  const latest = 'latestObservation { text }';
  // The cache stores a response that came twice, and then sends its ETag.
  const readThreeTimes = async () => {
    const read = () => requestJson(fetch, `{ field(id: "fld_1") { ${latest} } }`, {}, gateway.url);
    for (let time = 0; time < 3; time++) expect((await read()).data.field.latestObservation).toEqual({ text });
  };
  await readThreeTimes();
  const query = `subscription { fieldsChanged(ids: ["fld_1"], lists: [WEATHER, OBSERVATIONS]) { field { ${latest} } } }`;
  await using stream = await openStream(gateway.url, { query });
  await next(stream);
  await expect.poll(() => unconditional).toBeGreaterThan(4);
  const changed = () => ({ data: { fieldsChanged: { field: { latestObservation: { text } } } } });
  // The change of a list that is revalidated must not have this one cached again.
  name = 'changed';
  expect(await next(stream)).toEqual(changed());
  await readThreeTimes();
  text = 'Aphids';
  await readThreeTimes();
  expect(await next(stream)).toEqual(changed());
});
