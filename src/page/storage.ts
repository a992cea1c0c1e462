/** Values that this browser stores for the page, and messages between its tabs. If it stores nothing, they last as long as the page. */

/** For all tabs until it is deleted, or for one tab until it is closed. */
type Area = 'localStorage' | 'sessionStorage';

/** Values that the browser did not store. One that it has, perhaps of another tab, comes first. */
const unstored = new Map<string, unknown>();

/** The value saved under a name; undefined if there is none, or if it is not readable. */
export function readSaved<Value>(name: string, area: Area = 'localStorage'): Value | undefined {
  try {
    return JSON.parse(globalThis[area].getItem(name) ?? 'null') ?? unstored.get(name);
  } catch {
    return unstored.get(name) as Value;
  }
}

export function save(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    globalThis[area].setItem(name, JSON.stringify(value));
  } catch {
    // Storage is off or full.
    unstored.set(name, value);
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
