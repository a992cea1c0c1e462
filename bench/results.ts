/** Results of a run by section: the only input of the report and the chart. */
import type { Figures } from './figures.ts';
import type { Absence, Measured } from './harness/measure.ts';
import type { PassName } from './passes.ts';
import type { Estimate } from './statistics.ts';

export interface WorkloadResult extends Measured {
  workload: string;
  title: string;
  pass: PassName;
  callers: number;
  /** Flags of the run that measured it again with `--again`. Absent otherwise. */
  again?: string | undefined;
}

/** Upstream calls of equal requests that were in flight together. */
export interface FlightResult {
  requests: number;
  calls: { contestant: string; calls: number }[];
}

/** Size of an installation of the package. */
export interface InstalledResult {
  packages: number;
  /** Bytes of all packages, without Node. */
  bytes: number;
  nodeBytes: number;
  tarballBytes: number;
}

export interface StartResult {
  starts: { contestant: string; startMs: Estimate }[];
  absences: Absence[];
  installed?: InstalledResult;
}

/** Figures of one endpoint: of the service under both names of the controls, of the service over PostgreSQL, and of `limit`. */
export interface EndpointFigures {
  endpoint: string;
  figures: Figures[];
}

/** The dashboard over the real service, with and without batch reads. */
export interface DashboardResult {
  /** Whether gateway and service share a process: `one process` or `two processes`. */
  setting: string;
  /** CPU milliseconds of a request in all processes. */
  cpuMs: Estimate;
  /** The part of the service, if it has its own process. */
  serviceCpuMs?: Estimate;
  /** CPU and median time without batch reads, divided by those with them. Above 1x, batch reads save. */
  singleCpu: Estimate;
  singleP50: Estimate;
}

/** The query of the field page, or the plain lists that replace it. */
export interface PageResult {
  question: string;
  /** CPU of a request and median time to its response, in milliseconds. */
  cpuMs: Estimate;
  p50Ms: Estimate;
  /** Calls to the service for one request, after the gateway has cached the timezone of the field. */
  calls: number;
  /** Bytes of one response. */
  bytes: number;
  gzipBytes: number;
}

/** Bytes that a request allocates on V8's heap, in the gateway or in the gateway without a layer. */
export interface LayerBytes {
  workload: string;
  pass: PassName;
  contestant: string;
  bytes: number;
}

/** Measurements of streams of live changes, one field each. */
export interface LiveResult {
  streams: number;
  /** `idle`, or the rate of changes. */
  state: string;
  /** CPU as a percentage of one core. */
  cpuPercent: number;
  /** Memory in MiB that the process uses more than before the streams. */
  mebibytes: number;
  eventsPerSecond: number;
  callsAnHour: number;
}

/** One import of weather into a new store. */
export interface ImportResult {
  store: 'SQLite' | 'PostgreSQL';
  rows: number;
  bytes: number;
  rowsPerSecond: number;
  peakMiB: number;
}

export interface BenchResults {
  date: string;
  machine: string;
  node: string;
  /** Load average before the run, which shows what else the machine was doing. */
  loadBefore: number;
  /** Flags that narrowed the run. Empty for a complete run. */
  narrowed: string;
  /** Flags of the runs that continued this one by `--resume`, which may set other starts and rounds. */
  resumed?: string[];
  /** Suites that failed. */
  failed?: { suite: string; reason: string }[];
  /** Seed of the order of starts and rounds. */
  seed: string;
  workloads: WorkloadResult[];
  flight?: FlightResult;
  /** Responses that caches may store, by GET and through nginx. */
  cached: WorkloadResult[];
  growth: WorkloadResult[];
  start?: StartResult;
  service?: EndpointFigures[];
  imported?: ImportResult[];
  /** This gateway without one of its layers. */
  layers: WorkloadResult[];
  layerBytes?: LayerBytes[];
  dashboard?: DashboardResult[];
  page?: PageResult[];
  live?: LiveResult[];
  /** This gateway with hashes of trusted documents, and with documents that it refuses. */
  trusted: WorkloadResult[];
}

/** All measured tables. */
export const tablesIn = ({ workloads, cached, layers, trusted, growth }: BenchResults): WorkloadResult[] => [
  ...workloads,
  ...cached,
  ...layers,
  ...trusted,
  ...growth,
];

/** The first result of a workload in a pass, if it was measured. */
export const resultOf = (results: WorkloadResult[], workload: string, pass: PassName): WorkloadResult | undefined =>
  results.find((each) => each.workload === workload && each.pass === pass);

/** A contestant's figures in a result, if it was measured there. */
export const figuresIn = (result: Pick<Measured, 'figures'> | undefined, contestant: string): Figures | undefined =>
  result?.figures.find((each) => each.contestant === contestant);
