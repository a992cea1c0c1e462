/** The white space that a service writes between the tokens of its records: none as JSON.stringify does, or as any other writer does. */

/** A bracket, colon or comma with its white space, or brackets with nothing between them; or a string or a word, which is skipped. */
const tokens = /([{[]\s*[}\]]?|\s*[}\]]|\s*[,:]\s*)|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gy;

/** Bytes of a list that are looked at: some records. */
export const layoutBytes = 16_384;
/** Tokens whose white space is known, in all. Records of the contract have fewer. */
const tokensMax = 128;
/** Deeper ones are not looked at. */
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

  /** Whether the records at the beginning of a list are laid out otherwise than those before; now like these. */
  observe(text: string): boolean {
    let outer = '';
    let isNews = false;
    for (const { 1: written, index } of text.matchAll(tokens)) {
      // The last one may be cut.
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
