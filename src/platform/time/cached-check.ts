/** Limits how often a check runs, however often its result is needed: for health checks. */

/** Returns the result of `ask`, or one that is at most `keptMs` old. Calls during a check share its result. `ask` must not reject. */
export function createCachedCheck<Answer>(
  ask: () => Promise<Answer>,
  keptMs: number,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let keptUntil = 0;
  return () => {
    if (answer === undefined || now() >= keptUntil) {
      keptUntil = Number.POSITIVE_INFINITY;
      answer = ask().finally(() => {
        keptUntil = now() + keptMs;
      });
    }
    return answer;
  };
}
