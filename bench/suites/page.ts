/**
 * The field page's one query over the whole product, as `npm start` runs it, and with it what a front end without computed fields would
 * ask for: the plain lists of the same windows, from which it would compute the rest itself.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FieldPageDocument } from '../../src/page/__generated__/graphql.ts';
import { defaults } from '../../src/page/settings.ts';
import { variablesOf } from '../../src/page/variables.ts';
import { Caller, postOf, type Reply, textOf } from '../harness/caller.ts';
import { runLoad } from '../harness/load.ts';
import type { Pace } from '../harness/measurement.ts';
import { npmStart } from '../harness/npm-start.ts';
import { freePort, gatewayCore, type Server, startServer } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import { type Random, shuffled } from '../../test/support/seeded-random.ts';
import type { PageResult } from '../results.ts';
import { estimate, percentile } from '../statistics.ts';

const callers = 4;
const requestsPerCpuSecond = 40;
const fieldId = 'fld_demo_01';
const pageVariables = variablesOf(fieldId, defaults);

const provenance = 'source { provenance }';
const scene = `id acquiredAt cloudCover(unit: PERCENT) { value unit } index(name: NDVI) { mean } ${provenance}`;

/** The records that the page's figures are made of, in the units and the windows of the page. */
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

/** The season so many years ago: from its start to a day that every year has. */
function earlierSeason(yearsBefore: number): [from: string, to: string] {
  const today = new Date();
  const begunThisYear = today.toISOString().slice(5, 10) >= pageVariables.seasonStart;
  const end = new Date(today);
  end.setUTCFullYear(today.getUTCFullYear() - yearsBefore);
  const from = end.getUTCFullYear() - (begunThisYear ? 0 : 1);
  return [`${from}-${pageVariables.seasonStart}`, end.toISOString().slice(0, 10)];
}

function listsVariables(): Record<string, unknown> {
  const { id, seasonStart, temperature, depth } = pageVariables;
  const [[from1, to1], [from2, to2]] = [earlierSeason(1), earlierSeason(2)];
  return { id, seasonStart, temperature, depth, from1, to1, from2, to2 };
}

const questions = [
  {
    title: "the page's query",
    body: JSON.stringify({ query: FieldPageDocument.toString(), variables: pageVariables }),
  },
  { title: 'plain lists', body: JSON.stringify({ query: listsDocument, variables: listsVariables() }) },
] as const;
type Question = (typeof questions)[number];

interface Running {
  server: Server;
  metrics: URL;
  key: string;
}

/** What was seen of one question. */
interface Seen {
  cpuMs: number[];
  p50Ms: number[];
  calls: number;
  bytes: number;
  gzipBytes: number;
}

/** Both queries of one process, in alternating rounds. */
export async function measurePage(pace: Pace, random: Random): Promise<PageResult[]> {
  const seen = new Map<Question, Seen>(
    questions.map((question) => [question, { cpuMs: [], p50Ms: [], calls: 0, bytes: 0, gzipBytes: 0 }]),
  );
  for (let start = 0; start < pace.starts; start++) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
    const running = await startWhole(folder);
    try {
      for (const [question, each] of seen) {
        await ask(running, question, pace, pace.warmUpSeconds);
        // The timezone is known by now: what is counted is what every later look at the page costs.
        Object.assign(each, await weigh(running, question));
      }
      for (let round = 0; round < pace.rounds; round++) {
        for (const question of shuffled([...questions], random)) {
          const { cpuMs, p50Ms } = await ask(running, question, pace, pace.seconds);
          seen.get(question)?.cpuMs.push(cpuMs);
          seen.get(question)?.p50Ms.push(p50Ms);
        }
      }
    } finally {
      await running.server.stop();
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

async function ask({ server, key }: Running, { body }: Question, pace: Pace, seconds: number) {
  const request = postOf(server.url, body, `Bearer ${key}`);
  const before = server.cpuMs();
  const { latencies } = await runLoad(
    { url: server.url, callers, requestOf: () => request, isGood },
    { requests: Math.max(pace.requestsMin, Math.round(requestsPerCpuSecond * seconds)), secondsMax: seconds * 60 },
  );
  return { cpuMs: (server.cpuMs() - before) / latencies.length, p50Ms: percentile(latencies, 0.5) };
}

/** One answer: its bytes as they are and compressed, and the calls it took. */
async function weigh({ server, metrics, key }: Running, { body }: Question) {
  const before = await callsSoFar(metrics);
  const caller = new Caller(server.url);
  const text = textOf(await caller.send(postOf(server.url, body, `Bearer ${key}`)));
  caller.close();
  return {
    calls: (await callsSoFar(metrics)) - before,
    bytes: Buffer.byteLength(text),
    gzipBytes: gzipSync(text).length,
  };
}

async function callsSoFar(metrics: URL): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return [...text.matchAll(/^fieldgraph_upstream_calls_total\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** The status, and that nothing of it failed. */
function isGood({ status, raw }: Reply): boolean {
  return status === 200 && !raw.includes('"errors"');
}

async function startWhole(folder: string): Promise<Running> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const command = npmStart({
    ...environment(),
    // Nothing is refused because the machine does something else meanwhile.
    EVENT_LOOP_DELAY_MS_MAX: '60000',
    DEADLINE_MS: '60000',
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0',
    FIELD_DATA_DIR: folder,
    PORT: String(port),
    FIELD_DATA_PORT: '0',
    ADMIN_PORT: String(adminPort),
  });
  const isReady = async (url: URL) => (await fetch(new URL('/ready', url))).ok;
  const server = await startServer(command, gatewayCore, port, isReady);
  return {
    server,
    metrics: new URL(`http://127.0.0.1:${adminPort}/metrics`),
    key: readFileSync(join(folder, 'demo-key'), 'utf8').trim(),
  };
}
