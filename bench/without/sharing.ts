/** Every read a call of its own. */
import type { shareReads as original } from '../../src/graph/upstream/share.ts';

export const shareReads: typeof original = () => (next) => next;
