/** The files of the store go away under writers who do not stop. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseFile } from '../../src/field-data/store/sqlite/store.ts';
import { temporaryFolder } from '../support/running.ts';
import { type Besieged, besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

const sizes = { short: { writers: 4, before: 50, after: 50 }, whole: { writers: 16, before: 1_000, after: 1_000 } };
const readyMsMax = 5_000;
const pollMs = 50;

/** What writers saw: acknowledgements of writes that were sent before, and after, the files went. */
interface Seen {
  before: number;
  after: number;
  refused: number;
}

export const store: Scenario = {
  title: 'a store whose files are gone acknowledges nothing, and says so to operators',
  async run(size) {
    const figures: Figure[] = [];
    for (const suffix of ['', '-wal']) {
      await using folder = await temporaryFolder();
      await using besieged = await besiege({ env: { FIELD_DATA_DIR: folder.path } });
      const authorization = `Bearer ${readFileSync(join(folder.path, 'demo-key'), 'utf8').trim()}`;
      const remove = () => rmSync(join(folder.path, databaseFile + suffix));
      const seen = await writeOn(besieged, authorization, remove, sizes[size]);
      const what = suffix === '' ? 'the database' : 'its log';
      figures.push(
        { what: `acknowledged before ${what} went`, value: seen.before, unit: '', atLeast: sizes[size].before },
        { what: `acknowledged after ${what} went`, value: seen.after, unit: '', atMost: 0 },
        { what: `refused after ${what} went`, value: seen.refused, unit: '', atLeast: sizes[size].after },
        { what: 'status of /ready', value: await readyStatus(besieged), unit: '', atLeast: 503, atMost: 503 },
      );
    }
    return figures;
  },
};

async function writeOn(
  { restUrl }: Besieged,
  authorization: string,
  remove: () => void,
  { writers, before, after }: (typeof sizes)['short'],
): Promise<Seen> {
  const seen: Seen = { before: 0, after: 0, refused: 0 };
  let isGone = false;
  const write = async (): Promise<void> => {
    while (seen.refused < after && seen.after < after) {
      const wasGone = isGone;
      const response = await fetch(`${restUrl}/api/v1/observations`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ field_id: 'fld_demo_01', text: 'Under siege.' }),
      });
      await response.arrayBuffer();
      if (response.status === 201) seen[wasGone ? 'after' : 'before'] += 1;
      else if (wasGone) seen.refused += 1;
      if (!isGone && seen.before >= before) {
        remove();
        isGone = true;
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return seen;
}

/** The last status of `/ready`, which keeps an answer for a second. */
async function readyStatus({ graphUrl }: Besieged): Promise<number> {
  const giveUpAt = performance.now() + readyMsMax;
  for (;;) {
    const { status } = await fetch(`${graphUrl}/ready`);
    if (status === 503 || performance.now() > giveUpAt) return status;
    await delay(pollMs);
  }
}
