/**
 * Preloaded into a gateway: replies on the socket ALLOCATIONS_SOCKET with the bytes allocated on V8's heap since its last reply. It adds up
 * the growth between collections, which is exact; V8's own total also counts unused parts of allocation buffers, which vary.
 */
import { createServer } from 'node:net';
import { GCProfiler, getHeapStatistics } from 'node:v8';

let profiler = new GCProfiler();
profiler.start();
let usedBefore = getHeapStatistics().used_heap_size;
createServer((socket) => socket.end(String(readAllocated())))
  .listen(process.env.ALLOCATIONS_SOCKET)
  .unref();

function readAllocated(): number {
  const used = getHeapStatistics().used_heap_size;
  let bytes = 0;
  for (const { beforeGC, afterGC } of profiler.stop().statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - usedBefore;
    usedBefore = afterGC.heapStatistics.usedHeapSize;
  }
  bytes += used - usedBefore;
  profiler = new GCProfiler();
  profiler.start();
  usedBefore = used;
  return bytes;
}
