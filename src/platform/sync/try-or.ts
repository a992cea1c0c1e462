/** The result of `work`, or `otherwise` if it throws. Only for work that has one reason to throw, which the caller need not know. */
export function tryOr<Value, Other>(work: () => Value, otherwise: Other): Value | Other {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
