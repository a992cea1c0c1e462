/** Bytes that a request may allocate, from allocations.json: by the Node version and architecture that they were counted on. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes for a request, by workload. */
export type Counts = Record<string, number>;

const file = new URL('./allocations.json', import.meta.url);
const platformOf = (version: string, architecture: string) => `${version.split('.')[0]} ${architecture}`;
/** Starts of one commit differ by less than half of this on one machine. */
const tolerance = 0.02;
/** The same code allocates 1.7 % more on an Intel Xeon than on an AMD EPYC. Other workloads differ by less than 0.5 %. */
const tolerances: Counts = { W2: 0.04 };

/** Figures of this platform. Undefined if it has none. */
export function readBaseline(version = process.version, architecture: string = process.arch): Counts | undefined {
  return readAll()[platformOf(version, architecture)];
}

/** Replaces the figures of these workloads on this platform. */
export function writeBaseline(counts: Counts): void {
  const all = readAll();
  const platform = platformOf(process.version, process.arch);
  const rounded = Object.entries(counts).map(([workload, bytes]) => [workload, Math.round(bytes)]);
  const written = { ...all, [platform]: { ...all[platform], ...Object.fromEntries(rounded) } };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}

/** Returns an error message if a workload allocates more than its baseline and the tolerance allow. Otherwise returns undefined. */
export function excessOf(workload: string, bytes: number, baseline: Counts): string | undefined {
  const expected = baseline[workload];
  const allowed = tolerances[workload] ?? tolerance;
  if (expected !== undefined && bytes <= expected * (1 + allowed)) return undefined;
  return `${workload} allocates ${grouped(bytes)} bytes a request. Its baseline is ${grouped(expected)}, and ${allowed * 100} % more is allowed. Allocate less, or run \`npm run bench:count -- --write\` and say why in the commit.`;
}

/** Formats a whole number with commas. */
export const grouped = (amount: number | undefined): string =>
  amount === undefined ? 'missing' : Math.round(amount).toLocaleString('en');

function readAll(): Record<string, Counts> {
  return JSON.parse(readFileSync(file, 'utf8'));
}
