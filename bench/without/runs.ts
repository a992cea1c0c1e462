/** Every query a run of its own. */
import type { SharedRuns as Original } from './originals.ts';

export class SharedRuns implements Pick<Original, 'share' | 'forget'> {
  share({ signal, record }: Parameters<Original['share']>[0], begin: Parameters<Original['share']>[1]) {
    const { result, counts } = begin(signal);
    record.counts = counts;
    return result;
  }

  forget(): void {}
}
