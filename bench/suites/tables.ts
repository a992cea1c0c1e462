/** The tables of a run: workload, pass, contestants and pace of each. */
import { cachedRequests } from '../cached.ts';
import {
  type Contestant,
  controls,
  overCompact,
  recording,
  withoutOneLayer,
  withoutSeveralFields,
} from '../contestants.ts';
import type { Pace } from '../harness/measurement.ts';
import {
  isRepresentative,
  isWritingMeasured,
  type Lineup,
  layerRuns,
  recordingRuns,
  rememberedRuns,
  severalFieldsRuns,
  writingRuns,
} from '../lineup.ts';
import { type PassName, passes } from '../passes.ts';
import { trustedRuns } from '../trusted.ts';
import { cachedField, manyFields, manyRecords, type Workload, type WorkloadName, workloads } from '../workloads.ts';

export interface Table {
  /** Section of the report. */
  section: 'workloads' | 'cached' | 'layers' | 'trusted' | 'growth';
  workload: Workload;
  pass: PassName;
  contestants: Contestant[];
  pace: Pace;
}

/** One start of all contestants of a table. */
export interface Start {
  table: Table;
  nth: number;
}

/** Returns the tables of a line-up, in the order of the report. */
export function tablesOf({ suites: chosen, contestants: taking, pace, widePace }: Lineup): Table[] {
  const tables: Table[] = [];
  const add = (
    section: Table['section'],
    workload: Workload,
    pass: PassName,
    some: readonly Contestant[],
    at: Pace = widePace,
  ) => {
    const isIdle = (each: Contestant) => each.isIdle?.(workload, passes[pass]) === true;
    // A gateway without a layer that has nothing to act on is a second control. One is enough for a table.
    const idle = [...some.filter(isIdle), ...withoutSeveralFields.filter(isIdle)].slice(0, 1);
    tables.push({ section, workload, pass, pace: at, contestants: [...some.filter((each) => !isIdle(each)), ...idle] });
  };
  for (const name of ['W1', 'W2', 'W3', 'W4', 'W5'] satisfies WorkloadName[]) {
    if (!chosen.includes(name)) continue;
    add('workloads', workloads[name], 'own', taking, pace);
    if (name === 'W5') add('workloads', workloads[name], 'shared', taking, pace);
  }
  if (chosen.includes('writings')) {
    for (const pass of writingRuns) {
      const some = taking.filter(isWritingMeasured);
      add('workloads', workloads.W3, pass, pass === 'compact' ? some : [...some, overCompact], pace);
    }
  }
  if (chosen.includes('remembered')) {
    for (const [name, pass] of rememberedRuns) add('workloads', workloads[name], pass, taking.filter(isRepresentative));
  }
  if (chosen.includes('cached')) add('cached', cachedField, 'keyless', cachedRequests);
  if (chosen.includes('layers')) {
    for (const [name, pass] of layerRuns) {
      const more = pass === 'own' && recordingRuns.includes(name) ? [recording] : [];
      add('layers', workloads[name], pass, [...controls, ...withoutOneLayer, ...more]);
    }
  }
  if (chosen.includes('layers') || chosen.includes('several-fields')) {
    for (const [workload, pass] of severalFieldsRuns)
      add('layers', workload, pass, [...controls, ...withoutSeveralFields]);
  }
  if (chosen.includes('trusted')) {
    for (const { workload, who } of trustedRuns) add('trusted', workload, 'own', [...controls, ...who]);
  }
  const sizes = [
    ...[1, 10, 100, 1000].map((count) => manyFields(count, 1)),
    ...[10, 100, 1000, 8760].map((count) => manyRecords(count, 1)),
  ];
  for (const size of sizes) {
    if (chosen.includes('growth') || chosen.includes(size.name))
      add('growth', size, 'own', taking.filter(isRepresentative), size.name === 'records-10' ? pace : widePace);
  }
  return tables;
}

/** Orders the starts of all tables: first one of each table, then more, in proportion to the starts of the table. */
export function startsOf(tables: readonly Table[]): Start[] {
  return tables
    .flatMap((table) => Array.from({ length: table.pace.starts }, (_, nth) => ({ table, nth })))
    .toSorted((one, other) => one.nth / one.table.pace.starts - other.nth / other.table.pace.starts);
}
