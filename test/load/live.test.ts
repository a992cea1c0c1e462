/** Streams of live changes with abusive callers, over a service whose data changes at every call. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { startFaultyService } from '../support/faulty-service.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { until } from '../cluster/processes.ts';
import { figure, sendOperation, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';

const { idle, silent, storms, forged } = bySize(
  { idle: 100, silent: 20, storms: 3, forged: 100 },
  { idle: 800, silent: 100, storms: 10, forged: 1_000 },
);
const fieldCount = 100;
/** Includes the garbage of events that nobody reads. */
const growthMiBMax = 300;
/** A list that changes at each poll is polled at the shortest interval. */
const pollMs = 2_000;
/** A reader is cut off after half a minute without progress, and later on a busy machine. */
const cutMsMax = 600_000;
const eventsMin = 5;
const betweenLooksMs = 500;
const otherMsMax = 10_000;

const lists = ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'];
const fields = Array.from({ length: fieldCount }, (_, at) => `fld_${at}`);
const query = `subscription Live($ids: [ID!]!, $lists: [FieldList!]!, $after: String) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) { cursor lists field { id observations { text } } }
}`;

/** Ten times as long, so that the buffers of the kernel are full soon. */
const longQuery = query.replace(
  'observations { text }',
  Array.from({ length: 10 }, (_, at) => `list${at}: observations { text }`).join(' '),
);

class Reader {
  events = 0;
  cursor: string | undefined;
  isOpen = false;
  response: IncomingMessage | undefined;
  readonly #sent: ClientRequest;

  /** With `isSilent` it opens the stream and never reads. */
  constructor(graphUrl: string, variables: object, isSilent = false) {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    this.#sent = request(`${graphUrl}/graphql`, { method: 'POST', headers, agent: false });
    this.#sent
      .on('error', () => {})
      .on('close', () => {
        this.isOpen = false;
      });
    this.#sent.on('response', (response) => {
      this.isOpen = true;
      this.response = response.on('error', () => {});
      if (isSilent) return;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          if (!block.includes('data: ')) continue;
          this.events += 1;
          this.cursor = /^id: (.+)$/m.exec(block)?.[1] ?? this.cursor;
        }
      });
    });
    this.#sent.end(JSON.stringify({ query: isSilent ? longQuery : query, variables: { lists, ...variables } }));
  }

  async close(): Promise<void> {
    if (this.#sent.closed) return;
    const closed = once(this.#sent, 'close');
    this.#sent.destroy();
    await closed;
  }
}

it('idle, silent, reconnecting and forging listeners cost bounded memory and calls, and other callers get responses', {
  timeout: 3_600_000,
}, async () => {
  let version = 0;
  const service = await startFaultyService(({ method }) => (response, _call, good) => {
    version += 1;
    const text = `seen ${version}${'.'.repeat(9_000)}`;
    const status = method === 'POST' ? 201 : 200;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(good.replace('"Rust on the flag leaves."', `"${text}"`));
  });
  await using command = await startProcess({
    env: { FIELD_DATA_URL: service.url, LIVE_POLL_MS_MIN: String(pollMs), LIVE_STREAMS_PER_CALLER_MAX: '1000' },
  });
  await sendOperation(command.graphUrl, '{ field(id: "fld_0") { observations { text } } }');
  const before = command.residentMiB();
  let most = before;
  const readers: Reader[] = [];
  const open = (variables: object, isSilent?: boolean) => {
    const reader = new Reader(command.graphUrl, variables, isSilent);
    readers.push(reader);
    return reader;
  };
  /** Waits until the check is true; meanwhile it sends requests of another caller and measures memory. */
  let slowestMs = 0;
  const meanwhile = (what: string, check: () => Promise<boolean> | boolean, ms = 600_000) =>
    until(
      what,
      async () => {
        const { isWell, ms: took } = await sendOperation(command.graphUrl, '{ __typename }');
        slowestMs = Math.max(slowestMs, isWell ? took : Number.POSITIVE_INFINITY);
        most = Math.max(most, command.residentMiB());
        const isDone = await check();
        if (!isDone) await wait(betweenLooksMs);
        return isDone;
      },
      ms,
    );
  try {
    // Every field changes at each poll, so all streams have an event at the same time.
    const startedAt = performance.now();
    const callsBefore = service.calls.length;
    const watching = Array.from({ length: idle }, (_, at) => open({ ids: [fields[at % fieldCount]] }));
    for (let at = 0; at < silent; at += 1) open({ ids: fields.slice(0, 20 + (at % 2)) }, true);
    await meanwhile('events of all streams', () => watching.every(({ events }) => events >= eventsMin));
    const events = await command.metric('stream_events_total');
    const rounds = (performance.now() - startedAt) / (pollMs * (1 - jitter)) + 1;
    // One watch for each field and list, and one read of the list for each event.
    const callsMax = rounds * fieldCount * lists.length + events + fieldCount * lists.length;
    figure('calls to the service', service.calls.length - callsBefore, { atMost: retryRatio * callsMax });

    for (let storm = 0; storm < storms; storm += 1) {
      const returning = watching.map(({ cursor }, at) => ({ ids: [fields[at % fieldCount]], after: cursor }));
      await Promise.all(watching.map((reader) => reader.close()));
      watching.splice(0, idle, ...returning.map((variables) => open(variables)));
      await meanwhile('a storm to be over', () => watching.every(({ events }) => events > 0));
    }
    const cursor = watching[0]?.cursor ?? '';
    const forging = Array.from({ length: forged }, (_, at) => {
      const forgedCursor = Buffer.from(cursor, 'base64url');
      forgedCursor.writeUInt8((forgedCursor.readUInt8(at % forgedCursor.length) + 1) % 256, at % forgedCursor.length);
      return open(
        at % 2
          ? { ids: [fields[0]], after: forgedCursor.toString('base64url') }
          : { ids: [`fld_${'x'.repeat(200)}${at}`] },
      );
    });
    await meanwhile('forged ids and cursors to be refused', () =>
      forging.every(({ events, isOpen }) => events === 1 && !isOpen),
    );
    await meanwhile('silent readers to be cut', async () => (await unreadOf(command)) >= silent, cutMsMax);
    await Promise.all(readers.map((reader) => reader.close()));
    await meanwhile('all watches to end', async () => (await command.metric('watched_lists')) === 0);
    figure('streams open at the end', await command.metric('streams'), { atMost: 0 });
    figure('silent readers counted', await unreadOf(command), { atLeast: silent });
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
    await service.close();
  }
  figure('memory over idle, MiB', most - before, { atMost: growthMiBMax });
  figure('slowest answer to others, ms', slowestMs, withinMs(otherMsMax));
  figure('alive', Number(command.isAlive()), { atLeast: 1 });
});

const jitter = 0.1;
/** Allows for retries of failed calls. */
const retryRatio = 1.2;

/** Streams or connections that were cut off because nobody read them: UNSENT_BYTES_MAX may apply before the stream's own limit. */
async function unreadOf(command: ProductProcess): Promise<number> {
  return (await command.metric('streams_unread_total')) + (await command.metric('connections_unread_total'));
}
