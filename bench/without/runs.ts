/** Stand-in that coalesces no queries. */
import type { Coalescer as Original } from './originals.ts';

export class Coalescer implements Pick<Original, 'run' | 'forget'> {
  run({ signal }: Parameters<Original['run']>[0], execute: Parameters<Original['run']>[1]) {
    return execute(signal);
  }

  forget(): void {}
}
