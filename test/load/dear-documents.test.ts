/**
 * The dearest (most expensive) documents that a caller without a key can send: documents over the limits are refused, and admitted ones
 * block nobody. `npm run test:full -- load -t dearest` prints the cost of each.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { percentile } from '../../bench/statistics.ts';
import { demoFields } from '../support/demo-fields.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { figure, sendOperation, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';
import { offer } from './open-loop.ts';

const dayMs = 86_400_000;
const date = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const ids = (count: number) => JSON.stringify(demoFields(count));
const unknownIds = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `fld_none_${index}`));
const aliases = (count: number, selection: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${selection(index)}`).join(' ');

const year = `from: "${date(-358)}", to: "${date(7)}"`;
const record =
  'startsAt endsAt kind temperatureMin { value unit } temperatureMax { value unit } temperatureMean { value unit } precipitation { value unit } windSpeed { value unit } relativeHumidity { value unit } source { provenance }';
const hours = `weather(${year}, granularity: HOURLY) { ${record} }`;
const spraying = 'sprayConditions(next: { hours: 744 }) { hours { startsAt verdict deltaT rules { rule value } } }';

/** Before records were counted, these were within every limit, and cost up to 31 s without a response and 3.4 GB. */
const refused: Record<string, string> = {
  'a year of hours of 60 fields': `{ fields(ids: ${ids(60)}) { ${hours} } }`,
  '99 aliases of a year of hours': `{ field(id: "fld_demo_01") { ...All } } fragment All on Field { ${aliases(99, () => hours)} }`,
  '99 aliases of three fields': `{ fields(ids: ${ids(3)}) { ...All } } fragment All on Field { ${aliases(99, () => hours)} }`,
  'temperature hours of 60 fields': `{ fields(ids: ${ids(60)}) { ${aliases(5, (index) => `temperatureHours(${year}, frostBelow: ${index}) { frostHours }`)} } }`,
};

/** Documents just within the limits. */
const admitted: Record<string, string> = {
  'a year of hours of 6 fields': `{ fields(ids: ${ids(6)}) { ${hours} } }`,
  '22 aliases of a year of hours': `{ field(id: "fld_demo_01") { ${aliases(22, () => `weather(${year}, granularity: HOURLY) { startsAt temperatureMean { value } }`)} } }`,
  '3 temperature hours of 6 fields': `{ fields(ids: ${ids(6)}) { ${aliases(3, (index) => `temperatureHours(${year}, frostBelow: ${index}) { frostHours chillPortions }`)} } }`,
  '99 aliases of spraying hours': `{ field(id: "fld_demo_01") { ${aliases(99, () => spraying)} } }`,
  '99 windows of 8 days of hours of 3 fields': `{ fields(ids: ${ids(3)}) { ${aliases(99, (index) => `weather(from: "${date(8 * index - 900)}", to: "${date(8 * index - 892)}", granularity: HOURLY) { date }`)} } }`,
  '80 windows of a year of 2 fields': `{ fields(ids: ${ids(2)}) { ${aliases(80, (index) => `weather(from: "${date(index - 900)}", to: "${date(index - 534)}") { date }`)} } }`,
  'errors of 98 aliases of 100 fields': `${'\n'.repeat(4_000)}{ fields(ids: ${unknownIds(100)}) { ${aliases(98, () => 'name')} } }`,
  'lists of 60 fields since a day': `{ fields(ids: ${ids(60)}) { weather(since: "${date(1).slice(5)}") { ${record} } earthObservations(since: "${date(1).slice(5)}") { id acquiredAt indices { name mean } } } }`,
};

/** The operation W1, sent by another caller. */
const w1 =
  '{ field(id: "fld_demo_60") { id weather { date temperatureMax { value unit } } earthObservations { acquiredAt } observations { text } } }';

const names = Object.keys(admitted);
/** `slowdownMax` is a multiple of the idle latency of W1; it is not measured in the gate, whose machine does other work meanwhile. */
const { documents, atOnce, silenceMsMax, slowdownMax, samples } = bySize(
  {
    documents: names.slice(0, 2),
    atOnce: [4],
    silenceMsMax: 5_000,
    slowdownMax: undefined,
    samples: 30,
  },
  { documents: names, atOnce: [1, 4, 16], silenceMsMax: 250, slowdownMax: 3 as number | undefined, samples: 300 },
);

/** Leaves room for Buffers in the 768 MB that deploy/ gives a container. */
const nodeFlags = ['--max-old-space-size=512'];
const memoryMiBMax = 768;
const drainMs = 5_000;

/** The same document, made different from every other in flight. */
const distinct = (name: string, index: number) => admitted[name]?.replace(/\}\s*$/, ` x${index}: __typename }`) ?? '';

// Each document has its own process, so that the memory peak is its own.
const slowing = slowdownMax === undefined ? 'refuse no others' : `slow others at most ${slowdownMax} times`;
it.each(documents)(
  `the dearest admitted documents block nobody and ${slowing}, in 512 MB of heap: %s`,
  async (name) => {
    await using command = await startProcess({ nodeFlags, env: { DRAIN_MS: String(drainMs) } });
    const { graphUrl } = command;
    for (let time = 0; time < 30; time += 1) await sendOperation(graphUrl, w1);
    for (const count of atOnce) {
      const cpuBefore = command.cpuMs();
      const silence = watchHealth(command);
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => sendOperation(graphUrl, distinct(name, index))),
      );
      const slowest = await silence();
      figure(`${count} at once: CPU, ms`, command.cpuMs() - cpuBefore);
      figure(`${count} at once: largest answer, MB`, Math.max(...answers.map(({ bytes }) => bytes)) / 1e6, {
        atMost: 34,
      });
      figure(`${count} at once: longest silence of /health, ms`, slowest, { atMost: silenceMsMax });
      // A document over a limit gets status 200 too, but its cost would be that of the refusal.
      const others = answers.filter(
        ({ status, text }) => ![200, 503].includes(status) || text.includes('OPERATION_TOO_COMPLEX'),
      );
      figure(`${count} at once: answers beside 200 and 503, and refused by a limit`, others.length, { atMost: 0 });
    }
    const idle = slowdownMax === undefined ? undefined : await latencies(graphUrl);
    const bodies = Array.from({ length: 8 }, (_, index) => JSON.stringify({ query: distinct(name, index) }));
    const load = offer({
      url: graphUrl,
      requests: bodies.map((body) => ({ path: '/graphql', body })),
      perSecond: Number.POSITIVE_INFINITY,
      seconds: Math.ceil(samples / 60),
      connectionsMax: 8,
    });
    const busy = await latencies(graphUrl);
    await load;
    if (idle !== undefined) {
      figure('median of W1 idle, ms', idle.median);
      figure('median of W1 next to 8 connections, times idle', busy.median / idle.median, { atMost: slowdownMax });
    }
    figure('W1 refused', busy.refused, { atMost: 0 });
    figure('peak memory, MiB', command.peakMiB(), { atMost: memoryMiBMax });
    void sendOperation(graphUrl, distinct(name, 99));
    await wait(100);
    const { code, milliseconds } = await command.terminate();
    figure('SIGTERM to the end, ms', milliseconds, withinMs(drainMs));
    figure('exit code', code, { atMost: 0 });
  },
);

/** 9,900 values without a record. Each document has different names, so that none is prepared already. */
const values = (index: number) =>
  `{ fields(ids: ${unknownIds(100)}) { ${Array.from({ length: 99 }, (_, alias) => `x${index}_${alias}: name`).join(' ')} } }`;

it.each(['/graphql', '/graphql/plan'])(
  'many large documents that arrive at %s at the same time neither exhaust memory nor block other requests',
  async (path) => {
    await using command = await startProcess({ nodeFlags, env: { EVENT_LOOP_DELAY_MS_MAX: '' } });
    const silence = watchHealth(command);
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const body = JSON.stringify({ query: values(index) });
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${command.graphUrl}${path}`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    figure('longest silence of /health, ms', await silence(), { atMost: bySize(2_500, 1_000) });
    figure('answers beside 200 and 503', statuses.filter((status) => status !== 200 && status !== 503).length, {
      atMost: 0,
    });
    figure('peak memory, MiB', command.peakMiB(), { atMost: memoryMiBMax });
  },
);

it('documents beyond the limits are refused at little cost', async () => {
  await using command = await startProcess({ nodeFlags });
  const before = command.cpuMs();
  for (const [name, query] of Object.entries(refused)) {
    const { text } = await sendOperation(command.graphUrl, query);
    figure(`${name}: refused`, Number(text.includes('OPERATION_TOO_COMPLEX')), { atLeast: 1 });
  }
  figure('CPU of all refusals, ms', command.cpuMs() - before, { atMost: 1_000 });
});

async function latencies(graphUrl: string): Promise<{ median: number; refused: number }> {
  const ms: number[] = [];
  let refused = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const sent = await sendOperation(graphUrl, w1);
    ms.push(sent.ms);
    if (sent.status !== 200) refused += 1;
    await wait(10);
  }
  return { median: percentile(ms, 0.5), refused };
}

/** Requests `/health` continuously; the result returns the longest response time: in the gate, as CPU time of the process. */
function watchHealth({ graphUrl, cpuMs }: ProductProcess): () => Promise<number> {
  const now = bySize(cpuMs, () => performance.now());
  let isOver = false;
  let slowest = 0;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = now();
      await fetch(`${graphUrl}/health`).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      );
      slowest = Math.max(slowest, now() - startedAt);
      await wait(5);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return slowest;
  };
}
