/** Live changes over a service that fails, or lets caches keep its responses: what a listener gets in the end. */
import { expect, it } from 'vitest';
import { type EventStream, openStream } from '../../../support/event-stream.ts';
import { askJson } from '../../../support/execute.ts';
import { startFaultyGraph } from '../../../support/faulty-graph.ts';
import { type Behaviour, faults, type Script } from '../../../support/faulty-service.ts';
import { readMetric } from '../../../support/metric.ts';

/** A gateway over a service that does what the script says. */
async function startOver(script: Script, settings: Record<string, string> = {}) {
  const graph = await startFaultyGraph({ LIVE_POLL_MS_MIN: '100', LIVE_POLL_MS_MAX: '200', ...settings });
  graph.service.script = script;
  return { ...graph, url: `${graph.graphUrl}/graphql` };
}

async function next(stream: EventStream) {
  return JSON.parse((await stream.next())?.data ?? '{}');
}

/** A response in which this text is another one. */
function altered(from: string, to: string, etag: string, headers: Record<string, string> = {}): Behaviour {
  return (response, call, good) => {
    if (call.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    const type = { 'content-type': 'application/json' };
    return response.writeHead(200, { ...type, etag, ...headers }).end(good.replace(from, to));
  };
}

it('an event whose data could not be read comes once it can, and its cursor not before', async () => {
  let text = 'Seen';
  let failures = 0;
  await using gateway = await startOver(
    ({ url }) => {
      const isOfEvent = url.includes('limit=1&') || url.endsWith('limit=1');
      if (isOfEvent && failures > 0) {
        failures -= 1;
        return faults.status503;
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
  // More than one event tries by itself.
  failures = 4;
  expect(await next(stream)).toEqual({
    data: { fieldsChanged: { cursor: expect.any(String), field: { latestObservation: { text: 'Aphids' } } } },
  });
  expect(failures).toBe(0);
  // Its attempts are no events, and no operations of its caller.
  expect(await sentEvents()).toBe(2);
  const { headers } = await fetch(`${gateway.url}?query={__typename}`);
  expect(headers.get('ratelimit')).toMatch(/;r=97;/);
});

it('who resumes gets the new data, although the gateway may still use a cached response', async () => {
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
  const ask = async () => (await askJson(fetch, `{ field(id: "fld_1") { ${weather} } }`, {}, gateway.url)).data.field;
  // A response is cached when it comes a second time.
  for (let nth = 0; nth < 3; nth += 1) await ask();
  name = 'changed';
  expect(await ask()).toEqual({ weather: [{ source: { name: 'Test' } }] });
  await using stream = await openStream(gateway.url, { query, variables: { after } });
  await next(stream);
  expect((await next(stream)).data.fieldsChanged.field).toEqual({ weather: [{ source: { name: 'changed' } }] });
});

it('a list that is nested too deeply to be compared is unreadable, and the process goes on', async () => {
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

it('a list that fails does not hold up the first event, and is reported once it can be read', async () => {
  let isFailing = true;
  const script: Script = ({ url }) => (isFailing && url.includes('fld_2') ? faults.status503 : undefined);
  await using gateway = await startOver(script, { DEADLINE_MS: '120000' });
  const query = 'subscription { fieldsChanged(ids: ["fld_1", "fld_2"], lists: [OBSERVATIONS]) { field { id } } }';
  await using stream = await openStream(gateway.url, { query });
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { field: null } } });
  isFailing = false;
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { field: { id: 'fld_2' } } } });
});

it('keys that the service has not accepted share the streams of their address, until their clients leave', async () => {
  const script: Script = ({ headers }) =>
    headers.authorization?.startsWith('Bearer known') ? faults.good : faults.silent;
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
  // An accepted key takes none of the streams of the others.
  expect(await firstOf('known-too')).toEqual(opened);
  // Those of an accepted key are not its address's.
  await using unkeyed = await openStream(gateway.url, operation);
  expect(unkeyed.response.status).toBe(200);
});

it('a list that only clients who have left wanted is not read', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: Behaviour = (...of) => released.then(() => faults.good(...of));
  // Each list is read once: no poll of the last is counted.
  const seldom = { LIVE_POLL_MS_MIN: '600000', LIVE_POLL_MS_MAX: '600000' };
  const settings = { ...seldom, ADMIN_PORT: '0', LIVE_STREAMS_PER_CALLER_MAX: '100' };
  await using gateway = await startOver(() => held, settings);
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
  const { calls } = gateway.service;
  const before = calls.length;
  release();
  // Its read comes after all that waited before.
  await using stream = await openStream(gateway.url, operation, { authorization: 'Bearer last' });
  expect(await next(stream)).toEqual({ data: { fieldsChanged: { lists: [] } } });
  // Its own, and at most four that were on their way.
  expect(calls.length - before).toBeLessThanOrEqual(5);
});
