/** Stand-in without list programs: every list is parsed, projected and stringified. */
import type { ListProgram as Original } from './originals.ts';

export class ListProgram implements Pick<Original, 'of' | 'part' | 'observe'> {
  of(): undefined {}
  part(): undefined {}
  observe(): void {}
}
