/** Values that this browser stores for the page. If it stores nothing, they last as long as the page. */

/** The value saved under a name; undefined if there is none, or if it is not readable. */
export function readSaved<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is off or full.
  }
}
