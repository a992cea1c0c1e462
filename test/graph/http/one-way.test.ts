/** What is done to a request is done in one place: a second one would be forgotten when the first is changed. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../../../src/', import.meta.url);
const sources = globSync('{graph/{http,operation},executor,platform}/**/*.ts', { cwd: src }).map((path) => ({
  path,
  code: readFileSync(new URL(path, src), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

/** Each file of these rooms in which it is found, once for each time. */
const filesWith = (pattern: RegExp, places = /^graph\//) =>
  sources
    .filter(({ path }) => places.test(path))
    .flatMap(({ path, code }) => (code.match(new RegExp(pattern, 'g')) ?? []).map(() => path.replace(/^graph\//, '')))
    .sort();

/** Where a fault is caught that is expected: none of these replies to a fault of ours. */
const expected: Record<string, string> = {
  'http/operation-request.ts': 'a body that ends early, is not UTF-8 or not JSON',
  'http/pages/graphiql-changes.ts': 'the page itself shows what is no JSON',
  'http/pages/page.ts': 'thrown on, so that the next request renders again',
  'http/readiness.ts': 'a probe that fails has found a fault',
  'http/admin.ts': 'the port of operators is a server of its own',
  'operation/documents.ts': 'a document that is no GraphQL',
  'operation/limits/parse-within.ts': 'a text that is no GraphQL',
};

it('what nobody expects is caught by the pipeline and by receive, and beyond them by the socket alone', () => {
  const catches = filesWith(/\bcatch\b|\battempt\(/).filter((path) => !(path in expected));
  expect(catches).toEqual(['http/server.ts', 'operation/pipeline.ts']);
});

it('replies are compressed by one module', () => {
  // The other only decompresses, for clients that take no compressed file.
  const found = ['http/pages/compressed-file.ts', 'platform/server/http-reply.ts'];
  expect(filesWith(/from 'node:zlib'/, /./)).toEqual(found);
  expect(filesWith(/\bcompress\(/)).toEqual(['http/server.ts']);
});

it('a request id is given by receive, and to what is refused before it comes so far', () => {
  expect(filesWith(/\breadRequestId\(/)).toEqual(['http/overload.ts', 'http/server.ts']);
});

it('an operation is found in its document once, by what prepares it; the executor alone, asked without one, finds it itself', () => {
  expect(filesWith(/\bgetOperationAST\(/, /./)).toEqual(['executor/executor.ts', 'operation/documents.ts']);
});

it('a text is read by one lexer, while it is parsed', () => {
  expect(filesWith(/(?:new|extends) Lexer\b/, /./)).toEqual(['operation/limits/parse-within.ts']);
});

it('one class of semaphore bounds calls', () => {
  expect(filesWith(/class \w*(?:Semaphore|Queue)\b/, /./)).toEqual(['platform/sync/semaphore.ts']);
});
