/** How full the process's memory is: V8's heap against its limit and, if a container sets one, the whole process against that. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

const constrained = process.constrainedMemory();
/** Memory of the container; 0 without a limit, which may be reported as more than all memory. Measuring takes 0.2 ms under load. */
const containerMax = constrained < totalmem() ? constrained : 0;

/** Memory that the process may use, in bytes; Infinity without a limit. */
const memoryMax = containerMax || Number.POSITIVE_INFINITY;

/** The bound of a cache that leaves room for work: at most one of so many parts of the memory. */
export const bytesWithin = (bytesMax: number, parts: number, limit = memoryMax): number =>
  Math.min(bytesMax, Math.floor(limit / parts));

const mebibyte = 1024 * 1024;
/** With less, one result of a year of hours may take more than is left. */
const memoryMin = 512 * mebibyte;

/** The sentence for operators about a limit with which the system may kill the process. */
export const aboutMemory = (limit = memoryMax): string | undefined =>
  limit >= memoryMin
    ? undefined
    : `This process may use only ${Math.floor(limit / mebibyte)} MiB of memory: with less than 512 MiB, the system may kill it.`;

/** While the ratio is above this, no new work is accepted. */
export const newWorkRatioMax = 0.85;
/** While the ratio is above this, long work that has begun ends. */
export const longWorkRatioMax = 0.9;

/** The higher of both ratios, from 0, empty, to 1, full. */
export function memoryRatio(limit = containerMax): number {
  const { used_heap_size: used, heap_size_limit: heapMax } = getHeapStatistics();
  const ofContainer = limit ? process.memoryUsage.rss() / limit : 0;
  return Math.max(used / heapMax, ofContainer);
}

const sampleMs = 10;
let sampledAt = Number.NEGATIVE_INFINITY;
let sample = 0;

/** Like `memoryRatio`, but up to `sampleMs` old: between steps of long work, each below a millisecond, it would cost as much as they do. */
export function recentMemoryRatio(now = performance.now(), measure = memoryRatio): number {
  if (now - sampledAt > sampleMs) {
    sample = measure();
    sampledAt = now;
  }
  return sample;
}
