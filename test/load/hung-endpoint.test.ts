/** One endpoint of the service stops responding while callers still request it, the others stay healthy; then it recovers. */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { percentile } from '../../bench/statistics.ts';
import { failures, startFaultyService } from '../support/faulty-service.ts';
import { startProcess } from '../support/product-process.ts';
import { figure, sendOperation, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';

const burst = 200;
const everyMs = 50;
const othersMin = 10;
const others = ['earthObservations', 'observations'] as const;
/** The interval between two probes, and some time for a busy machine. */
const foundWithin = withinMs(2_500);
/** The endpoint counts as hung after half of the deadline, within which even a busy machine serves all reads of a burst. */
const { forMs, deadlineMs } = bySize({ forMs: 12_000, deadlineMs: 20_000 }, { forMs: 20_000, deadlineMs: 10_000 });

/** The time of one read of a list; infinite if it failed. */
async function timed(graphUrl: string, list: string, index: number): Promise<number> {
  const { isWell, ms } = await sendOperation(graphUrl, `{ field(id: "fld_${index}") { ${list} { __typename } } }`);
  return isWell ? ms : Number.POSITIVE_INFINITY;
}

it('an endpoint that hangs does not delay reads of other endpoints, and its recovery is detected soon', async () => {
  const service = await startFaultyService(({ url }) => (url.includes('/weather') ? failures.silent : undefined));
  await using command = await startProcess({ env: { FIELD_DATA_URL: service.url, DEADLINE_MS: String(deadlineMs) } });
  const { graphUrl } = command;
  const pending: Promise<unknown>[] = [];
  const sendWeather = () => pending.push(timed(graphUrl, 'weather', pending.length));
  for (let index = 0; index < burst; index += 1) sendWeather();
  const weather = setInterval(sendWeather, everyMs);

  const took: number[] = [];
  const endsAt = performance.now() + forMs;
  for (; performance.now() < endsAt || took.length < othersMin; await wait(everyMs)) {
    for (const list of others) took.push(await timed(graphUrl, list, took.length));
  }
  service.script = () => undefined;
  const wellAt = performance.now();
  while ((await timed(graphUrl, 'weather', burst)) === Number.POSITIVE_INFINITY) {
    if (performance.now() - wellAt > foundWithin.atMost) break;
    await wait(everyMs);
  }
  const foundMs = performance.now() - wellAt;
  clearInterval(weather);
  await Promise.all(pending);
  const after = await Promise.all(Array.from({ length: burst }, (_, index) => timed(graphUrl, 'weather', index)));
  figure('reads of the others', took.length, { atLeast: othersMin });
  figure('95 % of them within, ms', percentile(took, 0.95), withinMs(1_000));
  // The limit allows for a process that has just started, and 200 callers at once on a machine that does other work.
  figure('slowest of them, ms', Math.max(...took), withinMs(5_000));
  figure('until it is found to be well, ms', foundMs, foundWithin);
  figure(`of ${burst} reads at once after that, answered`, after.filter(Number.isFinite).length, { atLeast: burst });
  await service.close();
});
