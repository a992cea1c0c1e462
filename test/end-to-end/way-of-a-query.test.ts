/**
 * How much of the code one has to read to follow a query: a bound that is raised with a reason, and lowered whenever it can be. Sixteen of
 * the files are the ground floor's, and most of those bound what a caller can make the process hold: a connection, an admission, a Host, a
 * log. A read that goes alone passes the layer that sends several fields together, and waits in it for the end of the tick.
 * That a document may be pinned, and that a client may have a name, is a file each.
 * That caches are told what they may do is one.
 * That equal queries in flight are one run is two: the run, and who waits for it.
 * The service keeps pages of notes in one, which the embedded one enters the first time.
 * Records are counted before and after a call, and work on lists is counted: seventeen small functions, and no file more.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const counter = new URL('../support/entered.ts', import.meta.url).pathname;

it('a query enters so many files and functions of the gateway and no more, the first time and warm', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [counter]);
  const { first, warm } = JSON.parse(stdout);
  expect(first.files).toBeLessThanOrEqual(102);
  expect(first.functions).toBeLessThanOrEqual(550);
  expect(warm.files).toBeLessThanOrEqual(85);
  expect(warm.functions).toBeLessThanOrEqual(358);
});
