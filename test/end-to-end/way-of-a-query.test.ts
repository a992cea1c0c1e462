/**
 * How much code one reads to follow a query: files and functions that it enters. A ratchet: the bounds may fall, never rise, so whoever adds a
 * file takes one out. Pairs that stay apart: batch and cache answer different questions of a read; connections and admission bound
 * different things; window resolution and its bounds are a decision and pure functions.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const counter = new URL('../support/entered.ts', import.meta.url).pathname;

it('a query enters no more files and functions of the gateway than these, at first and warm', async () => {
  // Without a collection of garbage in between: it takes the counts of closures with it.
  const flags = ['--min-semi-space-size=64', '--max-semi-space-size=128'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, counter]);
  const { first, warm } = JSON.parse(stdout);
  expect(first.files).toBeLessThanOrEqual(88);
  expect(first.functions).toBeLessThanOrEqual(420);
  expect(warm.files).toBeLessThanOrEqual(70);
  expect(warm.functions).toBeLessThanOrEqual(278);
});
