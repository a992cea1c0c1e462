/** For any text, shape and variables, a check passes, refuses with its limit, or leaves a syntax error to the parser. */
import fc from 'fast-check';
import { GraphQLError, Lexer, parse, Source, TokenKind, validate } from 'graphql';
import { expect, test } from 'vitest';
import { assertShape } from '../../../../src/graph/operation/limits/structure.ts';
import { parseWithin } from '../../../../src/graph/operation/limits/parse-within.ts';
import { assertVariables } from '../../../../src/graph/operation/limits/limit.ts';
import { costCheck, limits, schema } from './fixture.ts';
import { countCpu } from '../../../support/cpu.ts';
import { sized } from '../../../support/size.ts';

const runs = { seed: 20261107, numRuns: sized(200, 500, 20_000) };
const assertCost = costCheck();
const hangMs = 2_000;

/** Runs every check that precedes execution; only GraphQL errors may be thrown. */
function check(source: string, variables: unknown): void {
  const cpuMs = countCpu();
  try {
    const document = parseWithin(source, limits);
    assertShape(document, limits, schema);
    assertVariables(variables, limits);
    assertCost(document, undefined, variables as Record<string, unknown>);
    validate(schema, document);
  } catch (error) {
    expect(error).toBeInstanceOf(GraphQLError);
  }
  expect(cpuMs()).toBeLessThan(hangMs);
}

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '...',
  '@',
  '$',
  ':',
  '"',
  '"""',
  '!',
  '=',
  '&',
  '|',
  '\\u{',
  '#',
  '\n',
  ' ',
].concat([
  'query',
  'mutation',
  'fragment',
  'on',
  'Field',
  'Query',
  'F',
  'fields',
  'ids',
  'weather',
  'null',
  '1e9',
  '\ud800',
]);

const hostileText = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(1, 1, 1, 2, 500, 5_000)), { maxLength: 40 })
  .map((parts) => parts.map(([piece, times]) => `${piece} `.repeat(times)).join(''));

const fragmentNames = ['A', 'B', 'C', 'D'];

const { selectionSet } = fc.letrec<{ selectionSet: string; selection: string }>((tie) => ({
  selectionSet: fc.array(tie('selection'), { minLength: 1, maxLength: 4 }).map((list) => `{ ${list.join(' ')} }`),
  selection: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('id', 'weather', 'a: summary', 'nothing', '__typename', 'weather @skip(if: $flag)', 'fields'),
    fc.constantFrom(...fragmentNames).map((name) => `...${name}`),
    tie('selectionSet').map((set) => `neighbour ${set}`),
    tie('selectionSet').map((set) => `neighbours(ids: $ids) ${set}`),
    tie('selectionSet').map((set) => `fields(ids: ["a", "b"]) ${set}`),
    tie('selectionSet').map((set) => `__schema ${set}`),
    tie('selectionSet').map((set) => `... on Field ${set}`),
    tie('selectionSet').map((set) => `... @include(if: $flag) ${set}`),
  ),
}));

const document = fc
  .tuple(selectionSet, ...fragmentNames.map(() => selectionSet))
  .map(([root, ...sets]) =>
    [`query ($ids: [ID!]!, $flag: Boolean!) ${root}`]
      .concat(sets.map((set, index) => `fragment ${fragmentNames[index]} on Field ${set}`))
      .join('\n'),
  );

const variables = fc.oneof(
  fc.record({ ids: fc.jsonValue(), flag: fc.jsonValue() }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);

test('hostile text passes or is refused with a GraphQL error within 2 seconds', () => {
  fc.assert(
    fc.property(hostileText, (source) => check(source, {})),
    runs,
  );
});

/** The verdict on a text that is read twice: counted to its end or to an invalid token, then parsed. */
function verdictOfTwo(source: string): string | undefined {
  const lexer = new Lexer(new Source(source));
  let [tokens, nesting, directives] = [0, 0, 0];
  try {
    for (let { kind } = lexer.advance(); ; { kind } = lexer.advance()) {
      if (lexer.line > limits.tokensMax) return 'TOKENS_MAX';
      if (kind === TokenKind.EOF) break;
      tokens += 1;
      if ('{[('.includes(kind)) nesting += 1;
      if ('}])'.includes(kind)) nesting -= 1;
      if (kind === TokenKind.AT) directives += 1;
      if (tokens > limits.tokensMax) return 'TOKENS_MAX';
      if (nesting > limits.nestingMax) return 'NESTING_MAX';
      if (directives > limits.directivesMax) return 'DIRECTIVES_MAX';
    }
  } catch {
    // The parser reports it.
  }
  return verdictOf(() => parse(source));
}

function verdictOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    const { message, extensions } = error as GraphQLError;
    return (extensions.limit as { name: string } | undefined)?.name ?? message;
  }
  return undefined;
}

test('hostile text gets the same verdict as if it were counted first and then parsed', () => {
  fc.assert(
    fc.property(hostileText, (source) => {
      expect(verdictOf(() => parseWithin(source, limits))).toBe(verdictOfTwo(source));
    }),
    runs,
  );
});

test('documents of any shape, also with recursive fragments, pass or are refused with a GraphQL error within 2 seconds', () => {
  fc.assert(fc.property(document, variables, check), runs);
});

test('variables of any shape pass or are refused with a GraphQL error within 2 seconds', () => {
  const source = 'query ($ids: [ID!]!, $flag: Boolean!) { fields(ids: $ids) { weather @include(if: $flag) } }';
  fc.assert(
    fc.property(variables, (sent) => check(source, sent)),
    runs,
  );
});
