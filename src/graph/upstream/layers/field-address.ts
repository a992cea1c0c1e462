/** The address of a read of one field, in the parts that a read of several is put together from. */

export interface FieldAddress {
  /** The URL before its query. */
  base: string;
  fieldId: string;
  /** The query without the field, as it was written; '' where there is no more. */
  rest: string;
}

const parameter = 'field_id=';
/** A field id needs no escapes in an address: one that has some is none that may stand in a list. */
const plain = /^[0-9A-Za-z._~-]+$/;

/** The parts of a URL; undefined where it names no field, or not in plain text. */
export function fieldAddress(url: string): FieldAddress | undefined {
  const query = url.indexOf('?') + 1;
  if (query === 0) return undefined;
  const start = url.startsWith(parameter, query) ? query : url.indexOf(`&${parameter}`, query) + 1;
  if (start === 0) return undefined;
  const next = url.indexOf('&', start);
  const end = next === -1 ? url.length : next;
  const fieldId = url.slice(start + parameter.length, end);
  if (!plain.test(fieldId)) return undefined;
  const before = url.slice(query, Math.max(query, start - 1));
  const after = url.slice(end + 1);
  const rest = before !== '' && after !== '' ? `${before}&${after}` : before + after;
  return { base: url.slice(0, query - 1), fieldId, rest };
}
