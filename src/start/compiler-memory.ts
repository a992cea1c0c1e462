/**
 * Memory of V8's own compilers, which no heap limit counts: by default what compiling one function took is given back only when no other
 * waits. It is for the load test of many generated programs that become hot together.
 */
import { setFlagsFromString } from 'node:v8';

/** Gives the memory of each compilation back when it is done. Call it before anything is generated. */
export function boundCompilerMemory(): void {
  setFlagsFromString('--no-maglev-destroy-on-background');
}
