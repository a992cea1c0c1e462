/** Each step of handling a request is in one module: a second one would be forgotten when the first is changed. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../../../src/', import.meta.url);
const sources = globSync('{graph/{http,operation},executor,platform}/**/*.ts', { cwd: src }).map((path) => ({
  path,
  code: readFileSync(new URL(path, src), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

/** The files of these folders that match the pattern, once per match. */
const filesWith = (pattern: RegExp, places = /^graph\//) =>
  sources
    .filter(({ path }) => places.test(path))
    .flatMap(({ path, code }) => (code.match(new RegExp(pattern, 'g')) ?? []).map(() => path.replace(/^graph\//, '')))
    .sort();

/** Files that catch expected errors only: none of them responds to an internal error. */
const expected: Record<string, string> = {
  'http/operation-request.ts': 'a body that ends early, is not UTF-8 or not JSON',
  'http/pages/graphiql-changes.ts': 'the page itself shows text that is not JSON',
  'http/pages/page.ts': 'rethrown, so that the next request renders again',
  'http/readiness.ts': 'a failed probe is a result',
  'http/admin.ts': 'the admin port has its own server',
  'operation/documents.ts': 'a document that is not GraphQL',
  'operation/limits/parse-within.ts': 'a text that is not GraphQL',
};

it('only the pipeline and the HTTP server catch unexpected errors', () => {
  const catches = filesWith(/\bcatch\b|\battempt\(/).filter((path) => !(path in expected));
  expect(catches).toEqual(['http/server.ts', 'operation/pipeline.ts']);
});

it('one module compresses replies', () => {
  // compressed-file.ts only decompresses, for clients that accept no compressed file.
  const found = ['http/pages/compressed-file.ts', 'platform/server/http-reply.ts'];
  expect(filesWith(/from 'node:zlib'/, /./)).toEqual(found);
  expect(filesWith(/\bcompress\(/)).toEqual(['http/server.ts']);
});

it('only the HTTP server reads request ids, and the overload handler for requests that it refuses earlier', () => {
  expect(filesWith(/\breadRequestId\(/)).toEqual(['http/overload.ts', 'http/server.ts']);
});

it('documents.ts selects the operation of a document, and the executor does so only if it receives none', () => {
  expect(filesWith(/\bgetOperationAST\(/, /./)).toEqual(['executor/executor.ts', 'operation/documents.ts']);
});

it('one lexer reads a document, while it is parsed', () => {
  expect(filesWith(/(?:new|extends) Lexer\b/, /./)).toEqual(['operation/limits/parse-within.ts']);
});

it('one semaphore class limits calls', () => {
  expect(filesWith(/class \w*(?:Semaphore|Queue)\b/, /./)).toEqual(['platform/sync/semaphore.ts']);
});
