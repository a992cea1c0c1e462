/**
 * What the text of a document may hold, counted by the lexer before the parser sees it: the parser recurses, and hostile
 * nesting would overflow its stack. It refuses nothing else: text that is not GraphQL is left to the parser's own error.
 */
import { Lexer, Source, type Token, TokenKind } from 'graphql';
import { assertWithin, type Limit, type OperationLimits } from './limit.ts';

const tokens: Limit = {
  name: 'TOKENS_MAX',
  counts: 'tokens or more',
  advice: 'Split it into smaller operations, or move values into variables.',
};

export const nesting: Limit = {
  name: 'NESTING_MAX',
  counts: 'levels of nesting or more',
  advice: 'Nest fewer selections, lists and objects into each other.',
};

const directives: Limit = {
  name: 'DIRECTIVES_MAX',
  counts: 'directives or more',
  advice: 'Put directives on fewer fields, or on a fragment around them.',
};

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Throws OPERATION_TOO_COMPLEX where the text has too many tokens, open brackets or directives.
 * Stops at the first one too many, so refusing a huge text costs no more than accepting the largest allowed one.
 */
export function assertSource(source: string, limits: OperationLimits): void {
  const lexer = new Lexer(new Source(source));
  let tokenCount = 0;
  let openBrackets = 0;
  let directiveCount = 0;
  for (let kind = nextKind(lexer); kind !== TokenKind.EOF; kind = nextKind(lexer)) {
    tokenCount += 1;
    if (opening.has(kind)) openBrackets += 1;
    else if (closing.has(kind)) openBrackets -= 1;
    else if (kind === TokenKind.AT) directiveCount += 1;
    assertWithin(tokens, limits.tokensMax, tokenCount);
    assertWithin(nesting, limits.nestingMax, openBrackets);
    assertWithin(directives, limits.directivesMax, directiveCount);
  }
}

/** The kind of the next token; EOF also where the text stops being GraphQL, since the parser will get no further. */
function nextKind(lexer: Lexer): Token['kind'] {
  try {
    return lexer.advance().kind;
  } catch {
    return TokenKind.EOF;
  }
}
