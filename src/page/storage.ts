/** What this browser stores for the page. Where it stores nothing, that lasts as long as the page. */

/** What was saved under a name; undefined where there is none, or it is not readable. */
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
