/**
 * Starts the calls of one operation to one endpoint a few at a time, so that a small operation does not wait for all the calls of a large one that came
 * before it, and a large one holds little: a call that waits for its place on the wire holds a request and the promises of a dozen
 * layers, a call that waits here a query.
 */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  /** At most `atOnceMax` calls run at a time. */
  constructor(atOnceMax: number) {
    this.#free = atOnceMax;
  }

  /** Starts a call as soon as there is room, in the order in which they came; settles as the call does. */
  run<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) {
      this.#free -= 1;
      return this.#start(call);
    }
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#start(call)));
    });
  }

  #start<Value>(call: () => Promise<Value>): Promise<Value> {
    const answer = call();
    answer.then(this.#release, this.#release);
    return answer;
  }

  readonly #release = (): void => {
    const start = this.#waiting[this.#next];
    if (start === undefined) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    start();
  };
}
