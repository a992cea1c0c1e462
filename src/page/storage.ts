/** Values that this browser stores for the page, and messages between its tabs. If it stores nothing, they last as long as the page. */

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

/** Sends messages to the other tabs; to nobody if the browser refuses channels, as Firefox does where it may store nothing. */
export function openChannel(name: string): BroadcastChannel | MessagePort {
  try {
    return new BroadcastChannel(name);
  } catch {
    return new MessageChannel().port1;
  }
}
