import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, vi } from 'vitest';
import { deliver } from '../../examples/offline-queue/deliver.ts';
import { openQueue } from '../../examples/offline-queue/queue.ts';
import { type Outcome, sendNote } from '../../examples/offline-queue/send.ts';
import { type Mishap, mishaps, startBrokenProxy } from '../support/broken-proxy.ts';
import { graphql } from '../support/documents/documents.ts';
import { type ExampleProcess, exampleEnv, finished, runExample, spawnExample } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bySize } from '../support/size.ts';

const name = 'offline-queue';
const fieldId = 'fld_demo_07';

/** Three notes each: all notes fit into one page of 100. */
const rounds = bySize(4, 30);

const Notes = graphql(`
  query WrittenNotes($id: ID!) { field(id: $id) { observations(limit: 100) { id text observedAt createdAt } } }
`);

async function writtenNotes(product: Product) {
  const { data, errors } = await product.query(Notes, { id: fieldId }, product.demo);
  expect(errors).toBeUndefined();
  return (data?.field?.observations ?? []).filter(({ text }) => text.startsWith('note '));
}

/** Kills the process, as a phone does with an app: no handler runs, nothing is flushed. */
function kill(child: ExampleProcess): void {
  child.kill('SIGKILL');
}

const killBefore =
  (child: ExampleProcess): Mishap =>
  () =>
    kill(child);

const killAfter =
  (child: ExampleProcess): Mishap =>
  async (_request, _response, forward) => {
    await forward();
    kill(child);
  };

const killDuring =
  (child: ExampleProcess): Mishap =>
  (_request, _response, forward) => {
    const answer = forward();
    kill(child);
    return answer;
  };

describe('the offline queue', () => {
  it('prints how to add an observation if it is empty', async () => {
    await using folder = await temporaryFolder();
    const { code, lines } = await runExample(name, [], { QUEUE_FILE: join(folder.path, 'notes.sqlite') });
    expect([code, ...lines]).toEqual([
      0,
      expect.stringMatching(/^The queue is empty\. Add an observation: npm run offline-queue/),
    ]);
  });

  it.each(['bogus', 'add', 'send text'])('refuses %s with its usage and 2', async (line) => {
    await using folder = await temporaryFolder();
    const { code, lines, stderr } = await runExample(name, line.split(' '), {
      QUEUE_FILE: join(folder.path, 'notes.sqlite'),
    });
    expect([code, lines, stderr]).toEqual([2, [], expect.stringMatching(/^Usage: npm run offline-queue -- add TEXT…/)]);
  });

  it('writes each note exactly once despite kills, lost responses, a stopped service and a restart of everything', async () => {
    await using folder = await temporaryFolder();
    const settings = {
      FIELD_DATA_DIR: join(folder.path, 'service'),
      FIELD_DATA_PORT: String(await freePort()),
      FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0',
    };
    let service = await startProduct(settings);
    const { demoKey } = service;
    const gatewaySettings = { FIELD_DATA_URL: service.serviceUrl };
    let gateway = await startProduct(gatewaySettings);
    await using proxy = await startBrokenProxy(gateway.graphUrl);
    const env = {
      ...exampleEnv({ graphUrl: proxy.url, demoKey }),
      QUEUE_FILE: join(folder.path, 'notes.sqlite'),
      WAIT_FIRST_MS: '20',
    };

    // Killed while it adds notes: every acknowledged note is stored.
    const texts = Array.from({ length: 60 }, (_, index) => `note ${index}`);
    const adding = spawnExample(name, ['add', '--field', fieldId, ...texts], env);
    let acknowledged = 0;
    for await (const _line of createInterface({ input: adding.stdout })) {
      acknowledged += 1;
      if (acknowledged === 20) kill(adding);
    }
    const listed = await runExample(name, ['list'], env);
    expect(listed.lines.length).toBeGreaterThanOrEqual(acknowledged);
    const queued = listed.lines.map((line) => /: (note \d+)$/.exec(line)?.[1]);
    expect(queued).toEqual(texts.slice(0, queued.length));

    /** Sends until the end, or until one of the mishaps kills the sender. */
    const send = async (...script: ((child: ExampleProcess) => Mishap)[]) => {
      const child = spawnExample(name, ['send'], env);
      proxy.mishaps = script.map((mishap) => mishap(child));
      return finished(child);
    };
    const well = () => mishaps.none;

    expect(await send(well, killAfter)).toMatchObject({ signal: 'SIGKILL' });
    expect(await send(well, () => mishaps.answerLost, well, killBefore)).toMatchObject({ signal: 'SIGKILL' });
    const afterPortal = await send(
      () => mishaps.captivePortal,
      () => mishaps.badGateway,
      well,
      killDuring,
    );
    expect(afterPortal.lines.map((line) => line.split(' ')[0])).toEqual(['later', 'later', 'written']);

    // Only the service is down: the gateway responds with a coded error.
    await service[Symbol.asyncDispose]();
    const whileDown = await send(well, killAfter);
    expect(whileDown.lines.join('\n')).toMatch(/^later .* UPSTREAM_UNAVAILABLE/);
    // Then the gateway is down too: nothing responds.
    await gateway[Symbol.asyncDispose]();
    const whileAway = await send(well, well, killBefore);
    expect(whileAway.lines.map((line) => line.split(' ')[0])).toEqual(['later', 'later']);

    service = await startProduct(settings);
    gateway = await startProduct(gatewaySettings);
    proxy.target = gateway.graphUrl;

    expect(await send(killAfter)).toMatchObject({ signal: 'SIGKILL' });
    const last = await send(
      () => mishaps.requestLost,
      () => mishaps.answerLost,
      well,
    );
    expect(last).toMatchObject({ code: 0, signal: null });
    expect(last.lines.filter((line) => line.endsWith('(replayed)')).length).toBeGreaterThan(0);

    const notes = await writtenNotes(service);
    expect(notes.map(({ text }) => text).toSorted()).toEqual(queued.toSorted());
    const states = (await runExample(name, ['list'], env)).lines.map((line) => line.split(' ')[0]);
    expect(new Set(states)).toEqual(new Set(['written']));
    for (const running of [gateway, service]) await running[Symbol.asyncDispose]();
  });

  it(`writes each note exactly once despite ${rounds} kills and random other mishaps in between`, async () => {
    await using folder = await temporaryFolder();
    await using product = await startProduct();
    await using proxy = await startBrokenProxy(product.graphUrl);
    const env = {
      ...exampleEnv({ graphUrl: proxy.url, demoKey: product.demoKey }),
      QUEUE_FILE: join(folder.path, 'notes.sqlite'),
      WAIT_FIRST_MS: '5',
    };
    const random = seededRandom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const texts: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const added = Array.from({ length: 3 }, (_, index) => `note ${round}.${index}`);
      texts.push(...added);
      await runExample(name, ['add', '--field', fieldId, ...added], env);
      const child = spawnExample(name, ['send'], env);
      const before = Array.from({ length: Math.floor(random() * 3) }, () => pick(Object.values(mishaps)));
      proxy.mishaps = [...before, pick([killBefore, killDuring, killAfter])(child)];
      expect(await finished(child)).toMatchObject({ signal: 'SIGKILL' });
    }
    expect(await runExample(name, ['send'], env)).toMatchObject({ code: 0 });
    expect((await writtenNotes(product)).map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  });

  it('retains the notes and prints the reason if the API key is missing, and sends them once it is set', async () => {
    await using folder = await temporaryFolder();
    await using product = await startProduct();
    const env = { ...exampleEnv(product), QUEUE_FILE: join(folder.path, 'notes.sqlite') };
    await runExample(name, ['add', '--field', fieldId, 'note A', 'note B'], env);
    const locked = await runExample(name, ['send'], { ...env, FIELDGRAPH_API_KEY: '' });
    expect(locked.lines).toEqual([
      expect.stringMatching(/^locked .* UNAUTHENTICATED/),
      expect.stringContaining('FIELDGRAPH_API_KEY'),
    ]);
    const { lines } = await runExample(name, ['list'], env);
    expect(lines).toEqual(['A', 'B'].map((text) => expect.stringMatching(`^waiting .*: note ${text}\\b`)));
    await runExample(name, ['send'], env);
    expect((await writtenNotes(product)).map(({ text }) => text).toSorted()).toEqual(['note A', 'note B']);
  });

  it('keeps a note that the graph refuses only because the clock of the phone is fast, sends the others and ends', async () => {
    await using folder = await temporaryFolder();
    await using product = await startProduct();
    const env = { ...exampleEnv(product), QUEUE_FILE: join(folder.path, 'notes.sqlite') };
    const queue = openQueue(env.QUEUE_FILE);
    queue.add({ fieldId, text: 'note A', observedAt: new Date(Date.now() + 3_600_000).toISOString() });
    queue.add({ fieldId, text: 'note B' });
    queue.close();
    const { code, lines } = await runExample(name, ['send'], env);
    expect([code, ...lines]).toEqual([
      0,
      expect.stringMatching(/^early .*input\.observedAt must be at most 5 minutes in the future/),
      expect.stringMatching(/^written /),
      expect.stringMatching(/^The clock of this device was fast: send again /),
    ]);
    const listed = await runExample(name, ['list'], env);
    expect(listed.lines.map((line) => line.split(' ')[0])).toEqual(['waiting', 'written']);
  });

  it('prints the command that puts a refused note back into the queue', async () => {
    await using folder = await temporaryFolder();
    await using product = await startProduct();
    const env = { ...exampleEnv(product), QUEUE_FILE: join(folder.path, 'notes.sqlite') };
    await runExample(name, ['add', '--field', 'fld_unknown', 'note A'], env);
    const sent = await runExample(name, ['send'], env);
    expect(sent.lines).toEqual([expect.stringMatching(/^refused /), expect.stringContaining('-- retry-refused')]);
    expect((await runExample(name, ['retry-refused'], env)).lines).toEqual([]);
    expect((await runExample(name, ['list'], env)).lines).toEqual([expect.stringMatching(/^waiting /)]);
  });
});

describe('two senders of one queue', () => {
  it('write each note exactly once', async () => {
    await using folder = await temporaryFolder();
    await using product = await startProduct();
    const env = { ...exampleEnv(product), QUEUE_FILE: join(folder.path, 'notes.sqlite'), WAIT_FIRST_MS: '20' };
    const texts = Array.from({ length: 10 }, (_, index) => `note ${index}`);
    await runExample(name, ['add', '--field', fieldId, ...texts], env);
    const ends = await Promise.all([runExample(name, ['send'], env), runExample(name, ['send'], env)]);
    expect(ends).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect((await writtenNotes(product)).map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  });
});

describe('the outcome of a response for the queue', () => {
  const input = { idempotencyKey: 'k', fieldId, text: 'note' };

  async function outcomeOf(answer: unknown): Promise<Outcome> {
    await using proxy = await startBrokenProxy('');
    proxy.mishaps = [(_request, response) => response.end(JSON.stringify(answer))];
    return await sendNote({ url: proxy.url, headers: {} }, input);
  }

  const errorAnswer = (code: string, more = {}) => ({
    data: { addObservation: null },
    errors: [{ message: 'm', path: ['addObservation'], extensions: { code, retryable: false, ...more } }],
  });
  const refusal = (__typename: string, code: string, more = {}) => ({
    data: { addObservation: { __typename, code, message: 'm', retryable: false, retryAfterSeconds: null, ...more } },
  });

  it.each([
    [
      'is written for a stored note',
      {
        data: { addObservation: { __typename: 'AddObservationSuccess', replayed: null, observation: { id: 'obs_1' } } },
      },
      'written',
    ],
    [
      'is refused for an unacceptable note',
      refusal('InvalidInputError', 'BAD_USER_INPUT', {
        faults: [{ path: ['input', 'text'], code: 'TOO_LONG', message: 'm' }],
      }),
      'refused',
    ],
    [
      'is early if only its time is refused, because the clock of the phone was fast',
      refusal('InvalidInputError', 'BAD_USER_INPUT', {
        faults: [{ path: ['input', 'observedAt'], code: 'TOO_LARGE', message: 'm' }],
      }),
      'early',
    ],
    [
      'is refused if its time is not the only error',
      refusal('InvalidInputError', 'BAD_USER_INPUT', {
        faults: [
          { path: ['input', 'observedAt'], code: 'TOO_LARGE', message: 'm' },
          { path: ['input', 'text'], code: 'TOO_LONG', message: 'm' },
        ],
      }),
      'refused',
    ],
    ['is refused for a field that does not exist', refusal('FieldNotFoundError', 'NOT_FOUND'), 'refused'],
    [
      'is locked for a missing key, as a member of the union',
      refusal('UnauthenticatedError', 'UNAUTHENTICATED'),
      'locked',
    ],
    ['is locked for a missing key, as an error', errorAnswer('UNAUTHENTICATED'), 'locked'],
    [
      'is later while the first attempt is still being written',
      refusal('IdempotencyInProgressError', 'IDEMPOTENCY_IN_PROGRESS', { retryable: true }),
      'later',
    ],
    ['is refused for an input that cannot be coerced', { errors: errorAnswer('BAD_USER_INPUT').errors }, 'refused'],
    ['is later for a retryable error, whatever its code', errorAnswer('SOMETHING_NEW', { retryable: true }), 'later'],
    ['is refused for an error that is not retryable, whatever its code', errorAnswer('SOMETHING_NEW'), 'refused'],
    ['is later for JSON that is not a response of the graph', { status: 'ok' }, 'later'],
    ['is later for null without an error', { data: { addObservation: null } }, 'later'],
  ])('%s', async (_title, answer, kind) => {
    expect(await outcomeOf(answer)).toMatchObject({ kind });
  });

  it('waits for longer than the graph may take for a request on a slow network and then for the operation', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await outcomeOf({});
    expect(timeout.mock.lastCall?.[0]).toBeGreaterThan(30_000 + 10_000);
    timeout.mockRestore();
  });

  it('has the retryAfterSeconds of the graph, from a refusal and from an error', async () => {
    const retry = { retryable: true, retryAfterSeconds: 7 };
    expect(await outcomeOf(refusal('RateLimitedError', 'RATE_LIMITED', retry))).toMatchObject({ retryAfterSeconds: 7 });
    expect(await outcomeOf(errorAnswer('RATE_LIMITED', retry))).toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe('the wait of the queue', () => {
  /** Delivers two notes with these outcomes, and returns the waits and the texts sent. */
  async function waitsFor(outcomes: Outcome[], random = () => 1): Promise<{ waits: number[]; sent: string[] }> {
    await using folder = await temporaryFolder();
    const queue = openQueue(join(folder.path, 'notes.sqlite'));
    for (const text of ['a', 'b']) queue.add({ fieldId, text });
    const waits: number[] = [];
    const sent: string[] = [];
    await deliver(
      queue,
      async ({ text }) => {
        sent.push(text);
        return outcomes.shift() ?? { kind: 'written', id: 'obs_1', replayed: false };
      },
      { random, wait: async (ms) => waits.push(ms) },
    );
    queue.close();
    return { waits, sent };
  }

  const later = (retryAfterSeconds = 0): Outcome => ({ kind: 'later', reason: 'no answer', retryAfterSeconds });

  it('doubles up to 15 minutes, so that three days offline take at most 300 attempts', async () => {
    const { waits } = await waitsFor(Array.from({ length: 300 }, () => later()));
    expect(waits.slice(0, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].map((s) => s * 1_000));
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(3 * 24 * 60 * 60_000);
  });

  it('is random over its whole span, and never shorter than retryAfterSeconds, of which it takes at most 24 hours', async () => {
    expect((await waitsFor([later(), later()], () => 0.25)).waits).toEqual([250, 500]);
    const daySeconds = 24 * 60 * 60;
    for (const seconds of [0, 7, 60, 901, daySeconds, daySeconds + 1, 1e9])
      for (const random of [0, 0.5]) {
        const { waits } = await waitsFor([later(seconds), later(seconds)], () => random);
        const leastMs = Math.min(seconds, daySeconds) * 1_000;
        expect(waits).toEqual([leastMs + random * 1_000, leastMs + random * 2_000]);
      }
  });

  it.each<Outcome>([
    { kind: 'written', id: 'obs_1', replayed: false },
    { kind: 'refused', reason: 'no such field' },
    { kind: 'early', reason: 'in the future' },
  ])(
    'starts again at its minimum after a note that is $kind, and a failing note does not delay the others',
    async (outcome) => {
      const { waits, sent } = await waitsFor([later(), outcome, later(), later()]);
      expect(sent).toEqual(['a', 'b', 'a', 'a', 'a']);
      expect(waits).toEqual([1_000, 1_000, 2_000]);
    },
  );
});
