/**
 * Fills a gateway with documents of several kinds and prints the growth of the heap and the counted bytes of each kind, as JSON. Run it in
 * its own process with --expose-gc; optional arguments are the limit of bytes for all documents, and the share of the documents to use.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { createMetrics } from '../../../../src/graph/telemetry/prometheus/metrics.ts';
import { postOf } from '../../../support/execute.ts';
import { closeOpened } from '../../../support/file-end.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { meta, weatherDay } from '../../../support/recorded-service.ts';

const [bytesMax = '2e9', part = '1'] = process.argv.slice(2);
const metrics = createMetrics('0.0.0');
/** Enough days for the gateway to compile programs; each field has a different list. */
const days = (fieldId: string) =>
  Array.from({ length: 30 }, (_, day) =>
    weatherDay(fieldId, { date: `2026-05-${String(day + 1).padStart(2, '0')}`, issued_at: null }),
  );
const gateway = gatewayOver(
  ({ path, query: { field_id = '' } }) =>
    path.endsWith('/weather') ? { body: { data: days(field_id), meta: meta(field_id) } } : undefined,
  { deadlineMs: 60_000, documentsBytesMax: Number(bytesMax), metrics },
);

async function send(query: string, variables: object): Promise<void> {
  await (await gateway.answer(postOf({ query, variables }))).arrayBuffer();
  // The recorded calls are not used here and would retain memory.
  gateway.calls.length = 0;
}

const list = (length: number, item: (index: number) => string) => Array.from({ length }, (_, at) => item(at)).join(' ');
const day = 'date kind startsAt temperatureMin { value unit } temperatureMax(unit: KELVIN) { value } source { name }';
const conditions = '($a: Boolean = true, $b: Boolean = true)';
const conditional = 'et0 @include(if: $a) { value } pressure @include(if: $b) { value }';
const combinations = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b })));

interface Kind {
  documents: number;
  document(index: number): string;
  variables?: object[];
  times?: number;
}

const kinds: Record<string, Kind> = {
  small: { documents: 150, document: (index) => `{ field(id: "fld_a") { x${index}: id weather { date } } }` },
  long: {
    documents: 8,
    document: (index) => `query Q${index} { field(id: "fld_a") { ${list(60, (at) => `w${at}: weather { ${day} }`)} } }`,
  },
  repeated: {
    documents: 16,
    document: (index) =>
      `query Q${index}${conditions} { field(id: "fld_a") { ${list(80, (at) => `w${at}: weather { ...Day }`)} } }
       fragment Day on WeatherRecord { ${day} ${conditional} }`,
    variables: combinations,
    times: 1,
  },
  compiled: {
    documents: 4,
    document: (index) =>
      `query Q${index}${conditions} { field(id: "fld_a") { ${list(20, (at) => `w${at}: weather { ...Day x${at}: date }`)} } }
       fragment Day on WeatherRecord { ${day} ${conditional} }`,
    variables: combinations,
    times: 6,
  },
  invalid: { documents: 50, times: 1, document: (index) => `query Q${index} { ${list(40, (at) => `missing${at}`)} }` },
  ids: {
    documents: 8,
    times: 1,
    document: (index) =>
      `query Q${index} { ${list(20, (at) => `f${at}: fields(ids: [${list(90, () => '"fld_a"')}]) { id }`)} }`,
  },
  escapes: {
    documents: 60,
    times: 1,
    document: (index) => `{ x${index}: field(id: "${'\\n'.repeat(5_000)}") { id } }`,
  },
};

async function fill({ documents, document, variables = [{}], times = 2 }: Kind, from: number): Promise<void> {
  for (let index = from; index < from + documents; index++) {
    for (let time = 0; time < times; time++) for (const values of variables) await send(document(index), values);
  }
}

interface CacheGauges {
  heapBytes: number;
  countedBytes: number;
}

async function gauges(): Promise<CacheGauges> {
  const { text } = await metrics.pages['/metrics']();
  for (let time = 0; time < 2; time++) {
    await turn();
    gc?.();
  }
  return {
    heapBytes: process.memoryUsage().heapUsed,
    countedBytes: Number(/^fieldgraph_document_cache_bytes (\d+)/m.exec(text)?.[1]),
  };
}

function growth(from: CacheGauges, to: CacheGauges): CacheGauges {
  return { heapBytes: to.heapBytes - from.heapBytes, countedBytes: to.countedBytes - from.countedBytes };
}

// Warms up the code of the gateway, whose memory belongs to no document.
for (const kind of Object.values(kinds)) await fill({ ...kind, documents: Math.ceil(kind.documents / 10) }, 1_000_000);
const first = await gauges();
let last = first;
const outcome: Record<string, CacheGauges> = {};
for (const [name, kind] of Object.entries(kinds)) {
  await fill({ ...kind, documents: kind.documents * Number(part) }, 0);
  const now = await gauges();
  outcome[name] = growth(last, now);
  last = now;
}
outcome.all = growth(first, last);
process.stdout.write(JSON.stringify(outcome));
await closeOpened();
