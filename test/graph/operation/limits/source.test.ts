import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  type OperationDefinitionNode,
  parse,
  type Token,
  TokenKind,
} from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { countText, parseWithin } from '../../../../src/graph/operation/limits/parse-within.ts';
import { limits, refusal } from './fixture.ts';

/** The limit that refuses a text. Syntax errors are ignored. */
const refusalOf = (source: string) =>
  refusal(() => {
    try {
      parseWithin(source, limits);
    } catch (error) {
      if (!/^Syntax Error/.test(String((error as Error).message))) throw error;
    }
  });

describe('text that would overflow the parser is refused before it is parsed', () => {
  test.each([
    ['a 20,000-deep list literal', `{ field(id: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`],
    ['a 20,000-deep object literal', `{ field(id: ${'{a:'.repeat(20_000)}1${'}'.repeat(20_000)}) { id } }`],
    ['2,000 nested inline fragments', `{ ${'... on Field { '.repeat(2_000)}id${' }'.repeat(2_000)} }`],
    ['2,000 nested fields', `{ ${'field { '.repeat(2_000)}id${' }'.repeat(2_000)} }`],
    ['brackets that never close', '{'.repeat(200_000)],
    ['a list type 20,000 deep', `query ($ids: ${'['.repeat(20_000)}ID${']'.repeat(20_000)}) { id }`],
  ])('%s', (_, source) => {
    expect(refusalOf(source)).toEqual({ name: 'NESTING_MAX', max: 100, actual: 101 });
  });

  test('the parser of graphql-js overflows on such text, so the nesting is counted while lexing', () => {
    expect(() => parse(`{ a(b: ${'['.repeat(20_000)}) }`)).toThrow(RangeError);
  });
});

test('a text of 10,000 tokens is refused at the first token over the limit', () => {
  expect(refusalOf(`{ ${'id '.repeat(9_998)} }`)).toEqual({ name: 'TOKENS_MAX', max: 5_000, actual: 5_001 });
});

test('exactly the maximum number of tokens passes', () => {
  expect(refusalOf(`{ ${'id '.repeat(4_998)} }`)).toBeUndefined();
});

test('a name has at most 128 characters', () => {
  const named = (length: number) => `{ ${'a'.repeat(length)}: __typename }`;
  expect(refusalOf(named(128))).toBeUndefined();
  expect(refusalOf(named(129))).toEqual({ name: 'NAME_LENGTH_MAX', max: 128, actual: 129 });
});

test('20,000 ids in the text are refused', () => {
  expect(refusalOf(`{ fields(ids: [${'"fld_a", '.repeat(20_000)}]) { id } }`)?.name).toBe('TOKENS_MAX');
});

test('51 directives are refused, wherever they are placed', () => {
  const onFragment = `query @a { ...F } fragment F on Query ${'@b '.repeat(50)} { field(id: "fld_a") { id } }`;
  expect(refusalOf(onFragment)).toEqual({ name: 'DIRECTIVES_MAX', max: 50, actual: 51 });
});

test('siblings and comments do not add to the nesting', () => {
  expect(refusalOf(`{ ${'a { b } '.repeat(1_000)} } # ${'{'.repeat(1_000)}`)).toBeUndefined();
});

test('brackets in strings and block strings are text', () => {
  const brackets = '['.repeat(1_000);
  expect(refusalOf(`{ a(b: "${brackets}", c: """${brackets}""") }`)).toBeUndefined();
});

test.each([
  ['an unterminated string', '{ a(b: "'],
  ['an unterminated block string', '{ a(b: """'],
  ['a character that GraphQL does not know', '{ a \u0007 }'],
  ['a lone surrogate', '{ a(b: "\ud800") }'],
  ['an empty text', ''],
])('%s is left to the parser and its syntax error', (_, source) => {
  expect(refusalOf(source)).toBeUndefined();
  expect(() => parseWithin(source, limits)).toThrow(/Syntax Error/);
});

describe('a limit is reported before a syntax error', () => {
  const tooMany = {
    TOKENS_MAX: 'id '.repeat(5_001),
    NESTING_MAX: '{ a '.repeat(102),
    DIRECTIVES_MAX: '@a '.repeat(51),
  };

  test.each(Object.entries(tooMany))('%s, wherever the syntax error is', (name, text) => {
    for (const source of [`} ${text}`, `{ a(b: ) ${text}`, `${text} }}`]) {
      expect(refusalOf(source)?.name).toBe(name);
    }
  });

  test.each(Object.values(tooMany))('but not after a character that cannot be lexed (%#)', (text) => {
    expect(refusalOf(`} \u0007 ${text}`)).toBeUndefined();
    expect(() => parseWithin(`} \u0007 ${text}`, limits)).toThrow('Syntax Error: Unexpected "}"');
  });
});

test('a syntax error is reported exactly as graphql-js reports it', () => {
  const outcomeOf = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      return (error as GraphQLError).toJSON();
    }
    return undefined;
  };
  for (const source of ['', '{', '{ a(b: "', '{ a } }', 'query ($a: ) { a }', '{ a\n  b(: 1) }', '"""d""" { a }']) {
    expect(outcomeOf(() => parseWithin(source, limits))).toEqual(outcomeOf(() => parse(source)));
  }
});

test('errors have the locations of graphql-js, and the lines of a text are searched only once', () => {
  const source = `${'\n# comment\r\n'.repeat(1_000)}{ a { b } }`;
  const search = vi.spyOn(String.prototype, 'matchAll');
  onTestFinished(() => search.mockRestore());
  const locationsOf = (document: DocumentNode) => {
    const { selectionSet } = document.definitions[0] as OperationDefinitionNode;
    return new GraphQLError('', { nodes: selectionSet.selections }).locations;
  };
  const document = parseWithin(source, limits);
  for (let times = 0; times < 100; times += 1) locationsOf(document);
  expect(search).toHaveBeenCalledOnce();
  expect(locationsOf(document)).toEqual(locationsOf(parse(source)));
});

test('a text is lexed once, whether it is valid or not', () => {
  const advance = vi.spyOn(Lexer.prototype, 'advance');
  onTestFinished(() => advance.mockRestore());
  const source = 'query Q($id: ID!) { field(id: $id) { id ...F @a } } fragment F on Field { weather(limit: 1) }';
  for (const text of [source, `${source} }`, `${source} \u0007`]) {
    advance.mockClear();
    refusalOf(text);
    const met = advance.mock.results.flatMap(({ type, value }) => (type === 'return' ? [value as Token] : []));
    const starts = met.filter(({ kind }) => kind !== TokenKind.EOF).map(({ start }) => start);
    expect(new Set(advance.mock.contexts).size).toBe(1);
    expect(starts.length).toBeGreaterThan(20);
    expect(starts).toEqual([...new Set(starts)]);
  }
});

test('a plan counts the same tokens and directives as the limits', () => {
  const source = 'query @a { id @b weather(first: [1]) # @c {\n }';
  const counts = { tokensMax: 16, directivesMax: 2 };
  expect(countText(source, limits)).toEqual(counts);
  expect(refusal(() => parseWithin(source, { ...limits, ...counts }))).toBeUndefined();
  for (const [limit, count] of Object.entries(counts)) {
    const refused = { max: count - 1, actual: count };
    expect(refusal(() => parseWithin(source, { ...limits, [limit]: count - 1 }))).toMatchObject(refused);
  }
});
