/**
 * `npm run bench:count`: the bytes that this gateway allocates for a request, and with `--instructions` the instructions that it executes.
 * Counts repeat within 1.5 % on a busy machine, where CPU times differ by tens of percent.
 */
import { readFlags } from '../schema/sentences.ts';
import { checkOut } from './against.ts';
import { excessOf, grouped, readBaseline, writeBaseline } from './baseline.ts';
import { type Contestant, controls, recording } from './contestants.ts';
import { type Counted, countAllocations, countInstructions } from './harness/count.ts';
import { startUpstream } from './harness/upstream.ts';
import { recordingRuns } from './lineup.ts';
import { passes } from './passes.ts';
import { median } from './statistics.ts';
import {
  computedFields,
  manyFields,
  manyRecords,
  toCount,
  type Workload,
  type WorkloadName,
  workloads,
} from './workloads.ts';

const rowOf = (workload: Workload, warmUps: number, requests: number, pass = passes.own): Counted => ({
  workload: toCount(workload),
  pass,
  warmUps,
  requests,
});
const rows = [
  rowOf(workloads.W1, 4_000, 100),
  rowOf(workloads.W2, 200, 8),
  rowOf(workloads.W3, 60, 4),
  rowOf(workloads.W4, 6_000, 300),
  rowOf(workloads.W5, 6_000, 500, passes.shared),
  rowOf(manyRecords(10, 1), 4_000, 200),
  rowOf(manyFields(100, 1), 100, 4),
  rowOf(computedFields, 1_000, 50),
];
const checked = ['W1', 'W2', 'W3', 'W4', 'records-10'];
/** Most starts of a workload that allocates too much. The lowest count decides, because a busy machine adds bytes to some starts. */
const checkStartsMax = 3;

const { values } = readFlags({
  options: {
    only: { type: 'string' },
    starts: { type: 'string', default: '3' },
    against: { type: 'string' },
    instructions: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const ours = controls[0] as Contestant;

if (values.help) {
  console.log(`npm run bench:count -- [flags]
  --only A,B            of: ${rows.map(({ workload }) => workload.name).join(', ')}
  --starts N            starts of the gateway; the median is printed
  --against COMMIT      an earlier commit next to the working tree
  --instructions        instructions of W1 and W4 by callgrind (install valgrind); some five minutes a start
  --check               compare ${checked.join(', ')} with allocations.json, as \`npm run check\` does
  --write               write their figures to allocations.json`);
} else {
  const upstream = await startUpstream();
  try {
    if (values.check) await check();
    else await print();
  } finally {
    await upstream.stop();
  }

  async function check(): Promise<void> {
    const baseline = readBaseline();
    if (!baseline) return console.log(`allocations.json has no figures of Node ${process.version} ${process.arch}.`);
    for (const row of chosenRows(values.only?.split(',') ?? checked)) {
      const { name } = row.workload;
      let bytes = Infinity;
      let excess: string | undefined;
      for (let start = 0; start === 0 || (excess && start < checkStartsMax); start++) {
        bytes = Math.min(bytes, await countAllocations(ours, row, upstream));
        excess = excessOf(name, bytes, baseline);
      }
      console.log(excess ?? `${name}: ${grouped(bytes)} bytes a request, baseline ${grouped(baseline[name])}`);
      if (excess) process.exitCode = 1;
    }
  }

  async function print(): Promise<void> {
    const checkout = values.against === undefined ? undefined : checkOut(values.against);
    const gateways = [ours, recording, ...(checkout ? [checkout.contestant] : [])];
    const unit = values.instructions ? 'instructions' : 'bytes';
    console.log(`| ${unit} a request: median (starts) | ${gateways.map(({ name }) => name).join(' | ')} |`);
    console.log(`|---|${gateways.map(() => '--:|').join('')}`);
    const counted: Record<string, number> = {};
    const names = values.write ? checked : values.instructions ? ['W1', 'W4'] : undefined;
    for (const row of chosenRows(values.only?.split(',') ?? names)) {
      const cells: string[] = [];
      for (const gateway of gateways) {
        if (gateway === recording && !recordingRuns.includes(row.workload.name as WorkloadName)) {
          cells.push('');
          continue;
        }
        const counts: number[] = [];
        for (let start = 0; start < Number(values.starts); start++)
          counts.push(
            values.instructions
              ? await countInstructions(gateway, row.workload, upstream)
              : await countAllocations(gateway, row, upstream),
          );
        cells.push(`${grouped(median(counts))} (${counts.map(grouped).join('; ')})`);
        if (gateway === ours) counted[row.workload.name] = median(counts);
      }
      console.log(`| ${row.workload.name}: ${row.workload.title} | ${cells.join(' | ')} |`);
    }
    checkout?.remove();
    if (values.write) writeBaseline(counted);
  }
}

function chosenRows(names: string[] | undefined): Counted[] {
  return rows.filter(({ workload }) => names?.includes(workload.name) ?? true);
}
