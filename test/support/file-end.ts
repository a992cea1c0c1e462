/** Closes what a test file opened, at its end. An `afterAll` of a module would run only for the first file of a worker. */
let opened: (() => unknown)[] = [];

/** Calls `close` when the test file ends. */
export function atFileEnd(close: () => unknown): void {
  opened.push(close);
}

/** The same resource, disposed of when the test file ends. */
export function untilFileEnd<Resource extends AsyncDisposable>(resource: Resource): Resource {
  atFileEnd(() => resource[Symbol.asyncDispose]());
  return resource;
}

/** Closes everything, the last opened first. */
export async function closeOpened(): Promise<void> {
  const closing = opened.reverse();
  opened = [];
  for (const close of closing) await close();
}
