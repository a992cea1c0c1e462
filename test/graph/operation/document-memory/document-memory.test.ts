/** That the bound of documents is one of memory: what is counted for them is more than the heap of a real process grows by. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
/** What else moves in a heap meanwhile. */
const slackBytes = mebibyte / 2;

type Outcome = Record<string, { heapBytes: number; countedBytes: number }>;

async function measure(...args: string[]): Promise<Outcome> {
  const program = new URL('measure.ts', import.meta.url).pathname;
  return JSON.parse((await run(process.execPath, ['--expose-gc', program, ...args])).stdout);
}

describe('the memory of documents', () => {
  it('is counted for at least what is held, whatever kind of document it is', { timeout: 900_000 }, async () => {
    const outcome = await measure();
    for (const [kind, { heapBytes, countedBytes }] of Object.entries(outcome)) {
      // Of fewer documents, what is not counted would be lost in the slack.
      expect(heapBytes, kind).toBeGreaterThan(slackBytes);
      expect(countedBytes + slackBytes, kind).toBeGreaterThan(heapBytes);
    }
    expect(outcome.all?.heapBytes).toBeGreaterThan(10 * mebibyte);
  });

  it('is given back with the document: plans, programs and texts too', { timeout: 900_000 }, async () => {
    // Half of the documents: without a bound their heap is several times this one.
    const { all } = await measure(String(2 * mebibyte), '0.5');
    expect(all?.heapBytes).toBeLessThan(2 * mebibyte + slackBytes);
  });
});
