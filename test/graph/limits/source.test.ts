import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { assertSource } from '../../../src/graph/operation/limits/text.ts';
import { limits, refusal } from './fixture.ts';

const refusalOf = (source: string) => refusal(() => assertSource(source, limits));

describe('text that would overflow the parser is refused before it', () => {
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

  test('the parser itself does overflow on such text, which is why the lexer goes first', () => {
    expect(() => parse(`{ a(b: ${'['.repeat(20_000)}) }`)).toThrow(RangeError);
  });
});

test('10,000 tokens are refused at the first one too many', () => {
  expect(refusalOf(`{ ${'id '.repeat(9_998)} }`)).toEqual({ name: 'TOKENS_MAX', max: 5_000, actual: 5_001 });
});

test('exactly as many tokens as allowed pass', () => {
  expect(refusalOf(`{ ${'id '.repeat(4_998)} }`)).toBeUndefined();
});

test('20,000 ids in the text are refused', () => {
  expect(refusalOf(`{ fields(ids: [${'"fld_a", '.repeat(20_000)}]) { id } }`)?.name).toBe('TOKENS_MAX');
});

test('51 directives are refused wherever they stand', () => {
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
  ['nothing', ''],
])('%s is left to the parser and its syntax error', (_, source) => {
  expect(refusalOf(source)).toBeUndefined();
  expect(() => parse(source)).toThrow(/Syntax Error/);
});
