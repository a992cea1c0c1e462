/** What a test file opened on its way, closed at its end. A module's own `afterAll` would run for the first file of a worker alone. */
let opened: (() => unknown)[] = [];

/** Calls this when the test file ends. */
export function atFileEnd(close: () => unknown): void {
  opened.push(close);
}

/** The same resource, disposed of when the test file ends. */
export function untilFileEnd<Resource extends AsyncDisposable>(resource: Resource): Resource {
  atFileEnd(() => resource[Symbol.asyncDispose]());
  return resource;
}

/** Closes all of it, the last opened first. */
export async function closeOpened(): Promise<void> {
  const closing = opened.reverse();
  opened = [];
  for (const close of closing) await close();
}
