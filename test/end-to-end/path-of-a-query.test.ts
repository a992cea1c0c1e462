/**
 * The files and functions that a query enters, as a measure of the code to read: the bounds may fall, never rise, so a new file replaces
 * another. Do not merge batch and cache (different questions of a read), connections and admission (different limits), or window
 * resolution and its bounds (a decision and pure functions).
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startProcess } from '../support/product-process.ts';

const counter = new URL('../support/entered.ts', import.meta.url).pathname;

// On a busy machine a timer may run during the first query, which only adds functions.
it('a query enters a limited number of files and functions of the gateway, at first and when warm', {
  retry: 3,
}, async () => {
  // Large enough to avoid a garbage collection in between, which would lose the counts of closures.
  const flags = ['--min-semi-space-size=64', '--max-semi-space-size=128'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, counter]);
  const { first, warm } = JSON.parse(stdout);
  expect(first.files).toBeLessThanOrEqual(88);
  expect(first.functions).toBeLessThanOrEqual(420);
  expect(warm.files).toBeLessThanOrEqual(70);
  expect(warm.functions).toBeLessThanOrEqual(278);
});

it('GraphQL Yoga is loaded by the first event stream, and not by a query', async () => {
  const log = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { process.stderr.write(JSON.stringify({ url }) + '\\n'); return next(url, context); } });`;
  const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(log)}`];
  await using product = await startProcess({ nodeFlags, log: 'read', env: { FIELD_DATA_URL: 'http://127.0.0.1:9' } });
  const ask = async (accept: string) => {
    const headers = { 'content-type': 'application/json', accept };
    const reply = await fetch(`${product.graphUrl}/graphql`, {
      method: 'POST',
      headers,
      body: '{"query":"{__typename}"}',
    });
    return reply.text();
  };
  const isLoaded = () => product.logged().some(({ url }) => String(url).includes('/graphql-yoga/'));
  expect(await ask('application/json')).toBe('{"data":{"__typename":"Query"}}');
  // Its log line follows those of the modules that it loaded.
  await expect.poll(() => product.logged().some(({ msg }) => msg === 'operation')).toBe(true);
  expect(isLoaded()).toBe(false);
  expect(await Promise.all([ask('text/event-stream'), ask('text/event-stream')])).toEqual(
    Array(2).fill(expect.stringContaining('data: {"data":{"__typename":"Query"}}')),
  );
  await expect.poll(isLoaded).toBe(true);
});
