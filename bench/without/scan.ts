/** Every list parsed, projected and stringified. */
import type { ListText as Original } from './originals.ts';

export const defaultLearning = { isFrozen: false, backsOff: true };

export class ListText implements Pick<Original, 'of' | 'learn'> {
  of(): undefined {}
  learn(): void {}
}
