/** Limits of caches by the memory of a container, and the warning about too little memory. */
import { expect, it } from 'vitest';
import { aboutMemory, bytesWithin } from '../../../src/platform/sync/memory-ratio.ts';

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
