/** Limits how often a check runs, however often its result is needed: for health checks. */

const ttlMs = 1_000;

/** Returns the result of `check`, or one that is at most a second old. Calls during a check share its result. `check` must not reject. */
export function createCachedCheck<Result>(check: () => Promise<Result>, now = () => performance.now()) {
  let result: Promise<Result>;
  let expiresAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() >= expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY;
      result = check().finally(() => (expiresAt = now() + ttlMs));
    }
    return result;
  };
}
