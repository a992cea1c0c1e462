/** What a run found, section by section; the report and the chart are drawn from nothing else. */
import type { Figures } from './figures.ts';
import type { Absence, Measured } from './harness/measure.ts';
import type { PassName } from './passes.ts';
import type { Estimate } from './statistics.ts';

export interface WorkloadResult extends Measured {
  workload: string;
  title: string;
  pass: PassName;
  callers: number;
  /** The flags of the run that measured it again; absent for the first. */
  again?: string | undefined;
}

/** Upstream calls of equal requests that were in flight together. */
export interface FlightResult {
  requests: number;
  calls: { contestant: string; calls: number }[];
}

/** What an installation of the package brings. */
export interface InstalledResult {
  packages: number;
  /** Of all of them but Node itself. */
  bytes: number;
  nodeBytes: number;
  tarballBytes: number;
}

export interface StartResult {
  starts: { contestant: string; startMs: Estimate }[];
  absences: Absence[];
  installed?: InstalledResult;
}

/** One endpoint of the service, under the names of the two controls, next to the same by hand, as `limit`. */
export interface EndpointFigures {
  endpoint: string;
  figures: Figures[];
}

/** The dashboard over the real service, and what reads of several fields in one call are worth to it. */
export interface DashboardResult {
  /** How the gateway and the service are run. */
  setting: string;
  /** CPU of a request in all processes, in milliseconds. */
  cpuMs: Estimate;
  /** The service's part of it, where it has a process of its own. */
  serviceCpuMs?: Estimate;
  /** CPU and median time of the same field by field, against it: above 1x it costs more. */
  singleCpu: Estimate;
  singleP50: Estimate;
}

/** The field page's query, or the plain lists it stands for. */
export interface PageResult {
  question: string;
  /** CPU of a request in the one process, and the median time to its answer, in milliseconds. */
  cpuMs: Estimate;
  p50Ms: Estimate;
  /** Sends to the service for one request, once the field's timezone is known. */
  calls: number;
  /** Of one answer. */
  bytes: number;
  gzipBytes: number;
}

/** Bytes on V8's heap for a request of the gateway, or of it without a layer. */
export interface LayerBytes {
  workload: string;
  pass: PassName;
  contestant: string;
  bytes: number;
}

/** Streams of live changes, of one field each. */
export interface LiveResult {
  streams: number;
  /** What happens meanwhile. */
  state: string;
  /** Of one core. */
  cpuPercent: number;
  /** Memory of the process above that before the streams, in MiB. */
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
  /** Load average before the run: what else the machine was doing. */
  loadBefore: number;
  /** Flags that narrowed the run; empty for a whole one. */
  narrowed: string;
  /** Flags of the runs that went on with it by `--resume`, each with its own starts and rounds. */
  resumed?: string[];
  /** Suites that failed. */
  failed?: { suite: string; reason: string }[];
  /** What the order of starts and rounds follows from. */
  seed: string;
  workloads: WorkloadResult[];
  flight?: FlightResult;
  /** What caches may store, by GET and through nginx. */
  cached: WorkloadResult[];
  growth: WorkloadResult[];
  start?: StartResult;
  service?: EndpointFigures[];
  imported?: ImportResult[];
  /** This gateway with one of its layers switched off. */
  layers: WorkloadResult[];
  layerBytes?: LayerBytes[];
  dashboard?: DashboardResult[];
  page?: PageResult[];
  live?: LiveResult[];
  /** This gateway by hashes, and with other documents than trusted ones. */
  trusted: WorkloadResult[];
}

/** Every table that was measured. */
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
