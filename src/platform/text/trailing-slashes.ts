/** Removes trailing slashes in linear time: the regex matches only from the start of a row of slashes. */

/** Returns the text without its trailing slashes. */
export const withoutTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
