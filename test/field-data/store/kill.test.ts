/** kill -9 during many writes: every acknowledged write is stored and replays to its id. Full size: `npm run test:full -- kill`. */
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { ProductProcess } from '../../support/product-process.ts';
import { folderOfTest } from '../support/service.ts';
import { startWritingProcess } from '../support/writing-process.ts';
import { isFull } from '../../support/size.ts';

const writesTotal = isFull ? 10_000 : 500;
const killsTotal = isFull ? 5 : 2;
const writersCount = 16;

test(`kill -9 ${killsTotal} times during ${writesTotal} writes loses no acknowledged write and duplicates none`, {
  timeout: 900_000,
}, async () => {
  const dataDir = folderOfTest();
  const agent = new Agent({ connections: writersCount });
  onTestFinished(() => agent.destroy());
  const acknowledged = new Map<number, string>();
  let service = await startWritingProcess(dataDir);
  onTestFinished(() => service[Symbol.asyncDispose]());
  let next = 0;
  let killed: Promise<void> | undefined;

  /** Sends observation `index` once. Returns the id of the response, or undefined if the connection broke. */
  async function send(index: number): Promise<{ id: string; isReplayed: boolean } | undefined> {
    try {
      const { statusCode, headers, body } = await request(`${service.serviceUrl}/api/v1/observations`, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          ...service.demo,
          'content-type': 'application/json',
          'idempotency-key': `write-${index}`,
        },
        body: JSON.stringify({ field_id: 'fld_demo_60', text: `Note ${index}` }),
      });
      const answer = (await body.json()) as { data: { id: string } };
      // The machine is too busy and nothing was written: Retry-After requests a retry.
      if (headers['retry-after'] !== undefined) return await send(index);
      if (statusCode !== 201) throw new TypeError(`Answered ${statusCode}: ${JSON.stringify(answer)}`);
      return { id: answer.data.id, isReplayed: headers['idempotent-replayed'] === 'true' };
    } catch (error) {
      if (error instanceof TypeError) throw error;
      return undefined;
    }
  }

  async function writeUntil(end: number, killAt: number): Promise<void> {
    while (next < end) {
      const index = next;
      next += 1;
      if (next === killAt) killed = service[Symbol.asyncDispose]();
      const answer = await send(index);
      if (answer) acknowledged.set(index, answer.id);
    }
  }

  for (let round = 1; round <= killsTotal; round += 1) {
    const end = Math.round((writesTotal * round) / killsTotal);
    const killAt = next + Math.round((end - next) / 2);
    await Promise.all(Array.from({ length: writersCount }, () => writeUntil(end, killAt)));
    await killed;
    service = await startWritingProcess(dataDir);
  }

  for (const [index, id] of acknowledged) expect([index, await send(index)]).toEqual([index, { id, isReplayed: true }]);
  // An unacknowledged write may or may not be stored. After a retry, it must be stored exactly once.
  for (let index = 0; index < writesTotal; index += 1) if (!acknowledged.has(index)) await send(index);
  expect(await countNotes(service, agent)).toBe(writesTotal);
  expect(acknowledged.size).toBeGreaterThan(writesTotal / 10);
});

async function countNotes({ serviceUrl, demo }: ProductProcess, agent: Agent): Promise<number> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ field_id: 'fld_demo_60', limit: '100', ...(cursor ? { cursor } : {}) });
    const { body } = await request(`${serviceUrl}/api/v1/observations?${query}`, { dispatcher: agent, headers: demo });
    const { data, page } = (await body.json()) as { data: { id: string }[]; page: { next_cursor: string | null } };
    for (const { id } of data) ids.add(id);
    cursor = page.next_cursor;
  } while (cursor);
  return ids.size;
}
