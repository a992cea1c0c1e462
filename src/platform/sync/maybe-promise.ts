/**
 * Steps that return a value at once if they need not wait, written once. Only a step that really waits makes a promise, which costs
 * a microtask. Effects happen in the same order as with promises.
 */

export type MaybePromise<Value> = Value | Promise<Value>;

/** Runs the next step, now or once the value is there. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Result of `work`, or of `onError` if `work` throws or rejects. */
export function attempt<Value>(
  work: () => MaybePromise<Value>,
  onError: (error: unknown) => Value,
): MaybePromise<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(onError) : value;
  } catch (error) {
    return onError(error);
  }
}
