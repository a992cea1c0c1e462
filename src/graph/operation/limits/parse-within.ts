/**
 * Parses a text under limits. The lexer counts one token ahead of the parser, because the parser recurses, and hostile nesting would
 * overflow its stack. So a text is lexed once.
 */
import { type DocumentNode, Lexer, parse, Source, type Token, TokenKind } from 'graphql';
import { GatewayError } from '../../errors/gateway-error.ts';
import { assertWithin, type Limit, type OperationLimits, nesting } from './limit.ts';

const tokens: Limit = {
  name: 'TOKENS_MAX',
  counts: 'tokens or more',
  advice: 'Split it into smaller operations, or move values into variables.',
};

const directives: Limit = {
  name: 'DIRECTIVES_MAX',
  counts: 'directives or more',
  advice: 'Put directives on fewer fields, or on a fragment around them.',
};

/** Same maximum as tokens: each error of the reference executor costs a search through the lines. */
const lines: Limit = { ...tokens, counts: 'lines or more', advice: 'Leave out empty lines, or split the operation.' };

const nameLengths: Limit = { name: 'NAME_LENGTH_MAX', counts: 'characters in a name', advice: 'Use a shorter name.' };
/** Each error and each object of a result repeats its names. */
const nameLengthMax = 128;

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Parses a text. Throws OPERATION_TOO_COMPLEX at the first token beyond the limits on tokens, open brackets, directives, lines and name
 * length: refusing a huge text costs no more than accepting the largest allowed one. Throws a syntax error of graphql-js for other texts
 * that are not GraphQL. A limit is reported before a syntax error, wherever either is in the text.
 */
export function parseWithin(text: string, limits: OperationLimits): DocumentNode {
  const lexer = new CountingLexer(text, limits);
  try {
    const document = parse(lexer.source, { lexer });
    Object.assign(lexer.source, { body: Object.assign(Object(text), { matchAll: matchAllOnce }) });
    return document;
  } catch (error) {
    if (!(error instanceof GatewayError)) lexer.countRest();
    throw error;
  }
}

/** Counts the tokens and directives of a text that passed. */
export function countText(text: string, limits: OperationLimits): { tokensMax: number; directivesMax: number } {
  return new CountingLexer(text, limits).countRest();
}

/** The last text that was searched, and its line ends: only those of one text, because they take more memory than the text. */
let searched: { text: object; lineEnds: object[] } | undefined;

/** graphql-js searches for line ends up to the position of each error. This way, consecutive errors of a text share one search. */
function matchAllOnce(this: object, pattern: RegExp): Iterator<object> {
  if (searched?.text !== this) {
    const lineEnds = Array.from(String(this).matchAll(pattern), ({ 0: end, index }) => ({ 0: end, index }));
    searched = { text: this, lineEnds };
  }
  return searched.lineEnds.values();
}

/** Throws OPERATION_TOO_COMPLEX at the first token that is too many. */
class CountingLexer extends Lexer {
  readonly #limits: OperationLimits;
  #tokens = 0;
  #openBrackets = 0;
  #directives = 0;

  constructor(text: string, limits: OperationLimits) {
    super(new Source(text));
    this.#limits = limits;
  }

  override advance(): Token {
    const token = super.advance();
    const { kind } = token;
    const { tokensMax, nestingMax, directivesMax } = this.#limits;
    assertWithin(lines, tokensMax, this.line);
    if (kind === TokenKind.EOF) return token;
    this.#tokens += 1;
    if (opening.has(kind)) this.#openBrackets += 1;
    else if (closing.has(kind)) this.#openBrackets -= 1;
    else if (kind === TokenKind.AT) this.#directives += 1;
    else if (kind === TokenKind.NAME) assertWithin(nameLengths, nameLengthMax, token.end - token.start);
    assertWithin(tokens, tokensMax, this.#tokens);
    assertWithin(nesting, nestingMax, this.#openBrackets);
    assertWithin(directives, directivesMax, this.#directives);
    return token;
  }

  /**
   * Continues after a syntax error, to the end of the text or to the first character that no token begins with. Returns the counts, by the
   * names of their limits.
   */
  countRest() {
    try {
      while (this.advance().kind !== TokenKind.EOF);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
    }
    return { tokensMax: this.#tokens, directivesMax: this.#directives };
  }
}
