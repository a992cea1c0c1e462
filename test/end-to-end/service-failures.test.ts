/** A service that fails in every possible way, seen through the graph: each failure is a coded error on its own path and nothing else. */
import { describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../src/graph/errors/codes.ts';
import { type Mishap, mishaps, startBrokenProxy } from '../support/broken-proxy.ts';
import type { Answerer } from '../support/execute.ts';
import { type FaultyGraph, startFaultyGraph } from '../support/faulty-graph.ts';
import { type Behaviour, failures, type SeenCall, startFaultyService } from '../support/faulty-service.ts';
import { freePort } from '../support/free-port.ts';
import { post } from '../support/post.ts';
import { startProduct } from '../support/running.ts';
import { seededRandom } from '../support/seeded-random.ts';

const dashboard = `query Dashboard($id: ID!) {
  field(id: $id) {
    id
    weather { startsAt kind }
    earthObservations { id sceneId }
    observations(limit: 5) { id text }
  }
}`;
const siblings = {
  earthObservations: [{ id: 'fld_1:eo:eo_1', sceneId: 'SCENE-1' }],
  observations: [{ id: 'fld_1:obs:obs_0', text: 'Rust on the flag leaves.' }],
};
const addNote = `mutation AddNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess { observation { id text } }
    ... on FieldgraphError { code retryable retryAfterSeconds }
  }
}`;
const input = { idempotencyKey: 'note-1', fieldId: 'fld_1', text: 'hail' };
const headers = { authorization: 'Bearer fds_test_secretkey' };
const queryDashboard = (graph: FaultyGraph) => graph.query(dashboard, { id: 'fld_1' }, headers);
/** Sends as a caller that disconnects when the signal aborts. */
const sendUntil =
  (signal: AbortSignal): Answerer =>
  (request) =>
    fetch(request, { signal });
/** The calls without the HEAD by which the gateway checks, after a failure, whether the service responds at all. */
const callsOf = ({ service }: FaultyGraph) => service.calls.filter(({ method }) => method !== 'HEAD');
const isWeather = ({ url }: SeenCall) => url.startsWith('/api/v1/weather');

type Failure = keyof typeof failures;
/** A failure of the service, its error code in the graph, and how often the call is sent. */
type Case = [failure: Failure, code: ErrorCode, sends: number];

const quickFailures: Case[] = [
  ['resetBeforeAnswer', 'UPSTREAM_UNAVAILABLE', 3],
  ['closedBeforeAnswer', 'UPSTREAM_UNAVAILABLE', 3],
  ['resetMidBody', 'UPSTREAM_UNAVAILABLE', 3],
  ['truncated', 'UPSTREAM_UNAVAILABLE', 3],
  ['truncatedLast', 'UPSTREAM_UNAVAILABLE', 3],
  ['truncatedUnbounded', 'UPSTREAM_UNAVAILABLE', 3],
  ['notHttp', 'UPSTREAM_ERROR', 1],
  ['controlInHeader', 'UPSTREAM_ERROR', 1],
  ['invalidJson', 'UPSTREAM_ERROR', 1],
  ['emptyBody', 'UPSTREAM_ERROR', 1],
  ['noContent', 'UPSTREAM_ERROR', 1],
  ['wrongMediaType', 'UPSTREAM_ERROR', 1],
  ['jsonNull', 'UPSTREAM_ERROR', 1],
  ['jsonString', 'UPSTREAM_ERROR', 1],
  ['dataIsObject', 'UPSTREAM_ERROR', 1],
  ['recordIsNull', 'UPSTREAM_ERROR', 1],
  ['recordIsBare', 'UPSTREAM_ERROR', 1],
  ['otherField', 'UPSTREAM_ERROR', 1],
  ['huge', 'UPSTREAM_ERROR', 1],
  ['brokenGzip', 'UPSTREAM_ERROR', 1],
  ['unknownEncoding', 'UPSTREAM_ERROR', 1],
  ['redirect', 'UPSTREAM_ERROR', 1],
  ['status304', 'UPSTREAM_ERROR', 1],
  ['status400', 'BAD_USER_INPUT', 1],
  ['status401', 'UNAUTHENTICATED', 1],
  ['status403', 'FORBIDDEN', 1],
  ['status404', 'NOT_FOUND', 1],
  ['pageOfProxy', 'UPSTREAM_UNAVAILABLE', 1],
  ['status408', 'UPSTREAM_TIMEOUT', 3],
  ['status409', 'UPSTREAM_ERROR', 3],
  ['status413', 'UPSTREAM_ERROR', 1],
  ['pageOf400', 'UPSTREAM_UNAVAILABLE', 1],
  ['textOfProxy', 'UPSTREAM_UNAVAILABLE', 1],
  ['status418', 'UPSTREAM_ERROR', 1],
  ['status429', 'RATE_LIMITED', 1],
  ['status500', 'UPSTREAM_ERROR', 3],
  ['status502', 'UPSTREAM_UNAVAILABLE', 3],
  ['status503', 'UPSTREAM_UNAVAILABLE', 3],
  ['status503RetryAfter', 'UPSTREAM_UNAVAILABLE', 1],
  ['status504', 'UPSTREAM_TIMEOUT', 3],
];
/** Ended only by the deadline. */
const endless: Case[] = [
  ['silent', 'UPSTREAM_TIMEOUT', 1],
  ['stalledBody', 'UPSTREAM_TIMEOUT', 1],
];
/** Shorter than the Retry-After of `status429`, so that the gateway does not wait for it. */
const deadline = { DEADLINE_MS: '6000' };
/** The short deadline only where a test waits for it, so that a busy machine has more time in the others. */
const settingsOf = (failure: Failure) => (['silent', 'stalledBody', 'status429'].includes(failure) ? deadline : {});

function expectNothingLeaked(graph: FaultyGraph, answer: unknown): void {
  expect(JSON.stringify(answer)).not.toMatch(/secret|internal\.example|127\.0\.0\.1|ECONN|UND_ERR/);
  expect(graph.lines.join('')).not.toContain('secretkey');
}

describe('a read', () => {
  it.concurrent.each([...endless, ...quickFailures])(
    'with failure %s is %s on its own path, sent %i times, and its siblings resolve',
    async (failure, code, sends) => {
      await using graph = await startFaultyGraph(settingsOf(failure));
      graph.service.script = (call) => (isWeather(call) ? failures[failure] : undefined);
      const answer = await queryDashboard(graph);
      expect(answer.data).toEqual({ field: { id: 'fld_1', weather: null, ...siblings } });
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors![0]).toMatchObject({ path: ['field', 'weather'], extensions: { code } });
      expect(graph.service.calls.filter(isWeather)).toHaveLength(sends);
      expectNothingLeaked(graph, answer);
    },
  );

  it('accepts a gzip response although it requested an uncompressed one', async () => {
    await using graph = await startFaultyGraph();
    graph.service.script = () => failures.gzip;
    expect((await queryDashboard(graph)).errors).toBeUndefined();
  });

  it('is NOT_FOUND for a 404 with any JSON body', async () => {
    await using graph = await startFaultyGraph();
    graph.service.script = (call) => (isWeather(call) ? failures.jsonOfProxy : undefined);
    expect((await queryDashboard(graph)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('reports retryAfterSeconds if the service refuses it with 429', async () => {
    await using graph = await startFaultyGraph(deadline);
    graph.service.script = () => failures.status429;
    const { errors } = await queryDashboard(graph);
    expect(errors).toHaveLength(3);
    for (const error of errors!) expect(error.extensions).toMatchObject({ retryable: true, retryAfterSeconds: 7 });
  });

  it('is UPSTREAM_UNAVAILABLE while its connection is refused, and succeeds once the service is back', async () => {
    await using graph = await startFaultyGraph({}, await freePort());
    await graph.service.close();
    const { data, errors } = await queryDashboard(graph);
    expect(data).toEqual({ field: { id: 'fld_1', weather: null, earthObservations: null, observations: null } });
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(Array(3).fill('UPSTREAM_UNAVAILABLE'));
    const back = await startFaultyService(undefined, graph.service.port);
    expect((await queryDashboard(graph)).errors).toBeUndefined();
    await back.close();
  });

  it('succeeds in at least 95 % of cases if 30 % of sends are lost', async () => {
    // On a busy machine, reads would leave the time window of the retry budget.
    using _clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await using graph = await startFaultyGraph();
    const random = seededRandom(11);
    graph.service.script = () => (random() < 0.3 ? failures.resetBeforeAnswer : undefined);
    // The first reads are retried less, because retries are limited to a share of all sends; many reads hide this.
    const operations = 600;
    const answers = await Promise.all(
      Array.from({ length: operations }, (_, index) => graph.query(dashboard, { id: `fld_${index}` })),
    );
    const failed = answers.flatMap(({ errors = [] }) => errors);
    expect(failed.length / (operations * 3)).toBeLessThanOrEqual(0.05);
  });

  it.each<[string, (body: string) => string]>([
    ['cut short', (body) => body.slice(0, body.length / 2)],
    ['damaged within its records', (body) => body.replace(':', '')],
    ['not UTF-8', (body) => body.replace('"', '"\xff')],
  ])(
    'fails only once if a response is %s, because the next read does not use it from the cache',
    async (_what, damaged) => {
      for (const hasKey of [true, false]) {
        const sent = hasKey ? {} : { 'cache-control': 'public, max-age=3600' };
        await using graph = await startFaultyGraph();
        let reads = 0;
        graph.service.script = (call) => (response, _call, good) => {
          if (isWeather(call)) reads += 1;
          const etag = '"v1"';
          const body = isWeather(call) && reads === 2 ? Buffer.from(damaged(good), 'latin1') : good;
          if (call.headers['if-none-match'] === etag) return response.writeHead(304, { etag, ...sent }).end();
          return response.writeHead(200, { 'content-type': 'application/json', etag, ...sent }).end(body);
        };
        const codes = [];
        for (let at = 0; at < 5; at += 1)
          codes.push(
            (await graph.query(dashboard, { id: 'fld_1' }, hasKey ? headers : {})).errors?.[0]?.extensions?.code,
          );
        expect(codes).toEqual([undefined, 'UPSTREAM_ERROR', undefined, undefined, undefined]);
        expect(reads).toBe(hasKey ? 5 : 3);
      }
    },
  );

  it('succeeds for one key while all reads of another key fail or hang', async () => {
    await using graph = await startFaultyGraph({ UPSTREAM_CONCURRENCY_MAX: '8', DEADLINE_MS: '30000' });
    const by = (key: string, id: string, send?: Answerer) =>
      graph.query(dashboard, { id }, { authorization: `Bearer fds_test_${key}` }, send);
    let failure: Behaviour = failures.status503RetryAfter;
    graph.service.script = ({ headers: sent }) => (sent.authorization?.endsWith('broken') ? failure : undefined);
    const isFine = async (id: string) => expect((await by('fine', id)).errors).toBeUndefined();
    await isFine('fld_0');
    for (let at = 1; at <= 30; at += 1) await by('broken', `fld_${at}`);
    await isFine('fld_31');
    failure = failures.silent;
    const left = new AbortController();
    const hanging = Array.from({ length: 20 }, (_, at) => by('broken', `fld_${at}`, sendUntil(left.signal)));
    const callsOfAll = callsOf(graph).length + 3 * 7;
    await expect.poll(() => callsOf(graph).length, { timeout: 20_000 }).toBe(callsOfAll);
    await isFine('fld_32');
    left.abort();
    for (const outcome of await Promise.allSettled(hanging)) expect(outcome.status).toBe('rejected');
  });

  it('is cancelled on the wire when its caller disconnects', async () => {
    await using graph = await startFaultyGraph();
    const caller = new AbortController();
    const cut = new Promise<boolean>((resolve) => {
      graph.service.script = (call) => (response) => {
        if (!isWeather(call)) return;
        response.on('close', () => resolve(!response.writableFinished));
        caller.abort();
      };
    });
    await expect(graph.query(dashboard, { id: 'fld_1' }, {}, sendUntil(caller.signal))).rejects.toThrow();
    expect(await cut).toBe(true);
  });
});

describe('a write', () => {
  const write = (graph: FaultyGraph, send: Answerer = fetch) => graph.query(addNote, { input }, headers, send);

  /** All sends have one key and one body, so that the service treats them as one write. */
  function expectOneWrite(graph: FaultyGraph, sends: number): void {
    expect(callsOf(graph)).toHaveLength(sends);
    const writes = callsOf(graph).map((call) => `${call.method} ${call.headers['idempotency-key']} ${call.body}`);
    expect(new Set(writes).size).toBe(1);
  }

  const writeFailures: Case[] = [
    ...[...endless, ...quickFailures].filter(([failure]) => !/status4(?!08|18)|dataIsObject|otherField/.test(failure)),
    ['jsonOfProxy', 'UPSTREAM_UNAVAILABLE', 1],
  ];

  it.concurrent.each(writeFailures)(
    'with failure %s is %s in `errors`, sent %i times under one key',
    async (failure, code, sends) => {
      await using graph = await startFaultyGraph(settingsOf(failure));
      graph.service.script = () => failures[failure];
      const answer = await write(graph);
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors![0]).toMatchObject({ path: ['addObservation'], extensions: { code } });
      expectOneWrite(graph, sends);
      expectNothingLeaked(graph, answer);
    },
  );

  it.concurrent.each([
    ['status400', 'BAD_USER_INPUT', 1],
    ['status401', 'UNAUTHENTICATED', 1],
    ['status403', 'FORBIDDEN', 1],
    ['status404', 'NOT_FOUND', 1],
    ['status409', 'IDEMPOTENCY_IN_PROGRESS', 3],
    ['status422', 'BAD_USER_INPUT', 1],
    ['status429', 'RATE_LIMITED', 1],
  ] satisfies Case[])('refused with %s is %s in `data`, sent %i times', async (failure, code, sends) => {
    await using graph = await startFaultyGraph(settingsOf(failure));
    graph.service.script = () => failures[failure];
    const answer = await write(graph);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({ addObservation: { code } });
    expectOneWrite(graph, sends);
    expectNothingLeaked(graph, answer);
  });

  it('is sent again with the same key and body if its response is lost', async () => {
    await using graph = await startFaultyGraph();
    graph.service.script = () => (callsOf(graph).length <= 2 ? failures.resetMidBody : undefined);
    expect((await write(graph)).data).toMatchObject({ addObservation: { observation: { text: 'hail' } } });
    expectOneWrite(graph, 3);
  });

  it('is stored once by the built-in service if its response is lost twice', async () => {
    await using product = await startProduct();
    await using proxy = await startBrokenProxy(product.serviceUrl);
    let lost = 0;
    // The gateway also reads the description of the service.
    const loseTwo: Mishap = (request, response, forward) => {
      if (request.method !== 'POST' || lost === 2) return mishaps.none(request, response, forward);
      lost += 1;
      return mishaps.answerLost(request, response, forward);
    };
    proxy.mishaps = Array(100).fill(loseTwo);
    await using over = await startProduct({ FIELD_DATA_URL: proxy.url });
    const note = { ...input, fieldId: 'fld_demo_01' };
    const { body } = await post(over.graphUrl, { query: addNote, variables: { input: note } }, product.demo);
    expect(body).toMatchObject({ data: { addObservation: { observation: { text: note.text } } } });
    expect(lost).toBe(2);
    const notes = `{ field(id: "${note.fieldId}") { observations(limit: 100) { text } } }`;
    const { body: read } = await post(product.graphUrl, { query: notes }, product.demo);
    expect(JSON.stringify(read).split(`"text":"${note.text}"`)).toHaveLength(2);
  });

  it('is finished although its caller disconnects', async () => {
    await using graph = await startFaultyGraph();
    const caller = new AbortController();
    const finished = new Promise<boolean>((resolve) => {
      graph.service.script = () => (response, call, good) => {
        response.on('close', () => resolve(response.writableFinished));
        caller.abort();
        // Late enough for the gateway to notice the disconnect; otherwise the test would only prove less.
        setTimeout(() => failures.good(response, call, good), 50);
      };
    });
    await expect(write(graph, sendUntil(caller.signal))).rejects.toThrow();
    expect(await finished).toBe(true);
    expectOneWrite(graph, 1);
  });
});

describe('callers', () => {
  /** Replies with the key of the request, so that a mix-up shows. All share one ETag: a 304 must yield the caller's own cached response. */
  const returnsTheKey: Behaviour = (response, call, good) => {
    const etag = '"same-for-all"';
    if (call.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'application/json', etag });
    response.end(good.replace('"Rust on the flag leaves."', JSON.stringify(call.headers.authorization ?? 'nobody')));
  };
  const notes = 'query Notes($id: ID!) { field(id: $id) { observations(limit: 5) { text } } }';

  it('never share a key: each of 200 interleaved callers makes its call with its own', async () => {
    await using graph = await startFaultyGraph();
    const random = seededRandom(5);
    graph.service.script = () => (response, call, good) =>
      void setTimeout(() => returnsTheKey(response, call, good), random() * 20);
    const texts = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const authorization = `Bearer key-${index}`;
        const { data } = await graph.query(notes, { id: `fld_${index}` }, { authorization });
        return data;
      }),
    );
    expect(texts).toEqual(
      Array.from({ length: 200 }, (_, index) => ({ field: { observations: [{ text: `Bearer key-${index}` }] } })),
    );
    for (const { url, headers } of graph.service.calls) {
      const field = new URL(url, graph.service.url).searchParams.get('field_id');
      expect(headers.authorization).toBe(`Bearer key-${field?.slice('fld_'.length)}`);
    }
  });

  it('get their own replies in each of four rounds of 40 keyed and 40 keyless requests for one field', async () => {
    await using graph = await startFaultyGraph();
    graph.service.script = () => returnsTheKey;
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 80 }, async (_, index) => {
          const authorization = index % 2 ? `Bearer key-${index}` : undefined;
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const { data } = await graph.query(notes, { id: 'fld_1' }, headers);
          expect(data).toEqual({ field: { observations: [{ text: authorization ?? 'nobody' }] } });
        }),
      );
    }
  });
});
