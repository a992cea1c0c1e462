/** How callers share the lists that a process may watch. */
import { expect, it } from 'vitest';
import { createStreamAdmission } from '../../../../src/graph/capabilities/live/stream-admission.ts';

it('an address without a key may watch at most half of the free lists', () => {
  let watched = 0;
  const { acquire } = createStreamAdmission({
    streamsMax: 1_000,
    streamsPerCallerMax: 250,
    listsMax: 1_000,
    watches: () => watched,
    isStopping: () => false,
    watchHints: () => undefined,
  });
  const streamOf = (address: string) =>
    acquire({ incoming: { caller: { credential: '' }, operation: { address } } } as never);
  const taken = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => {
    const before = watched;
    for (;;) {
      try {
        streamOf(address).takeLists(10, 10);
      } catch {
        return watched - before;
      }
      watched += 10;
    }
  });
  expect(taken).toEqual([500, 250, 120]);
  // Lists that are watched already take nothing from others.
  expect(() => streamOf('192.0.2.3').takeLists(300, 0)).not.toThrow();
});
