/**
 * Memory of V8's own compilers, which no heap limit counts. Generated functions are long, and many become hot in the same moment; what
 * compiling one took is by default given back only when no other waits to be compiled, so that all of them hold theirs together.
 */
import { setFlagsFromString } from 'node:v8';

/** From here on the memory of a compilation is given back when it is done. To be called before anything is generated. */
export function boundCompilerMemory(): void {
  setFlagsFromString('--no-maglev-destroy-on-background');
}
