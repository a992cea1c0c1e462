/** The white space that a service writes between the tokens of its records: none, like JSON.stringify, or that of any other JSON writer. */

/** Captures a bracket, colon, comma or empty pair of brackets with its white space. Strings and words match without a capture. */
const tokens = /([{[]\s*[}\]]?|\s*[}\]]|\s*[,:]\s*)|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gy;

/** Bytes of a list that are inspected: enough for some records. */
export const layoutBytes = 16_384;
/** Maximum number of tokens with known white space. Records of the contract have fewer. */
const tokensMax = 128;
/** Inspection ends at a deeper token. */
const depthMax = 16;

export class Layout {
  /** Tokens that have white space, by the brackets around them. */
  readonly #written = new Map<string, string>();

  get isCompact(): boolean {
    return this.#written.size === 0;
  }

  /** A token (`{`, `}`, `{}`, `,`, `:` and so on) with its white space. `outer`: the brackets around it, outermost first. */
  of(outer: string, token: string): string {
    return this.#written.get(outer + token) ?? token;
  }

  /** Adopts the layout of the records at the beginning of a list. Returns whether it differs from the layout before. */
  observe(text: string): boolean {
    let outer = '';
    let isNews = false;
    for (const { 1: written, index } of text.matchAll(tokens)) {
      // The last token may be cut off.
      if (written === undefined || index + written.length === text.length) continue;
      const token = written.replaceAll(/\s+/g, '');
      if (token === '}' || token === ']') outer = outer.slice(0, -1);
      if (outer.length > depthMax || this.#written.size === tokensMax) return isNews;
      if (this.of(outer, token) !== written) {
        isNews = true;
        this.#written.set(outer + token, written);
      }
      if (token === '{' || token === '[') outer += token;
    }
    return isNews;
  }
}
