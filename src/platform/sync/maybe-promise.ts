/**
 * Steps that answer at once where nothing is waited for, written once: a promise, and the turn of the queue that it costs, is made only by
 * a step that really waits. What a promise would do is done here in the same order.
 */

export type MaybePromise<Value> = Value | Promise<Value>;

/** The next step, now or when the value is there. */
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
