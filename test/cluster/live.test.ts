/**
 * Live changes while each part below fails in turn. One proxy covers gateways with embedded and remote services, so streams resume at both.
 * After each failure every listener must reach the state of the store, and none may go back to an older state.
 * `npm run test:full -- cluster` has 300 listeners and 2,000 writes, and prints every figure.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { figure } from '../load/figure.ts';
import { bySize } from '../support/size.ts';
import { runCommand } from '../support/command.ts';
import { openStream } from '../support/event-stream.ts';
import { hasHaproxy } from '../support/has-haproxy.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { hasRedis } from '../support/redis.ts';
import { startBase, storeOf } from './cluster.ts';
import { day, dayAfter, Listener, numberOf, textOf } from './listeners.ts';
import { startReplicas } from './replicas.ts';
import { until } from './processes.ts';

const { listenerCount, writesMin, fieldCount } = bySize(
  { listenerCount: 60, writesMin: 400, fieldCount: 10 },
  { listenerCount: 300, writesMin: 2_000, fieldCount: 20 },
);
const fieldsOfListener = 3;
/** The first embeds the service, the others use a remote one. */
const gatewayCount = bySize(2, 3);
/** Pause between two writes of one field. */
const pauseMs = 200;
/** Longer than a call may take, and long enough for circuits of the gateway to open. */
const frozenMs = 8_000;
const settleMsMax = bySize(480_000, 300_000);
/** A key of the account of the fields, made when the cluster starts: a demo key sees only demo fields. */
let apiKey = '';
const headersOf = () => ({ authorization: `Bearer ${apiKey}` });
const fieldIds = Array.from({ length: fieldCount }, (_, at) => `fld_live_${at + 1}`);
const lists = ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'] as const;

it.skipIf(!hasRedis || !hasHaproxy)(
  'every listener ends at the state of the store after processes are killed, rolled, frozen or restarted',
  { timeout: bySize(2_400_000, 3_600_000) },
  async () => {
    await using cluster = await startCluster();
    const { gateways, services, postgres, redis } = cluster;
    const listeners = Array.from({ length: listenerCount }, (_, at) => {
      const ids = Array.from(
        { length: fieldsOfListener },
        (_id, nth) => fieldIds[(at + nth * 3) % fieldCount] as string,
      );
      return new Listener({ graphUrl: gateways.url, apiKey, ids, lists: at % 3 === 0 ? lists : ['OBSERVATIONS'] });
    });
    const writers = fieldIds.map((id) => new Writer(services.url, id));
    const importer = new Importer(cluster.importFile);
    const sum = (count: (listener: Listener) => number) => listeners.reduce((all, each) => all + count(each), 0);
    const countOf = (name: keyof Listener['counts']) => sum(({ counts }) => counts[name]);
    const written = () => writers.reduce((all, { number }) => all + number, 0);
    const lastOf = (id: string, list: string) =>
      list === 'OBSERVATIONS' ? writers[fieldIds.indexOf(id)]?.number : importer.number;
    const missingIn = (list: string) =>
      sum(({ options, seen }) => {
        const ids = options.lists.includes(list) ? options.ids : [];
        return ids.filter((id) => (seen.get(`${id} ${list}`) ?? 0) !== lastOf(id, list)).length;
      });
    const missing = () => lists.reduce((all, list) => all + missingIn(list), 0);

    /** Continues writes while `happens` runs, then waits until every listener has the last state. */
    async function under(what: string, happens: () => Promise<unknown>): Promise<void> {
      let isOver = false;
      const target = written() + writesMin / phaseCount;
      const writing = Promise.all([
        ...writers.map((writer) => writer.writeUntil(() => isOver && written() >= target)),
        importer.importUntil(() => isOver),
      ]);
      await happens();
      isOver = true;
      await writing;
      const restingAt = performance.now();
      const describeMissing = () =>
        `: states are missing: ${lists.map((list) => `${missingIn(list)} of ${list}`).join(', ')}; ${countOf('failed')} events had errors; ${cluster.logs()}`;
      await until(
        `every listener to have the last state after ${what}`,
        async () => missing() === 0,
        settleMsMax,
        describeMissing,
      );
      figure(`${what}: until all listeners had the last state, ms`, performance.now() - restingAt);
    }

    try {
      await until('all streams', async () => listeners.every(({ cursor }) => cursor !== undefined), settleMsMax);
      await under('nothing', async () => {});
      for (const at of gateways.urls.keys())
        await under(`gateway ${at} killed`, () => gateways.kill(at).then(() => gateways.start(at)));
      for (const at of gateways.urls.keys())
        await under(`gateway ${at} rolled`, async () => {
          figure(`gateway ${at} rolled: its exit code`, (await gateways.stop(at)) ?? Number.NaN, { atMost: 0 });
          await gateways.start(at);
        });
      for (const [name, frozen] of Object.entries({ PostgreSQL: postgres, Redis: redis }))
        await under(`${name} frozen`, async () => {
          await frozen.signal('SIGSTOP');
          await wait(frozenMs);
          await frozen.signal('SIGCONT');
        });
      await under('the service restarted', () => services.stop(0).then(() => services.start(0)));

      // A check independent of listeners: the records of the service, and the cursor of a new stream at each gateway.
      for (const [at, id] of fieldIds.entries()) {
        const read = async (path: string) => {
          const response = await fetch(`${services.url}/api/v1/${path}&field_id=${id}`, { headers: headersOf() });
          return ((await response.json()) as { data: Record<string, never>[] }).data;
        };
        const [observation] = await read('observations?limit=1');
        expect(numberOf(observation?.text ?? '')).toBe(writers[at]?.number);
        const [weather] = await read(`weather?from=${day}&to=${dayAfter}`);
        expect(weather?.precipitation).toMatchObject({ value: importer.number });
        const scenes = await read('earth-observations?');
        expect(Math.max(...scenes.map(({ scene_id: name }) => numberOf(name ?? '')))).toBe(importer.number);
      }
      // The data of an event may be newer than its cursor: another event with the same data follows.
      for (const url of gateways.urls) {
        const compared = listeners.slice(0, fieldCount);
        await until(
          'every listener to have the cursor of a new stream',
          async () => {
            const cursors = await Promise.all(compared.map(({ options }) => cursorOf(url, options)));
            return compared.every(({ cursor }, at) => cursor === cursors[at]);
          },
          settleMsMax,
        );
      }
    } finally {
      await Promise.all(listeners.map((listener) => listener.stop()));
    }
    figure('writes', written(), { atLeast: writesMin });
    figure('imports of weather and scenes', importer.number, { atLeast: phaseCount });
    figure('streams opened', countOf('opened'), { atLeast: listenerCount });
    figure('streams refused', countOf('refused'));
    figure('events', countOf('events'), { atLeast: listenerCount });
    figure('of them repeated', countOf('repeated'));
    figure('of them with errors', countOf('failed'));
    figure('of them older than one before', countOf('older'), { atMost: 0 });
  },
);

/** The number of calls of `under`. */
const phaseCount = 2 * gatewayCount + 4;

/** Writes observations of one field in sequence, each newer than the previous. */
class Writer {
  readonly #url: string;
  readonly #fieldId: string;
  readonly #startedAt = Date.now() - 86_400_000;
  /** The number of the last acknowledged write. */
  number = 0;

  constructor(serviceUrl: string, fieldId: string) {
    this.#url = `${serviceUrl}/api/v1/observations`;
    this.#fieldId = fieldId;
  }

  async writeUntil(isOver: () => boolean): Promise<void> {
    do {
      const next = this.number + 1;
      while (!(await this.#write(next))) await wait(pauseMs * Math.random());
      this.number = next;
      await wait(2 * pauseMs * Math.random());
    } while (!isOver());
  }

  async #write(number: number): Promise<boolean> {
    const observedAt = new Date(this.#startedAt + number * 1_000).toISOString();
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { ...headersOf(), 'content-type': 'application/json', 'idempotency-key': `${this.#fieldId}-${number}` },
      body: JSON.stringify({ field_id: this.#fieldId, text: textOf(number), observed_at: observedAt }),
      signal: AbortSignal.timeout(bySize(60_000, 10_000)),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response?.status === 422 || response?.status === 400) throw new Error(text);
    return response?.ok === true;
  }
}

/** Imports weather and a scene of every field repeatedly, each newer than the previous. */
class Importer {
  readonly #importFile: (number: number, lines: readonly object[]) => Promise<boolean>;
  readonly #startedAt = Date.now() - 86_400_000;
  /** The number of the last completed import. */
  number = 0;

  constructor(importFile: (number: number, lines: readonly object[]) => Promise<boolean>) {
    this.#importFile = importFile;
  }

  async importUntil(isOver: () => boolean): Promise<void> {
    do {
      const next = this.number + 1;
      while (!(await this.#importFile(next, this.#linesOf(next)))) await wait(pauseMs);
      this.number = next;
      // Each import starts a process, so it pauses in between.
      for (let waited = 0; waited < bySize(3_000, 0) && !isOver(); waited += pauseMs) await wait(pauseMs);
    } while (!isOver());
  }

  #linesOf(number: number): object[] {
    const acquiredAt = new Date(this.#startedAt + number * 1_000).toISOString();
    const precipitation = { value: number, unit: 'millimetre' };
    return fieldIds.flatMap((fieldId) => [
      { field_id: fieldId, starts_at: day, ends_at: dayAfter, kind: 'forecast', precipitation },
      { field_id: fieldId, scene_id: textOf(number), acquired_at: acquiredAt, indices: [] },
    ]);
  }
}

/** The cursor of a new stream. */
async function cursorOf(graphUrl: string, { ids, lists }: Listener['options']): Promise<string | undefined> {
  const query = `subscription ($ids: [ID!]!, $lists: [FieldList!]!) { fieldsChanged(ids: $ids, lists: $lists) { cursor } }`;
  await using stream = await openStream(`${graphUrl}/graphql`, { query, variables: { ids, lists } }, headersOf());
  return (await stream.next())?.id;
}

/** The first gateway embeds the service over the database, the others use a remote service over the same database. */
async function startCluster() {
  await using started = new AsyncDisposableStack();
  const { folder, processes, redis } = await startBase(started);
  const postgres = await startPostgres();
  started.defer(() => postgres.stop());
  const store = storeOf(`${postgres.url}/postgres`, redis.url);
  const services = await startReplicas(processes, 'service', 1, store);
  /** Runs a command over the database of the cluster, as an operator does. */
  const run = (...words: string[]) => runCommand(words, { env: store, timeoutMs: 60_000 });
  const fields = join(folder, 'fields.csv');
  const rows = fieldIds.map((id, at) => `${id},UTC,50,${at},live`);
  await writeFile(fields, ['id,timezone,latitude,longitude,account', ...rows, ''].join('\n'));
  expect(await run('fields', 'import', fields)).toMatchObject({ code: 0 });
  const { out } = await run('keys', 'create', '--account', 'live', '--name', 'live', '--mode', 'live');
  apiKey = out.trim();
  async function importFile(number: number, lines: readonly object[]): Promise<boolean> {
    const path = join(folder, `records-${number}.jsonl`);
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { code, out, err } = await run('import', path);
    if (/[1-9]\d* refused/.test(out)) throw new Error(out + err);
    return code === 0;
  }
  const gateways = await startReplicas(processes, 'gateway', gatewayCount, (at) => ({
    LIVE_POLL_MS_MIN: '1000',
    LIVE_POLL_MS_MAX: bySize('2000', '5000'),
    REDIS_URL: redis.url,
    ...(at === 0 ? { ...store, FIELD_DATA_PORT: '0' } : { FIELD_DATA_URL: services.url }),
  }));
  const all = started.move();
  return {
    gateways,
    services,
    postgres,
    redis,
    importFile,
    logs: () => gateways.urls.map((_url, at) => processes.logOf(`gateway-${at}`)),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
