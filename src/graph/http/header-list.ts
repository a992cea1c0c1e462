/** Headers as node:http writes them fastest: one flat list of names and values in turn. */

export type HeaderList = readonly string[];

/** Sets each header of a list. */
export function setHeaders(headers: Headers, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) headers.set(list[at] as string, list[at + 1] as string);
}
