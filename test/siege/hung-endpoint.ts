/** One endpoint of the service stops answering while callers go on asking for it, the others stay well; then it is well again. */
import { setTimeout as wait } from 'node:timers/promises';
import { type FaultyService, faults, startFaultyService } from '../support/faulty-service.ts';
import { post } from '../support/post.ts';
import { besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

const burst = 200;
const everyMs = 50;
const others = ['earthObservations', 'observations'] as const;
const othersMsMax = 1_000;
/** A process that has just started, and two hundred callers at once on a machine that does other things. */
const slowestMsMax = 5_000;
/** From one probe to the next, and what a busy machine adds. */
const foundMsMax = 2_500;
const forMs = { short: 3_000, whole: 20_000 };
const deadlineMs = { short: 2_000, whole: 10_000 };

export const hungEndpoint: Scenario = {
  title: 'an endpoint that hangs keeps no other waiting, and is found soon after it is well',
  async run(size) {
    const service = await startFaultyService(({ url }) => (url.includes('/weather') ? faults.silent : undefined));
    await using command = await besiege({
      // What a machine that is busy otherwise makes it refuse is no matter here.
      env: { FIELD_DATA_URL: service.url, DEADLINE_MS: String(deadlineMs[size]) },
    });
    const graph = command.graphUrl;
    const pending: Promise<unknown>[] = [];
    let asked = 0;
    const askWeather = () => pending.push(timed(graph, 'weather', asked++));
    for (let index = 0; index < burst; index += 1) askWeather();
    const weather = setInterval(askWeather, everyMs);

    const took: number[] = [];
    for (const startedAt = performance.now(); performance.now() - startedAt < forMs[size]; await wait(everyMs)) {
      for (const list of others) took.push((await timed(graph, list, took.length)).milliseconds);
    }
    const found = await untilFound(service, graph);
    clearInterval(weather);
    await Promise.all(pending);
    const after = await Promise.all(Array.from({ length: burst }, (_, index) => timed(graph, 'weather', index)));
    const well = after.filter(({ isWell }) => isWell).length;
    await service.close();
    return [
      { what: 'reads of the others', value: took.length, unit: '', atLeast: 10 },
      { what: '95 % of them within', value: quantile(took, 0.95), unit: 'ms', atMost: othersMsMax },
      { what: 'slowest of them', value: quantile(took, 1), unit: 'ms', atMost: slowestMsMax },
      found,
      { what: `of ${burst} reads at once after that, answered`, value: well, unit: '', atLeast: burst },
    ];
  },
};

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** One read of a list; one that failed took for ever. */
async function timed(graphUrl: string, list: string, index: number) {
  const startedAt = performance.now();
  const { body } = await post(graphUrl, { query: `{ field(id: "fld_${index}") { ${list} { __typename } } }` });
  const isWell = body?.errors === undefined;
  return { isWell, milliseconds: isWell ? performance.now() - startedAt : Number.POSITIVE_INFINITY };
}

/** How long a service that is well again is still refused. */
async function untilFound(service: FaultyService, graphUrl: string): Promise<Figure> {
  service.script = () => undefined;
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  while (!(await timed(graphUrl, 'weather', burst)).isWell && elapsedMs() < 10 * foundMsMax) await wait(everyMs);
  return { what: 'until it is found to be well', value: elapsedMs(), unit: 'ms', atMost: foundMsMax };
}
