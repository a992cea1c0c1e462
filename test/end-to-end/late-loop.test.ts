/** A process with a slow event loop, as in a throttled container or on a laptop: `main` on the loop of this test. */
import { expect, it, onTestFinished } from 'vitest';
import { post } from '../support/post.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { startProduct } from '../support/running.ts';

const blockMs = 30;

/** Delays the loop until the test ends: each of its turns takes `blockMs`. */
function blockTheLoop(): void {
  let timer: NodeJS.Timeout;
  const block = () => {
    for (const endsAt = performance.now() + blockMs; performance.now() < endsAt; );
    timer = setTimeout(block, 1);
  };
  block();
  onTestFinished(() => clearTimeout(timer));
}

it('a process with a slow event loop refuses no request of a single caller, and logs no warning', async () => {
  blockTheLoop();
  const { log, lines } = recordedLog('warn');
  await using product = await startProduct({ EVENT_LOOP_DELAY_MS_MAX: '1' }, log);
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    statuses.push((await post(product.graphUrl, { query: '{ field(id: "fld_demo_01") { id } }' })).status);
    statuses.push((await fetch(`${product.serviceUrl}/api/v1/weather?field_id=fld_demo_01`)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(lines).toEqual([]);
});
