/** JSON Pointers in the form of a URI fragment (RFC 6901, section 6), as references between schemas are. */
import { tryOr } from '../sync/try-or.ts';
import { isContainer } from './nesting.ts';

/** The value at a pointer such as `#/components/…`; undefined if it leads nowhere. */
export function valueAt(document: object, pointer: string): unknown {
  let value: unknown = document;
  for (const segment of pointer.split('/').slice(1)) {
    // Bundlers percent-encode braces of paths.
    const decoded = tryOr(() => decodeURIComponent(segment), segment);
    const name = decoded.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
