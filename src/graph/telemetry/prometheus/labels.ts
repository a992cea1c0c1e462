/** Labels of metrics that callers choose: only the first operations and clients that ran get labels of their own. */

/** Returns the label of a value: itself, or `other` beyond the first `max`. Refused operations add no labels. */
export function createLabels(max: number, other: string) {
  const known = new Set<string>();
  return (label: string, isRefused: boolean): string => {
    if (!isRefused && known.size < max) known.add(label);
    return known.has(label) ? label : other;
  };
}
