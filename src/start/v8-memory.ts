/** Bounds the memory that V8 takes beyond what is in use, by flags that Node has no option for. */
import { setFlagsFromString } from 'node:v8';

/** Call it before anything is generated. */
export function boundV8Memory(): void {
  // Gives the memory of each compilation back when it is done, and not only when no other waits. No heap limit counts it.
  setFlagsFromString('--no-maglev-destroy-on-background');
  // At most doubles what is in use before the next collection. By default, bytes of responses that nobody needs add far more.
  setFlagsFromString('--heap-growing-percent=100');
}
