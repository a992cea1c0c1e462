/** Operation names as metric labels: callers choose the names, so only the first 200 that ran are told apart. */

const namesMax = 200;

/** Gives the label of a name: itself, `other` beyond the first 200, `anonymous` for none. A refused operation takes up no place. */
export function createOperationNames(): (name: string | undefined, isRefused: boolean) => string {
  const known = new Set<string>();
  return (name, isRefused) => {
    if (name === undefined) return 'anonymous';
    if (known.has(name)) return name;
    if (isRefused || known.size >= namesMax) return 'other';
    known.add(name);
    return name;
  };
}
