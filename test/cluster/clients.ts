/**
 * Callers like front ends: they retry reads a few times, and writes under their idempotency key until they are acknowledged. At the end,
 * the acknowledged writes are compared with the database.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { bySize } from '../support/size.ts';
import { demoField } from '../support/demo-fields.ts';
import { runSql } from '../support/postgres/server.ts';

export interface ClientOptions {
  graphUrl: string;
  apiKey: string;
  readers: number;
  writers: number;
}

export type Clients = ReturnType<typeof startClients>;

const readTries = 4;
const tryTimeoutMs = bySize(60_000, 8_000);
const pauseMs = 10;

const readDocument = `query Cluster($id: ID!) { field(id: $id) { latestWeather { date } observations(limit: 5) { id } } }`;
const writeDocument = `mutation Cluster($input: AddObservationInput!) {
  addObservation(input: $input) { __typename ... on AddObservationSuccess { observation { recordId } } ... on FieldgraphError { code } } }`;

/** The beginning of every text of these clients. */
const textPrefix = 'Written under ';

/** The text of the observation under a key, unique for each key. */
export const textOf = (key: string): string => `${textPrefix}${key}.`;

/** Starts the clients, which run until they are stopped. */
export function startClients({ graphUrl, apiKey, readers, writers }: ClientOptions) {
  const acknowledged = new Map<string, string>();
  const changed: string[] = [];
  let isStopped = false;
  let figures = none();
  let lastWriteAt = performance.now();
  let lastReadAt = performance.now();

  async function send(query: string, variables: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(tryTimeoutMs),
    });
    const { data, errors } = await response.json();
    if (errors !== undefined) throw new Error(errors[0].extensions.code);
    return data;
  }

  async function read(number: number): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        await send(readDocument, { id: fieldAt(number) });
        const now = performance.now();
        figures.reads += 1;
        figures.readGapMs = Math.max(figures.readGapMs, now - lastReadAt);
        lastReadAt = now;
        return;
      } catch {
        if (tried === readTries) {
          figures.readsFailed += 1;
          return;
        }
        figures.retries += 1;
        await wait(100 * 2 ** tried * (0.5 + Math.random()));
      }
    }
  }

  /** Continues after the clients are stopped, to finish a write that was started before. */
  async function write(key: string, number: number): Promise<void> {
    const input = { idempotencyKey: key, fieldId: fieldAt(number), text: textOf(key) };
    for (;;) {
      try {
        const { addObservation } = await send(writeDocument, { input }, { authorization: `Bearer ${apiKey}` });
        if (addObservation.__typename !== 'AddObservationSuccess') throw new Error(addObservation.code);
        const now = performance.now();
        const { recordId: id } = addObservation.observation;
        if ((acknowledged.get(key) ?? id) !== id) changed.push(key);
        acknowledged.set(key, id);
        figures.writes += 1;
        figures.writeGapMs = Math.max(figures.writeGapMs, now - lastWriteAt);
        lastWriteAt = now;
        return;
      } catch {
        figures.retries += 1;
        await wait(50 + 150 * Math.random());
      }
    }
  }

  async function loop(act: (number: number) => Promise<void>): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      await act(number);
      await wait(pauseMs);
    }
  }

  const loops = [
    ...Array.from({ length: readers }, () => loop(read)),
    // Each write is sent twice at the same time, as by a phone that does not know whether its first request arrived.
    ...Array.from({ length: writers }, (_, writer) =>
      loop(async (number) => {
        const key = `writer-${writer}-${number}`;
        await Promise.all([write(key, number), write(key, number)]);
      }),
    ),
  ];

  return {
    /** The id of each acknowledged observation by its key; both requests of a key must get the same id. */
    acknowledged: acknowledged as ReadonlyMap<string, string>,
    /** Keys whose requests got different ids. */
    changed,
    /** The figures since the previous call. */
    figures() {
      const now = performance.now();
      const since = {
        ...figures,
        writeGapMs: Math.max(figures.writeGapMs, now - lastWriteAt),
        readGapMs: Math.max(figures.readGapMs, now - lastReadAt),
      };
      figures = none();
      lastWriteAt = now;
      lastReadAt = now;
      return since;
    },
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** `readsFailed` counts after the last try, `retries` of both; gaps are the longest times without a successful write or read. */
const none = () => ({ reads: 0, readsFailed: 0, writes: 0, retries: 0, writeGapMs: 0, readGapMs: 0 });

const fieldAt = (number: number) => demoField(1 + (number % 60));

/**
 * Counts acknowledged writes that are not stored, and texts that are stored more than once. It compares texts, because the constraint on
 * keys would hide an observation that was written again without a key or under another key.
 */
export async function countWritten(url: string, acknowledged: ReadonlyMap<string, string>) {
  const { rows } = await runSql<{ text: string; id: string }>(
    url,
    `SELECT record::json ->> 'text' AS text, id FROM observation WHERE starts_with(record::json ->> 'text', $1)`,
    [textPrefix],
  );
  const ids = Map.groupBy(rows, ({ text }) => text);
  const isStored = ([key, id]: [string, string]) => ids.get(textOf(key))?.some((row) => row.id === id);
  return {
    lost: [...acknowledged].filter((entry) => !isStored(entry)).length,
    doubled: [...ids.values()].filter((stored) => stored.length > 1).length,
  };
}
