/** How full the process's memory is: V8's heap against its limit and, if a container sets one, the whole process against that. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

const constrained = process.constrainedMemory();
/** Without a limit it is 0, or more than all memory. Measuring the process takes 0.2 ms under load. */
const isConstrained = constrained > 0 && constrained < totalmem();

/** The higher of both ratios, from 0, empty, to 1, full. */
export function memoryRatio(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const ofContainer = isConstrained ? process.memoryUsage.rss() / constrained : 0;
  return Math.max(used / limit, ofContainer);
}

const sampleMs = 10;
let sampledAt = Number.NEGATIVE_INFINITY;
let sample = 0;

/** Like `memoryRatio`, but up to `sampleMs` old: between steps of long work, each below a millisecond, it would cost as much as they do. */
export function recentMemoryRatio(now = performance.now()): number {
  if (now - sampledAt > sampleMs) {
    sample = memoryRatio();
    sampledAt = now;
  }
  return sample;
}
