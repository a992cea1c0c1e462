/** What was made of documents, by their text: bounded by text, since a tree grows with its text. */

const charactersMax = 1_000_000;

interface Cache<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
}

/** A cache that forgets the documents used longest ago once their texts have more than a million characters together. */
export function createDocumentCache<Value>(): Cache<Value> {
  const byText = new Map<string, Value>();
  let characters = 0;
  return {
    get(text) {
      const value = byText.get(text);
      if (value === undefined) return undefined;
      // Put back at the end: the map's order is the order of use.
      byText.delete(text);
      byText.set(text, value);
      return value;
    },
    set(text, value) {
      if (byText.has(text)) return;
      byText.set(text, value);
      characters += text.length;
      for (const [oldest] of byText) {
        if (characters <= charactersMax) return;
        byText.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}

/** Remembers nothing: a refusal costs less than keeping what hostile callers send. */
export const noCache: Cache<never> = { get: () => undefined, set: () => undefined };
