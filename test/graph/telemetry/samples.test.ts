/** That a scrape reads as it did from prom-client's own counters and histograms. */
import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createCounter, createHistogram } from '../../../src/graph/telemetry/counters.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const lines = async (registry: Registry) => (await registry.metrics()).split('\n').sort();

it('any run of counts and values reads as from prom-client’s own metrics', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const calls = { name: 'calls_total', help: 'Calls.', labelNames: ['endpoint', 'outcome'] };
  const retries = { name: 'retries_total', help: 'Retries.', labelNames: ['endpoint'] };
  const times = { name: 'time_seconds', help: 'Time.', labelNames: ['endpoint'] };
  const buckets = [0.01, 0.1, 1];
  const our = {
    calls: createCounter(ours, calls),
    retries: createCounter(ours, retries),
    times: createHistogram(ours, times, buckets),
  };
  const registers = [theirs];
  const their = {
    calls: new Counter({ ...calls, registers }),
    retries: new Counter({ ...retries, registers }),
    times: new Histogram({ ...times, registers, buckets }),
  };
  expect(await lines(ours)).toEqual(await lines(theirs));

  const random = seededRandom(11);
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  for (let index = 0; index < 1_000; index += 1) {
    const endpoint = oneOf(['weather', 'observations', 'named "in quotes"\nand lines']);
    const outcome = oneOf([200, 304, 'UPSTREAM_TIMEOUT'] as const);
    const seconds = oneOf([0, 0.01, 0.1, 1, 2 * random()]);
    our.calls.inc(endpoint, outcome);
    their.calls.labels(endpoint, String(outcome)).inc();
    our.times.observe(seconds, endpoint);
    their.times.labels(endpoint).observe(seconds);
    if (outcome !== 200) {
      our.retries.inc(endpoint);
      their.retries.labels(endpoint).inc();
    }
  }
  expect(await lines(ours)).toEqual(await lines(theirs));
  expect(await lines(ours)).toEqual(await lines(ours));
});
