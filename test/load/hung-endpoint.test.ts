/** One endpoint of the service stops answering while callers go on requesting it, the others stay well; then it is well again. */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { percentile } from '../../bench/statistics.ts';
import { faults, startFaultyService } from '../support/faulty-service.ts';
import { startProcess } from '../support/product-process.ts';
import { ask, bySize, figure, withinMs } from './figure.ts';

const burst = 200;
const everyMs = 50;
const othersMin = 10;
const others = ['earthObservations', 'observations'] as const;
/** From one probe to the next, and what a busy machine adds. */
const foundWithin = withinMs(2_500);
/** It is taken to hang after half of the deadline, within which a busy machine answers all reads of a burst. */
const { forMs, deadlineMs } = bySize({ forMs: 12_000, deadlineMs: 20_000 }, { forMs: 20_000, deadlineMs: 10_000 });

/** One read of a list; one that failed took for ever. */
async function timed(graphUrl: string, list: string, index: number): Promise<number> {
  const { isWell, ms } = await ask(graphUrl, `{ field(id: "fld_${index}") { ${list} { __typename } } }`);
  return isWell ? ms : Number.POSITIVE_INFINITY;
}

it('an endpoint that hangs keeps no other waiting, and is found soon after it is well', async () => {
  const service = await startFaultyService(({ url }) => (url.includes('/weather') ? faults.silent : undefined));
  await using command = await startProcess({ env: { FIELD_DATA_URL: service.url, DEADLINE_MS: String(deadlineMs) } });
  const { graphUrl } = command;
  const pending: Promise<unknown>[] = [];
  const askWeather = () => pending.push(timed(graphUrl, 'weather', pending.length));
  for (let index = 0; index < burst; index += 1) askWeather();
  const weather = setInterval(askWeather, everyMs);

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
  // A process that has just started, and two hundred callers at once on a machine that does other things.
  figure('slowest of them, ms', Math.max(...took), withinMs(5_000));
  figure('until it is found to be well, ms', foundMs, foundWithin);
  figure(`of ${burst} reads at once after that, answered`, after.filter(Number.isFinite).length, { atLeast: burst });
  await service.close();
});
