/** For readings of short texts that callers send again and again, header values for example: a look-up in place of the reading. */

const textsMaxDefault = 100;
const lengthMax = 256;

/** The same function with a cache of its last texts. It must depend on the text only; long texts are read each time. */
export function memoize<Value>(read: (text: string) => Value, textsMax = textsMaxDefault): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined || known.has(text)) return value as Value;
    const fresh = read(text);
    if (text.length <= lengthMax) {
      // All at once: callers repeat a handful of texts, and who sends more of them gains nothing.
      if (known.size === textsMax) known.clear();
      known.set(text, fresh);
    }
    return fresh;
  };
}
