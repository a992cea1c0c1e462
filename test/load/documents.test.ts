/** Callers that make the gateway prepare and compile as much as possible: the memory for documents has one limit. */
import { it } from 'vitest';
import { percentile } from '../../bench/statistics.ts';
import { demoField } from '../support/demo-fields.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { figure, sendOperation, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';

type Sent = [query: string, variables?: object];

/** Operations in flight at a time. */
const concurrency = 4;
const mebibyte = 1024 * 1024;
const measures =
  'temperatureMin temperatureMax temperatureMean dewPoint relativeHumidity precipitation windSpeed windGust pressure cloudCover solarRadiation et0';
const everything = `date kind granularity startsAt endsAt issuedAt condition ${measures.replaceAll(/\w+/g, '$& { value unit }')} source { name provenance }`;
const conditional =
  'et0Method @include(if: $a) growingDegreeDays @include(if: $b) { value } windDirection @include(if: $c) { value } soil @include(if: $d) { moisture { value } }';

/** Lists of one fragment; if they differ a little, each is compiled separately. */
const lists = (count: number, differ: boolean) =>
  Array.from({ length: count }, (_, at) => `w${at}: weather { ...All ${differ ? `x${at}: date ` : ''}}`).join(' ');

/** Four conditions in 80 equal lists of one fragment, or in 40 lists that differ a little. */
const hostileDocument = (
  index: number,
) => `query Hostile${index}($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) {
  field(id: "fld_demo_01") { ${index % 2 === 0 ? lists(80, false) : lists(40, true)} }
} fragment All on WeatherRecord { ${everything} ${conditional} }`;

const differentLists = (index: number) =>
  `query Different${index}($id: ID!) { field(id: $id) { ${lists(40, true)} } } fragment All on WeatherRecord { ${everything} }`;

const combinations = Array.from({ length: 16 }, (_, bits) => ({
  a: (bits & 1) > 0,
  b: (bits & 2) > 0,
  c: (bits & 4) > 0,
  d: (bits & 8) > 0,
}));

const demoFields = 60;
const fieldId = (index: number) => demoField((index % demoFields) + 1);

const ordinary =
  'query Ordinary { field(id: "fld_demo_02") { weather { date temperatureMax { value unit } } observations(limit: 3) { text } } }';

/** Sends all operations, some at a time; returns how many got status 200. */
async function sendAll({ graphUrl }: ProductProcess, sent: Iterable<Sent>): Promise<number> {
  const rest = Iterator.from(sent);
  let answered = 0;
  const caller = async () => {
    for (const next of rest) if ((await sendOperation(graphUrl, ...next)).status === 200) answered += 1;
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return answered;
}

const documentsMiB = async (command: ProductProcess) => (await command.metric('document_cache_bytes')) / mebibyte;

it('documents sent with every combination of their conditions stay within the memory limit for documents', async () => {
  const { documents, heapMiB } = bySize({ documents: 8, heapMiB: 128 }, { documents: 60, heapMiB: 512 });
  await using command = await startProcess({ nodeFlags: [`--max-old-space-size=${heapMiB}`] });
  const sent = Array.from({ length: documents }, (_, index) => hostileDocument(index)).flatMap((query) =>
    combinations.map((variables): Sent => [query, variables]),
  );
  figure('answers', await sendAll(command, sent), { atLeast: sent.length });
  figure('the process is alive', Number(command.isAlive()), { atLeast: 1 });
  const times: number[] = [];
  for (let time = 0; time < 21; time += 1) {
    const { status, ms } = await sendOperation(command.graphUrl, ordinary);
    times.push(status === 200 ? ms : Number.POSITIVE_INFINITY);
  }
  figure('median of the next ordinary operations, ms', percentile(times, 0.5), withinMs(500));
  figure('memory counted for documents, MiB', await documentsMiB(command), { atMost: 64 });
  figure('resident memory, MiB', command.residentMiB(), { atMost: heapMiB + 300 });
});

it('many generated programs that become hot at the same time are compiled in bounded memory', async () => {
  const { documents, rounds } = bySize({ documents: 1, rounds: 2 }, { documents: 12, rounds: 3 });
  await using command = await startProcess();
  const texts = Array.from({ length: documents }, (_, index) => differentLists(index));
  const sent = Array.from({ length: rounds * demoFields }, (_, index) => ({ id: fieldId(index) })).flatMap(
    (variables) => texts.map((query): Sent => [query, variables]),
  );
  figure('answers', await sendAll(command, sent), { atLeast: sent.length });
  figure('peak of resident memory, MiB', command.peakMiB(), { atMost: 500 });
});

it('documents that are sent only once do not accumulate in memory', async () => {
  // The limit is lower in the short form, so that it is reached there too.
  const { count, boundMiB } = bySize({ count: 1_000, boundMiB: 8 }, { count: 24_000, boundMiB: 64 });
  await using command = await startProcess({ env: { DOCUMENTS_BYTES_MAX: String(boundMiB * mebibyte) } });
  function* documents(from: number): Iterable<Sent> {
    for (let index = from; index < from + count / 2; index++)
      yield [
        `{ field(id: "${fieldId(index)}") { x${index}: id weather { date temperatureMin { value unit } } observations(limit: 5) { observedAt text } } }`,
      ];
  }
  const answered = await sendAll(command, documents(0));
  const atHalf = command.residentMiB();
  figure('answers', answered + (await sendAll(command, documents(count / 2))), { atLeast: count });
  const atEnd = command.residentMiB();
  figure('memory counted for documents, MiB', await documentsMiB(command), { atMost: boundMiB });
  figure('resident memory at half, MiB', atHalf, { atMost: 400 });
  figure('resident memory at the end, MiB', atEnd, { atMost: 400 });
  figure('growth in the second half, MiB', atEnd - atHalf, { atMost: 100 });
});
