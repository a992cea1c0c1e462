/**
 * The dearest documents that one caller without a key can send: those that were admitted before records were counted are refused, those that
 * are admitted now silence nobody. `npm run test:full -- load --only dearest` prints what each costs.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { offer, percentile } from './open-loop.ts';
import { type Besieged, besiege } from './process.ts';
import type { Figure, Scenario, SiegeSize } from './scenario.ts';

const dayMs = 86_400_000;
const date = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const ids = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => `fld_demo_${String(index + 1).padStart(2, '0')}`));
const aliases = (count: number, selection: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${selection(index)}`).join(' ');

const year = `from: "${date(-358)}", to: "${date(7)}"`;
const record =
  'startsAt endsAt kind temperatureMin { value unit } temperatureMax { value unit } temperatureMean { value unit } precipitation { value unit } windSpeed { value unit } relativeHumidity { value unit } source { provenance }';
const hours = `weather(${year}, granularity: HOURLY) { ${record} }`;
const spraying = 'sprayConditions(next: { hours: 744 }) { hours { startsAt verdict deltaT rules { rule value } } }';

/** Once within every limit, each of them up to 31 s of silence and 3.4 GB. */
const refused: Record<string, string> = {
  'a year of hours of 60 fields': `{ fields(ids: ${ids(60)}) { ${hours} } }`,
  '99 aliases of a year of hours': `{ field(id: "fld_demo_01") { ...All } } fragment All on Field { ${aliases(99, () => hours)} }`,
  '99 aliases of three fields': `{ fields(ids: ${ids(3)}) { ...All } } fragment All on Field { ${aliases(99, () => hours)} }`,
  'temperature hours of 60 fields': `{ fields(ids: ${ids(60)}) { ${aliases(5, (index) => `temperatureHours(${year}, frostBelow: ${index}) { frostHours }`)} } }`,
};

/** At the edge of what is admitted. */
const admitted: Record<string, string> = {
  'a year of hours of 6 fields': `{ fields(ids: ${ids(6)}) { ${hours} } }`,
  'the same by graphql-js': `{ fields(ids: ${ids(6)}) { ${hours} } __schema { queryType { name } } }`,
  '22 aliases of a year of hours': `{ field(id: "fld_demo_01") { ${aliases(22, () => 'weather(year, granularity: HOURLY) { startsAt temperatureMean { value } }').replaceAll('year', year)} } }`,
  '3 temperature hours of 6 fields': `{ fields(ids: ${ids(6)}) { ${aliases(3, (index) => `temperatureHours(${year}, frostBelow: ${index}) { frostHours chillPortions }`)} } }`,
  '99 aliases of spraying hours': `{ field(id: "fld_demo_01") { ${aliases(99, () => spraying)} } }`,
  'lists of 60 fields since a day': `{ fields(ids: ${ids(60)}) { weather(since: "${date(1).slice(5)}") { ${record} } earthObservations(since: "${date(1).slice(5)}") { id acquiredAt indices { name mean } } } }`,
};

interface Size {
  /** Of `/health`, however many of a document are sent. The machine of the gate does other work meanwhile. */
  silenceMsMax: number;
  documents: string[];
  atOnce: number[];
  /** W1 of another caller beside eight connections that repeat a document, as a multiple of its idle latency. */
  slowdownMax: number;
  samples: number;
}

const sizes: Record<SiegeSize, Size> = {
  short: {
    silenceMsMax: 5_000,
    documents: Object.keys(admitted).slice(0, 2),
    atOnce: [4],
    slowdownMax: 100,
    samples: 30,
  },
  whole: { silenceMsMax: 250, documents: Object.keys(admitted), atOnce: [1, 4, 16], slowdownMax: 3, samples: 300 },
};

/** The heap that deploy/ gives the process in a container of 768 MB. */
const nodeFlags = ['--max-old-space-size=512'];
const memoryMiBMax = 768;
const drainMs = 5_000;

export const dearDocuments: Scenario = {
  title: 'the dearest documents that are admitted silence nobody, in 512 MB of heap',
  async run(name) {
    const size = sizes[name];
    const figures: Figure[] = [];
    for (const document of size.documents) figures.push(...(await attack(document, size)));
    figures.push(...(await refusals()));
    return figures;
  },
};

/** Each document in a process of its own, so that its peak is its own. */
async function attack(name: string, size: Size): Promise<Figure[]> {
  await using command = await besiege({ nodeFlags, env: { DRAIN_MS: String(drainMs) } });
  const query = admitted[name] ?? '';
  for (let time = 0; time < 30; time += 1) await send(command, w1);
  const figures: Figure[] = [];
  for (const count of size.atOnce) {
    const cpuBefore = cpuMs(command);
    const silence = watchHealth(command);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => send(command, distinct(query, index))),
    );
    const slowest = await silence();
    const bytes = Math.max(...answers.map((answer) => answer.bytes));
    const statuses = new Set(answers.map(({ status }) => status));
    const what = `${name}, ${count} at once`;
    figures.push(
      { what: `${what}: CPU`, value: cpuMs(command) - cpuBefore, unit: 'ms' },
      { what: `${what}: largest answer`, value: bytes / 1e6, unit: 'MB', atMost: 34 },
      { what: `${what}: longest silence of /health`, value: slowest, unit: 'ms', atMost: size.silenceMsMax },
      {
        what: `${what}: answers beside 200, 400 and 503`,
        value: statuses.difference(new Set([200, 400, 503])).size,
        unit: '',
        atMost: 0,
      },
    );
  }
  figures.push(...(await besideLoad(command, name, query, size)));
  void send(command, distinct(query, 99));
  await wait(100);
  const { code, milliseconds } = await command.terminate();
  figures.push(
    { what: `${name}: SIGTERM to the end`, value: milliseconds, unit: 'ms', atMost: drainMs },
    { what: `${name}: exit code`, value: code ?? Number.NaN, unit: '', atMost: 0 },
  );
  return figures;
}

/** Another caller's ordinary query while one repeats the document over eight connections. */
async function besideLoad(command: Besieged, name: string, query: string, size: Size): Promise<Figure[]> {
  const idle = await latencies(command, size.samples);
  const bodies = Array.from({ length: 8 }, (_, index) => JSON.stringify({ query: distinct(query, index) }));
  const seconds = Math.ceil(size.samples / 60);
  const load = offer({
    url: command.graphUrl,
    requests: bodies.map((body) => ({ path: '/graphql', body })),
    perSecond: Number.POSITIVE_INFINITY,
    seconds,
    connectionsMax: 8,
  });
  const busy = await latencies(command, size.samples);
  await load;
  const ratio = percentile(busy.ms, 0.5) / percentile(idle.ms, 0.5);
  return [
    { what: `${name}, repeated over 8 connections: median of W1 idle`, value: percentile(idle.ms, 0.5), unit: 'ms' },
    {
      what: `${name}, repeated over 8 connections: median of W1, times idle`,
      value: ratio,
      unit: '',
      atMost: size.slowdownMax,
    },
    { what: `${name}, repeated over 8 connections: W1 refused`, value: busy.refused, unit: '', atMost: 0 },
    { what: `${name}: peak memory`, value: command.peakMiB(), unit: 'MiB', atMost: memoryMiBMax },
  ];
}

async function refusals(): Promise<Figure[]> {
  await using command = await besiege({ nodeFlags });
  const before = cpuMs(command);
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(refused)) {
    const { text } = await send(command, query);
    figures.push({
      what: `${name}: refused`,
      value: Number(text.includes('OPERATION_TOO_COMPLEX')),
      unit: '',
      atLeast: 1,
    });
  }
  return [...figures, { what: 'CPU of all refusals', value: cpuMs(command) - before, unit: 'ms', atMost: 1_000 }];
}

const w1 =
  '{ field(id: "fld_demo_60") { id weather { date temperatureMax { value unit } } earthObservations { acquiredAt } observations { text } } }';

/** The same document, equal to no other in flight. */
function distinct(query: string, index: number): string {
  return query.replace(/\}\s*$/, ` x${index}: __typename }`);
}

interface Sent {
  status: number;
  bytes: number;
  /** The beginning of the answer. */
  text: string;
}

async function send({ graphUrl }: Besieged, query: string): Promise<Sent> {
  try {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({ query }),
    });
    let bytes = 0;
    let text = '';
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (text.length < 500) text += Buffer.from(chunk).toString();
    }
    return { status: response.status, bytes, text };
  } catch {
    return { status: 0, bytes: 0, text: '' };
  }
}

async function latencies(command: Besieged, samples: number): Promise<{ ms: number[]; refused: number }> {
  const ms: number[] = [];
  let refused = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const startedAt = performance.now();
    const { status } = await send(command, w1);
    ms.push(performance.now() - startedAt);
    if (status !== 200) refused += 1;
    await wait(10);
  }
  return { ms, refused };
}

/** Requests `/health` all the time; gives the longest wait for an answer once it is called. */
function watchHealth({ graphUrl }: Besieged): () => Promise<number> {
  let isOver = false;
  let slowest = 0;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await fetch(`${graphUrl}/health`).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      );
      slowest = Math.max(slowest, performance.now() - startedAt);
      await wait(5);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return slowest;
  };
}

const ticksPerSecond = 100;

function cpuMs({ child }: Besieged): number {
  const [, ...fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const values = fields.join(') ').split(' ');
  return ((Number(values[11]) + Number(values[12])) * 1_000) / ticksPerSecond;
}
