/** How full the memory is, limits of caches by the memory of a container, and the warning about too little memory. */
import { expect, it } from 'vitest';
import { aboutMemory, bytesWithin, memoryRatio, recentMemoryRatio } from '../../../src/platform/sync/memory-ratio.ts';

const mebibyte = 1024 * 1024;

it('a cache takes at most its fraction of the memory of a container', () => {
  const within = (memory: number) => bytesWithin(64 * mebibyte, 32, memory * mebibyte) / mebibyte;
  expect([within(256), within(512), within(2_048), within(4_096), within(Number.POSITIVE_INFINITY)]).toEqual([
    8, 16, 64, 64, 64,
  ]);
});

it('aboutMemory warns about less than 512 MiB', () => {
  expect(aboutMemory(512 * mebibyte)).toBeUndefined();
  expect(aboutMemory(Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(aboutMemory(384 * mebibyte)).toBe(
    'This process may use only 384 MiB of memory: with less than 512 MiB, the system may kill it.',
  );
});

it('memoryRatio is the part of the heap that is used, or of the memory of a container if that is higher', () => {
  const ofHeap = memoryRatio(0);
  expect(ofHeap).toBeGreaterThan(0);
  expect(ofHeap).toBeLessThan(1);
  expect(memoryRatio(process.memoryUsage.rss() / 4)).toBeCloseTo(4, 0);
  expect(memoryRatio(Number.MAX_SAFE_INTEGER)).toBeCloseTo(ofHeap, 1);
});

it('recentMemoryRatio measures again after more than 10 ms', () => {
  const measured = [0.1, 0.2];
  const start = Math.ceil(performance.now()) + 1_000;
  const ratios = [0, 10, 10.5, 20].map((ms) => recentMemoryRatio(start + ms, () => measured.shift() ?? 1));
  expect(ratios).toEqual([0.1, 0.1, 0.2, 0.2]);
});
