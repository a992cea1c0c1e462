/** The requests of the bench: the five workloads and the queries of growing size, as documents for our schema. */

/** Leaves of a day or an hour of weather that a dashboard shows: nine measures. */
export const weatherLeaves = `kind startsAt date condition
  temperatureMin { value unit } temperatureMax { value unit } temperatureMean { value unit }
  relativeHumidity { value unit } precipitation { value unit } windSpeed { value unit }
  windGust { value unit } solarRadiation { value unit } et0 { value unit }
  source { name provenance }`;

/** Leaves of an hour. Without `date`, which this gateway computes and peers do not. */
export const hourlyLeaves = weatherLeaves.replace(' date ', ' ');

/** Leaves of a scene that a map shows. */
export const earthObservationLeaves = `id acquiredAt platform cloudCover { value unit }
  indices { name mean median p10 p90 sampleCount }`;

/** Leaves of an observation that a list shows. */
export const observationLeaves = `id text category severity observedAt tags
  affectedArea { value unit } location { longitude latitude } author { name }`;

const resources = `id
  weather { ${weatherLeaves} }
  earthObservations { ${earthObservationLeaves} }
  observations(limit: 25) { ${observationLeaves} }`;

/** One GraphQL request before it is serialized. */
export interface Question {
  operationName: Operation;
  query: string;
  variables: { id?: string; ids?: string[]; from?: string; to?: string };
}

type Operation = 'OneField' | 'CachedField' | 'ManyFields' | 'HourlyYear' | 'ComputedFields' | 'Typename';

/** Text of each operation. */
export const documents: Record<Operation, string> = {
  OneField: `query OneField($id: ID!) { field(id: $id) { ${resources} } }`,
  CachedField: `query CachedField($id: ID!) {
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
  /** The requests, sent in turn and repeated. */
  questions: Question[];
  /** Number of callers. Each waits for its response before it sends the next request. */
  callers: number;
  /**
   * Approximate requests per CPU second of this gateway, for new requests and for cached responses. Rounds count requests instead of time,
   * so that a contestant is equally warm, and collects as much garbage, on every day.
   */
  requestsPerCpuSecond: { anew: number; remembered: number };
  /**
   * Fewest requests before the first round. V8 compiles a small operation of one caller late, and the first seconds of a gateway must not
   * be measured.
   */
  warmUpRequestsMin?: number;
}

/** Requests before the first round of a workload with one field or ten records. */
const warmUpRequests = 3_000;
const yearStart = Date.UTC(2025, 0, 1);
const hourMs = 3_600_000;

/** The first `count` field ids, equal in every run. */
export const fieldIds = (count: number) =>
  Array.from({ length: count }, (_, at) => `fld_bench_${String(at + 1).padStart(4, '0')}`);

const questionOf = (operationName: Operation, variables: Question['variables']): Question => ({
  operationName,
  query: documents[operationName],
  variables,
});

/** The query of all three resources of these fields. */
const manyFieldsOf = (ids: string[]): Question => questionOf('ManyFields', { ids });

/**
 * One query for each field, all with the same ids in different orders. The reads are equal, but the gateway cannot coalesce the queries,
 * as it does with equal ones of one key in flight.
 */
export const inEachOrder = (ids: string[]): Question[] =>
  ids.map((_, at) => manyFieldsOf([...ids.slice(at), ...ids.slice(0, at)]));

/** One query over `count` fields and all three resources. Several callers send the fields in different orders. */
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

/** W1 without observations, which caches never store. */
export const cachedField: Workload = {
  name: 'W1-cached',
  title: 'one field, weather and scenes',
  questions: fieldIds(50).map((id) => questionOf('CachedField', { id })),
  callers: 16,
  requestsPerCpuSecond: { anew: 2_500, remembered: 5_000 },
};

/** One query over `count` hourly weather records of one field. */
export function manyRecords(count: number, callers: number): Workload {
  return {
    name: `records-${count}`,
    title: `one field, ${count} weather records`,
    questions: fieldIds(4).map((id) =>
      questionOf('HourlyYear', {
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

/** The computed fields of a season of daily weather and scenes. */
export const computedFields: Workload = {
  name: 'computed',
  title: 'one field, computed fields of a season',
  questions: fieldIds(4).map((id) => questionOf('ComputedFields', { id, from: '2025-04-01', to: '2025-10-01' })),
  callers: 1,
  requestsPerCpuSecond: { anew: 500, remembered: 500 },
};

/** A workload with one caller, so that the event loop batches alike in every count. W5 keeps its callers: it is about simultaneous ones. */
export const toCount = (workload: Workload): Workload =>
  workload.name === 'W5' ? workload : { ...workload, callers: 1 };

/** The five workloads. */
export const workloads: Record<WorkloadName, Workload> = {
  W1: {
    name: 'W1',
    title: 'one field, all three resources',
    questions: fieldIds(50).map((id) => questionOf('OneField', { id })),
    callers: 16,
    requestsPerCpuSecond: { anew: 2_000, remembered: 2_000 },
  },
  W2: { ...manyFields(50, 4), name: 'W2' },
  W3: { ...manyRecords(8760, 2), name: 'W3', title: 'one field, its hourly year (8,760 records)' },
  W4: {
    name: 'W4',
    title: '{ __typename }',
    questions: [questionOf('Typename', {})],
    callers: 32,
    requestsPerCpuSecond: { anew: 20_000, remembered: 20_000 },
  },
  W5: {
    name: 'W5',
    title: 'one hot field, requested by 100 callers at once',
    questions: [questionOf('OneField', { id: fieldIds(1)[0] as string })],
    callers: 100,
    requestsPerCpuSecond: { anew: 1_500, remembered: 4_000 },
  },
};
