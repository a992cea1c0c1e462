/** Callers who make the gateway prepare and compile as much as they can think of: what is held for documents has one bound. */
import { type Besieged, besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

interface Sent {
  query: string;
  variables?: Record<string, unknown>;
}

/** Every operation is to run: none is spared by refusing it while the process is behind. */
const env = { EVENT_LOOP_DELAY_MS_MAX: '0' };
/** Operations under way at a time. */
const concurrency = 4;
const mebibyte = 1024 * 1024;
const measures =
  'temperatureMin temperatureMax temperatureMean dewPoint relativeHumidity precipitation windSpeed windGust pressure cloudCover solarRadiation et0';
const everything = `date kind granularity startsAt endsAt issuedAt condition ${measures.replaceAll(/\w+/g, '$& { value unit }')} source { name provenance }`;
const conditional =
  'et0Method @include(if: $a) growingDegreeDays @include(if: $b) { value } windDirection @include(if: $c) { value } soil @include(if: $d) { moisture { value } }';

/** Four conditions below a hundred lists: one fragment in all of them, or each list a little different. */
function hostileDocument(index: number): string {
  const isAlike = index % 2 === 0;
  const lists = Array.from({ length: isAlike ? 80 : 40 }, (_, list) =>
    isAlike ? `w${list}: weather { ...All }` : `w${list}: weather { ...All x${list}: date }`,
  );
  return `query Hostile${index}($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) {
    field(id: "fld_demo_01") { ${lists.join(' ')} }
  } fragment All on WeatherRecord { ${everything} ${conditional} }`;
}

const demoFields = 60;

function fieldId(index: number): string {
  return `fld_demo_${String((index % demoFields) + 1).padStart(2, '0')}`;
}

/** Forty lists of one fragment and a little more, so that each is a program of its own. */
function differentLists(index: number): string {
  const lists = Array.from({ length: 40 }, (_, list) => `w${list}: weather { ...All x${list}: date }`);
  return `query Different${index}($id: ID!) { field(id: $id) { ${lists.join(' ')} } } fragment All on WeatherRecord { ${everything} }`;
}

const combinations = Array.from({ length: 16 }, (_, bits) => ({
  a: (bits & 1) > 0,
  b: (bits & 2) > 0,
  c: (bits & 4) > 0,
  d: (bits & 8) > 0,
}));

const ordinary: Sent = {
  query:
    'query Ordinary { field(id: "fld_demo_02") { weather { date temperatureMax { value unit } } observations(limit: 3) { text } } }',
};

/** The status of an operation's answer, read to its end; 0 where none came. */
async function ask({ graphUrl }: Besieged, sent: Sent): Promise<number> {
  try {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    for await (const _ of response.body ?? []);
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends all of these, some at a time; gives how many were answered with 200. */
async function askAll(besieged: Besieged, sent: Iterable<Sent>): Promise<number> {
  const rest = sent[Symbol.iterator]();
  let answered = 0;
  const caller = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      if ((await ask(besieged, next.value)) === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return answered;
}

async function medianMs(besieged: Besieged, sent: Sent, count: number): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < count; time++) {
    const startedAt = performance.now();
    const status = await ask(besieged, sent);
    times.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
  }
  return times.sort((a, b) => a - b)[count >> 1] ?? Number.NaN;
}

async function heldMiB({ adminUrl }: Besieged): Promise<number> {
  try {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    return Number(/^fieldgraph_document_cache_bytes (\d+)/m.exec(text)?.[1]) / mebibyte;
  } catch {
    return Number.NaN;
  }
}

export const combinationsOfConditions: Scenario = {
  title: 'documents asked with every combination of their conditions stay within the memory for documents',
  async run(size): Promise<Figure[]> {
    const { documents, heapMiB } = { short: { documents: 8, heapMiB: 128 }, whole: { documents: 60, heapMiB: 512 } }[
      size
    ];
    await using besieged = await besiege({ env, nodeFlags: [`--max-old-space-size=${heapMiB}`] });
    const sent = Array.from({ length: documents }, (_, index) => hostileDocument(index)).flatMap((query) =>
      combinations.map((variables) => ({ query, variables })),
    );
    const answered = await askAll(besieged, sent);
    return [
      { what: 'answers', value: answered, unit: '', atLeast: sent.length },
      { what: 'the process is alive', value: Number(besieged.isAlive()), unit: '', atLeast: 1 },
      {
        what: 'median of the next ordinary operations',
        value: await medianMs(besieged, ordinary, 21),
        unit: 'ms',
        atMost: 500,
      },
      { what: 'memory counted for documents', value: await heldMiB(besieged), unit: 'MiB', atMost: 64 },
      {
        what: 'resident memory',
        value: besieged.isAlive() ? besieged.residentMiB() : Number.NaN,
        unit: 'MiB',
        atMost: heapMiB + 300,
      },
    ];
  },
};

export const hotPrograms: Scenario = {
  title: 'many generated programs that become hot together are compiled in bounded memory',
  async run(size): Promise<Figure[]> {
    const { documents, rounds } = { short: { documents: 1, rounds: 2 }, whole: { documents: 12, rounds: 3 } }[size];
    await using besieged = await besiege({ env });
    const texts = Array.from({ length: documents }, (_, index) => differentLists(index));
    const sent = Array.from({ length: rounds * demoFields }, (_, index) => ({ id: fieldId(index) })).flatMap(
      (variables) => texts.map((query) => ({ query, variables })),
    );
    const answered = await askAll(besieged, sent);
    return [
      { what: 'answers', value: answered, unit: '', atLeast: sent.length },
      { what: 'peak of resident memory', value: besieged.peakMiB(), unit: 'MiB', atMost: 500 },
    ];
  },
};

export const distinctDocuments: Scenario = {
  title: 'documents that never come again leave nothing behind',
  async run(size): Promise<Figure[]> {
    // The bound is so low in the short form that it is reached there too.
    const { count, boundMiB } = { short: { count: 1_000, boundMiB: 8 }, whole: { count: 24_000, boundMiB: 64 } }[size];
    await using besieged = await besiege({
      env: { ...env, DOCUMENTS_BYTES_MAX: String(boundMiB * mebibyte) },
    });
    function* documents(from: number): Iterable<Sent> {
      for (let index = from; index < from + count / 2; index++) {
        yield {
          query: `{ field(id: "${fieldId(index)}") { x${index}: id weather { date temperatureMin { value unit } } observations(limit: 5) { observedAt text } } }`,
        };
      }
    }
    const answered = await askAll(besieged, documents(0));
    const atHalf = besieged.residentMiB();
    const answeredLater = await askAll(besieged, documents(count / 2));
    const atEnd = besieged.residentMiB();
    return [
      { what: 'answers', value: answered + answeredLater, unit: '', atLeast: count },
      { what: 'memory counted for documents', value: await heldMiB(besieged), unit: 'MiB', atMost: boundMiB },
      { what: 'resident memory at half', value: atHalf, unit: 'MiB', atMost: 400 },
      { what: 'resident memory at the end', value: atEnd, unit: 'MiB', atMost: 400 },
      { what: 'growth in the second half', value: atEnd - atHalf, unit: 'MiB', atMost: 100 },
    ];
  },
};
