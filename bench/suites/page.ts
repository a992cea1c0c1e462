/**
 * Measures the query of the field page over the whole product, as `npm start` runs it. Compares it with plain lists of the same windows,
 * from which a front end without computed fields would compute the rest itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FieldPageDocument } from '../../src/page/__generated__/graphql.ts';
import { defaults } from '../../src/page/settings.ts';
import { variablesOf } from '../../src/page/variables.ts';
import { demoFields } from '../../test/support/demo-fields.ts';
import { readMetric } from '../../test/support/metric.ts';
import { Caller, postOf, textOf } from '../harness/caller.ts';
import type { Pace } from '../harness/measurement.ts';
import { patient } from '../harness/npm-start.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { PageResult } from '../results.ts';
import { estimate } from '../statistics.ts';
import { playRound, type Product, startProduct } from './product.ts';

const fieldIds = demoFields(16);
const { id: _, ...pageVariables } = variablesOf('', defaults);

const provenance = 'source { provenance }';
const scene = `id acquiredAt cloudCover(unit: PERCENT) { value unit } index(name: NDVI) { mean } ${provenance}`;

/** Reads the records that the figures of the page are computed from, in its units and windows. */
const listsDocument = `query PlainLists(
  $id: ID!, $seasonStart: MonthDay!, $temperature: TemperatureUnit!, $depth: LengthUnit!,
  $from1: DateOrDateTime!, $to1: DateOrDateTime!, $from2: DateOrDateTime!, $to2: DateOrDateTime!
) {
  field(id: $id) {
    id
    timezone
    weather(since: $seasonStart, next: { days: 7 }) {
      date kind condition
      temperatureMin(unit: $temperature) { value unit } temperatureMax(unit: $temperature) { value unit }
      precipitation(unit: $depth) { value unit } et0(unit: $depth) { value unit } ${provenance}
    }
    hours: weather(last: { hours: 3 }, next: { hours: 54 }, granularity: HOURLY) {
      startsAt temperatureMean { value unit } dewPoint { value unit } relativeHumidity { value unit }
      windSpeed { value unit } windGust { value unit } precipitation { value unit } solarRadiation { value unit }
      ${provenance}
    }
    earthObservations(since: $seasonStart) { ${scene} }
    oneYearBefore: earthObservations(from: $from1, to: $to1) { ${scene} }
    twoYearsBefore: earthObservations(from: $from2, to: $to2) { ${scene} }
    observations(last: { days: 30 }, limit: 100) {
      id observedAt category severity text title growthStage { scale code } organism { name } author { name }
      photos { href caption }
    }
  }
}`;

/** Window of an earlier season: from its start to the present day of that year. */
function earlierSeason(yearsBefore: number): [from: string, to: string] {
  const today = new Date();
  const begunThisYear = today.toISOString().slice(5, 10) >= pageVariables.seasonStart;
  const end = new Date(today);
  end.setUTCFullYear(today.getUTCFullYear() - yearsBefore);
  const from = end.getUTCFullYear() - (begunThisYear ? 0 : 1);
  return [`${from}-${pageVariables.seasonStart}`, end.toISOString().slice(0, 10)];
}

function listsVariables(): Record<string, unknown> {
  const { seasonStart, temperature, depth } = pageVariables;
  const [[from1, to1], [from2, to2]] = [earlierSeason(1), earlierSeason(2)];
  return { seasonStart, temperature, depth, from1, to1, from2, to2 };
}

/** Bodies of a query, one for each field. */
const bodiesOf = (query: string, variables: object) =>
  fieldIds.map((id) => JSON.stringify({ query, variables: { ...variables, id } }));

const questions = [
  { title: "the page's query", bodies: bodiesOf(FieldPageDocument.toString(), pageVariables) },
  { title: 'plain lists', bodies: bodiesOf(listsDocument, listsVariables()) },
] as const;
type Question = (typeof questions)[number];

/** Measurements of one query. */
interface Seen {
  cpuMs: number[];
  p50Ms: number[];
  calls: number;
  bytes: number;
  gzipBytes: number;
}

/** Measures both queries in one process, in alternating rounds. */
export async function measurePage(pace: Pace, random: Random): Promise<PageResult[]> {
  const seen = new Map<Question, Seen>(
    questions.map((question) => [question, { cpuMs: [], p50Ms: [], calls: 0, bytes: 0, gzipBytes: 0 }]),
  );
  for (let start = 0; start < pace.starts; start++) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
    const product = await startProduct(folder, patient);
    try {
      for (const [question, each] of seen) {
        await measure(product, question, pace, pace.warmUpSeconds);
        // The timezone of the field is cached by now, so the count is that of every later request.
        Object.assign(each, await weigh(product, question));
      }
      for (let round = 0; round < pace.rounds; round++) {
        for (const question of shuffled([...questions], random)) {
          const { cpuMs, p50Ms } = await measure(product, question, pace, pace.seconds);
          seen.get(question)?.cpuMs.push(...cpuMs);
          seen.get(question)?.p50Ms.push(p50Ms);
        }
      }
    } finally {
      await product.server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return [...seen].map(([{ title }, { cpuMs, p50Ms, ...rest }]) => ({
    question: title,
    cpuMs: estimate(cpuMs),
    p50Ms: estimate(p50Ms),
    ...rest,
  }));
}

const measure = ({ server, key }: Product, { bodies }: Question, pace: Pace, seconds: number) =>
  playRound([server], key, bodies, pace, seconds);

/** Sends one request. Returns the bytes of the response, plain and compressed, and the calls to the service. */
async function weigh({ server, adminUrl, key }: Product, { bodies: [body = ''] }: Question) {
  const callsSoFar = () => readMetric(adminUrl, 'upstream_calls_total');
  const before = await callsSoFar();
  const caller = new Caller(server.url);
  const text = textOf(await caller.send(postOf(server.url, body, `Bearer ${key}`)));
  caller.close();
  return { calls: (await callsSoFar()) - before, bytes: Buffer.byteLength(text), gzipBytes: gzipSync(text).length };
}
