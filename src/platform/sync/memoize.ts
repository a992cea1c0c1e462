/** Caches values read from short texts that callers send again and again, such as header values. */

const textsMaxDefault = 100;
const lengthMax = 256;

/** The same function with a cache of its last texts. It must depend on the text only. Long texts are not cached. */
export function memoize<Value>(read: (text: string) => Value, textsMax = textsMaxDefault): (text: string) => Value {
  const known = new Map<string, { text: string; value: Value }>();
  // Most texts repeat the one before, and comparing costs less than a look-up, which hashes a text that has just arrived.
  let last: { text: string; value: Value } | undefined;
  return (text) => {
    if (text === last?.text) return last.value;
    let entry = known.get(text);
    if (entry === undefined) {
      entry = { text, value: read(text) };
      if (text.length > lengthMax) return entry.value;
      // Clear all: callers repeat a handful of texts, and one that sends more gains nothing.
      if (known.size === textsMax) known.clear();
      known.set(text, entry);
    }
    last = entry;
    return entry.value;
  };
}
