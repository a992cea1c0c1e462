/** Removes slashes at the end of a text in linear time: the expression begins only where a row of slashes does. */

/** The text without the slashes it ends in. */
export const withoutTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
