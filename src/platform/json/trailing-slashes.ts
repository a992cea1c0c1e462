/** Removes slashes at the end of a text in linear time: a regular expression would try again from each slash in the middle. */

/** The text without the slashes it ends in. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
