/** How full the process's memory is: V8's heap against its limit, and where a container sets one, the whole process against that. */
import { getHeapStatistics } from 'node:v8';

// Without a limit it is 0, or a number above all memory there is.
const constrained = process.constrainedMemory();

/** From 0, empty, to 1, the end: the fuller of both. */
export function memoryRatio(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const ofContainer = constrained > 0 ? process.memoryUsage.rss() / constrained : 0;
  return Math.max(used / limit, ofContainer);
}

const sampleMs = 10;
let sampledAt = Number.NEGATIVE_INFINITY;
let sample = 0;

/** As `memoryRatio`, of at most so long ago: between the steps of long work, each of less than a millisecond, it would cost as much as they do. */
export function recentMemoryRatio(now = performance.now()): number {
  if (now - sampledAt > sampleMs) {
    sample = memoryRatio();
    sampledAt = now;
  }
  return sample;
}
