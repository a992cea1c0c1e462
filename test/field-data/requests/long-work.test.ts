/** Long work stops when memory is nearly full. The test runs in a separate process whose heap is really full. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const moduleAt = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);

const script = `
  import { assertMayGoOn } from ${moduleAt('field-data/requests/long-work.ts')};
  import { memoryRatio, recentMemoryRatio } from ${moduleAt('platform/sync/memory-ratio.ts')};
  const end = (isExempt) => {
    try {
      assertMayGoOn({ request: { signal: { aborted: false } }, isExempt });
    } catch ({ code, headers }) {
      return [code, headers['retry-after']];
    }
  };
  const ends = [end(false)];
  const filling = [];
  while (memoryRatio() < 0.92) filling.push(new Array(100_000).fill(filling.length));
  recentMemoryRatio(Number.POSITIVE_INFINITY);
  ends.push(end(false), end(true));
  console.log(JSON.stringify(ends), filling.length > 0);
`;

it('long work ends with unavailable when memory is nearly full, except for a gateway, which limits its own work', async () => {
  const flags = ['--max-old-space-size=256', '--max-semi-space-size=1', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(stdout).toBe('[null,["unavailable","1"],null] true\n');
});
