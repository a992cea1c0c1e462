/** How full the process's memory is: V8's heap against its limit, and where a container sets one, the whole process against that. */
import { getHeapStatistics } from 'node:v8';

/** From 0, empty, to 1, the end: the fuller of both. */
export function memoryRatio(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const constrained = process.constrainedMemory();
  // Without a limit it is 0, or a number above all memory there is.
  const ofContainer = constrained > 0 ? process.memoryUsage.rss() / constrained : 0;
  return Math.max(used / limit, ofContainer);
}
