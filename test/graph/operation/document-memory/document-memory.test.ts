/** The limit of cached documents bounds real memory: the bytes counted for them exceed the growth of the heap of a real process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
/** Allowance for unrelated changes of the heap. */
const slackBytes = mebibyte / 2;

type Outcome = Record<string, { heapBytes: number; countedBytes: number }>;

async function measure(...args: string[]): Promise<Outcome> {
  const program = new URL('measure.ts', import.meta.url).pathname;
  return JSON.parse((await run(process.execPath, ['--expose-gc', program, ...args])).stdout);
}

describe('the memory of documents', () => {
  it('is counted as at least the heap that they retain, for each kind of document', { timeout: 900_000 }, async () => {
    const outcome = await measure();
    for (const [kind, { heapBytes, countedBytes }] of Object.entries(outcome)) {
      // With fewer documents, uncounted memory would be lost in the slack.
      expect(heapBytes, kind).toBeGreaterThan(slackBytes);
      expect(countedBytes + slackBytes, kind).toBeGreaterThan(heapBytes);
    }
    expect(outcome.all?.heapBytes).toBeGreaterThan(10 * mebibyte);
  });

  it('is released with the documents, including plans, programs and texts', { timeout: 900_000 }, async () => {
    // Without a bound, half of the documents would need several times this heap.
    const { all } = await measure(String(2 * mebibyte), '0.5');
    expect(all?.heapBytes).toBeLessThan(2 * mebibyte + slackBytes);
  });
});
