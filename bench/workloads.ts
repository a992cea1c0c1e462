/** The requests: the five workloads and the growth queries, as documents against our schema. */

/** The leaves a dashboard draws of a day or an hour of weather: nine measures. */
export const weatherLeaves = `kind startsAt date condition
  temperatureMin { value unit } temperatureMax { value unit } temperatureMean { value unit }
  relativeHumidity { value unit } precipitation { value unit } windSpeed { value unit }
  windGust { value unit } solarRadiation { value unit } et0 { value unit }
  source { name provenance }`;

/** Of hours, whose day this gateway computes and peers do not. */
export const hourlyLeaves = weatherLeaves.replace(' date ', ' ');

/** The leaves a map draws of a scene. */
export const earthObservationLeaves = `id acquiredAt platform cloudCover { value unit }
  indices { name mean median p10 p90 sampleCount }`;

/** The leaves a list draws of a note. */
export const observationLeaves = `id text category severity observedAt tags
  affectedArea { value unit } location { longitude latitude } author { name }`;

const resources = `id
  weather { ${weatherLeaves} }
  earthObservations { ${earthObservationLeaves} }
  observations(limit: 25) { ${observationLeaves} }`;

/** One GraphQL request, before it is turned into bytes. */
export interface Question {
  operationName: Operation;
  query: string;
  variables: { id?: string; ids?: string[]; from?: string; to?: string };
}

type Operation = 'OneField' | 'KeptField' | 'ManyFields' | 'HourlyYear' | 'ComputedFields' | 'Typename';

/** Their texts. */
export const documents: Record<Operation, string> = {
  OneField: `query OneField($id: ID!) { field(id: $id) { ${resources} } }`,
  KeptField: `query KeptField($id: ID!) {
  field(id: $id) { id weather { ${weatherLeaves} } earthObservations { ${earthObservationLeaves} } }
}`,
  ManyFields: `query ManyFields($ids: [ID!]!) { fields(ids: $ids) { ${resources} } }`,
  HourlyYear: `query HourlyYear($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) { id weather(from: $from, to: $to, granularity: HOURLY) { ${hourlyLeaves} } }
}`,
  ComputedFields: `query ComputedFields($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    growingDegreeDays(from: $from, to: $to) { total { value } days { date accumulated } }
    waterBalance(from: $from, to: $to,
      rootZone: { totalAvailableWater: 120, initialDepletion: 20 },
      cropCoefficients: [{ date: "2025-04-01", kc: 0.4 }, { date: "2025-10-01", kc: 1.1 }]
    ) { days { date depletion { value unit } } }
    precipitationSpells(from: $from, to: $to) { kind firstDate dayCount }
    indexSeason(index: NDVI, from: $from, to: $to) { area points { acquiredAt mean } }
  }
}`,
  Typename: 'query Typename { __typename }',
};

export type WorkloadName = 'W1' | 'W2' | 'W3' | 'W4' | 'W5';

/** One workload: its request, how many callers send it at once, and how often. */
export interface Workload {
  name: string;
  title: string;
  /** The questions in turn; a run goes round them. */
  questions: Question[];
  /** Callers that each wait for their answer before they ask again. */
  callers: number;
  /**
   * About what this gateway answers in a second of its CPU, where every request is new and where its answer may be cached. Rounds are
   * so many requests and not so much time: who is measured is then as warm, and collects as much garbage, on any day.
   */
  requestsPerCpuSecond: { anew: number; remembered: number };
  /**
   * Fewest requests before the first round. A small operation of one caller is compiled late: what is measured is a gateway that stands, and
   * not its first seconds.
   */
  warmUpRequestsMin?: number;
}

/** Before the first round of what is one field large, or ten records. */
const warmUpRequests = 3_000;
const yearStart = Date.UTC(2025, 0, 1);
const hourMs = 3_600_000;

/** `count` field ids, the same in every run. */
export const fieldIds = (count: number) =>
  Array.from({ length: count }, (_, at) => `fld_bench_${String(at + 1).padStart(4, '0')}`);

const ask = (operationName: Operation, variables: Question['variables']): Question => ({
  operationName,
  query: documents[operationName],
  variables,
});

/** The query of all three resources of these fields. */
const manyFieldsOf = (ids: string[]): Question => ask('ManyFields', { ids });

/**
 * The same query once for each field, with the ids in another order: the reads are equal, and the queries are not. Otherwise the gateway
 * would coalesce those of one key that are in flight together.
 */
export const inEachOrder = (ids: string[]): Question[] =>
  ids.map((_, at) => manyFieldsOf([...ids.slice(at), ...ids.slice(0, at)]));

/** One query over `count` fields and all three resources. Each of several callers has another order of the fields. */
export function manyFields(count: number, callers: number): Workload {
  return {
    name: `fields-${count}`,
    title: `${count} field${count === 1 ? '' : 's'}, all three resources${callers === 1 ? '' : ', each query in another order'}`,
    questions: callers === 1 ? [manyFieldsOf(fieldIds(count))] : inEachOrder(fieldIds(count)),
    callers,
    requestsPerCpuSecond: { anew: 2_000 / count, remembered: 6_000 / count },
    warmUpRequestsMin: warmUpRequests / count,
  };
}

/** W1 without the notes, which caches never store. */
export const cachedField: Workload = {
  name: 'W1-cached',
  title: 'one field, weather and scenes',
  questions: fieldIds(50).map((id) => ask('KeptField', { id })),
  callers: 16,
  requestsPerCpuSecond: { anew: 2_500, remembered: 5_000 },
};

/** One query over `count` hourly weather records of one field. */
export function manyRecords(count: number, callers: number): Workload {
  return {
    name: `records-${count}`,
    title: `one field, ${count} weather records`,
    questions: fieldIds(4).map((id) =>
      ask('HourlyYear', {
        id,
        from: new Date(yearStart).toISOString(),
        to: new Date(yearStart + count * hourMs).toISOString(),
      }),
    ),
    callers,
    requestsPerCpuSecond: { anew: Math.min(2_000, 220_000 / count), remembered: Math.min(2_000, 4_000_000 / count) },
    warmUpRequestsMin: (10 * warmUpRequests) / count,
  };
}

/** What is computed of a season of daily weather and its scenes. */
export const computedFields: Workload = {
  name: 'computed',
  title: 'one field, computed fields of a season',
  questions: fieldIds(4).map((id) => ask('ComputedFields', { id, from: '2025-04-01', to: '2025-10-01' })),
  callers: 1,
  requestsPerCpuSecond: { anew: 500, remembered: 500 },
};

/** A workload to count: one caller at a time where callers at once are no part of it, so that batches of the event loop do not differ. */
export const toCount = (workload: Workload): Workload =>
  workload.name === 'W5' ? workload : { ...workload, callers: 1 };

/** The five workloads. */
export const workloads: Record<WorkloadName, Workload> = {
  W1: {
    name: 'W1',
    title: 'one field, all three resources',
    questions: fieldIds(50).map((id) => ask('OneField', { id })),
    callers: 16,
    requestsPerCpuSecond: { anew: 2_000, remembered: 2_000 },
  },
  W2: { ...manyFields(50, 4), name: 'W2' },
  W3: { ...manyRecords(8760, 2), name: 'W3', title: 'one field, its hourly year (8,760 records)' },
  W4: {
    name: 'W4',
    title: '{ __typename }',
    questions: [ask('Typename', {})],
    callers: 32,
    requestsPerCpuSecond: { anew: 20_000, remembered: 20_000 },
  },
  W5: {
    name: 'W5',
    title: 'one hot field, requested by 100 callers at once',
    questions: [ask('OneField', { id: fieldIds(1)[0] as string })],
    callers: 100,
    requestsPerCpuSecond: { anew: 1_500, remembered: 4_000 },
  },
};
