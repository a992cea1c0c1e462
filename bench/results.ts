/** What a run found, section by section; the report and the chart are drawn from nothing else. */
import type { Absence, Figures, Measured } from './harness/measure.ts';
import type { PassName } from './passes.ts';

export interface WorkloadResult extends Measured {
  workload: string;
  title: string;
  pass: PassName;
  callers: number;
}

/** Upstream calls of equal requests that were in flight together. */
export interface FlightResult {
  requests: number;
  calls: { contestant: string; calls: number }[];
}

export interface StartResult {
  starts: { contestant: string; startMs: number }[];
  absences: Absence[];
}

/** One endpoint of the service beside the same by hand. */
export interface EndpointFigures {
  endpoint: string;
  service: ServiceFigures;
  limit: ServiceFigures;
}

/** One import of weather into a new store. */
export interface ImportResult {
  rows: number;
  bytes: number;
  rowsPerSecond: number;
  peakMiB: number;
}

export interface ServiceFigures {
  cpuMs: number;
  requestsPerSecond: number;
  p99Ms: number;
}

export interface BenchResults {
  date: string;
  machine: string;
  node: string;
  /** Load average before the run: what else the machine was doing. */
  loadBefore: number;
  /** Flags that narrowed the run; empty for a whole one. */
  narrowed: string;
  workloads: WorkloadResult[];
  flight?: FlightResult;
  growth: WorkloadResult[];
  start?: StartResult;
  service?: EndpointFigures[];
  imported?: ImportResult[];
  /** This gateway with one of its layers switched off. */
  layers: WorkloadResult[];
}

/** A contestant's figures in a workload and pass, if it was measured there. */
export function figuresOf(
  results: WorkloadResult[],
  workload: string,
  pass: PassName,
  contestant: string,
): Figures | undefined {
  return results
    .find((each) => each.workload === workload && each.pass === pass)
    ?.figures.find((each) => each.contestant === contestant);
}
