/** The files of the store go away under writers who do not stop. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { databaseFile } from '../../src/field-data/store/sqlite/store.ts';
import { startProcess } from '../support/product-process.ts';
import { writeObservation } from '../support/write-observation.ts';
import { bySize, figure } from './figure.ts';

const { writers, before, after } = bySize(
  { writers: 4, before: 50, after: 50 },
  { writers: 16, before: 1_000, after: 1_000 },
);
const readyMsMax = bySize(60_000, 5_000);
const pollMs = 50;

it.each([
  ['the database', ''],
  ['its log', '-wal'],
])('a store without %s acknowledges nothing, and says so to operators', async (_what, suffix) => {
  await using command = await startProcess();
  /** Acknowledgements of writes that were sent before, and after, the files went, and refusals after. */
  const seen = { before: 0, after: 0, refused: 0 };
  let isGone = false;
  const write = async (): Promise<void> => {
    while (seen.refused < after && seen.after < after) {
      const wasGone = isGone;
      const status = await writeObservation(command, 'Under load.');
      if (status === 201) seen[wasGone ? 'after' : 'before'] += 1;
      else if (wasGone) seen.refused += 1;
      if (!isGone && seen.before >= before) {
        rmSync(join(command.dataDir, databaseFile + suffix));
        isGone = true;
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  figure('acknowledged before it went', seen.before, { atLeast: before });
  figure('acknowledged after it went', seen.after, { atMost: 0 });
  figure('refused after it went', seen.refused, { atLeast: after });
  // `/ready` caches an answer for a second.
  const giveUpAt = performance.now() + readyMsMax;
  const ready = async () => (await fetch(`${command.graphUrl}/ready`)).status;
  while ((await ready()) !== 503 && performance.now() < giveUpAt) await wait(pollMs);
  figure('status of /ready', await ready(), { atLeast: 503, atMost: 503 });
});
