/** Random and malformed requests, the same in every run: no 5xx, no hang, and memory that levels off. `FULL=1` sends 20,000. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { hostileRequests } from '../support/hostile-requests.ts';
import { post, sendRaw } from '../support/post.ts';
import { startProduct } from '../support/running.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';

const total = sized(400, 1_000, 20_000);
const atOnce = 20;
const growthBytesMax = 32 * 1024 * 1024;

/** A stack trace, which only an unhandled error would show. */
const stackTrace = /(^|\\n) +at .+:\d+:\d+/m;

/** Heap in use once nothing is left to collect. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it(`the graph answers ${total} random requests with no 5xx and no hang, in memory that levels off`, async () => {
  await using product = await startProduct();
  const next = hostileRequests(seededRandom(20_261_107));
  const failures: string[] = [];
  const statuses = new Map<string, number>();

  async function run(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += atOnce) {
      const requests = Array.from({ length: atOnce }, next);
      const results = await Promise.all(requests.map((bytes) => sendRaw(product.graphUrl, bytes)));
      for (const [index, { received, hung }] of results.entries()) {
        const answered = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
        for (const status of answered) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (hung || answered.some((status) => status.startsWith('5')) || stackTrace.test(received)) {
          failures.push(
            `${hung ? 'hung' : received.slice(0, 300)}\n<- ${Buffer.from(requests[index] ?? [])
              .toString('latin1')
              .slice(0, 600)}`,
          );
        }
      }
    }
  }

  await run(total / 2);
  const before = heapBytes();
  await run(total / 2);
  const after = heapBytes();

  expect(failures).toEqual([]);
  expect(after - before).toBeLessThan(growthBytesMax);
  // The requests are close enough to valid ones to reach every layer.
  for (const status of ['200', '400', '405', '415']) expect(statuses.get(status)).toBeGreaterThan(total / 200);
  const { status } = await post(product.graphUrl, { query: '{ __typename }' });
  expect(status).toBe(200);
});
