/** What of a document is found out once: its tokens and its operations; of a trusted document before its first request. */
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getOperationAST, Lexer, parse } from 'graphql';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import * as plan from '../../../src/executor/plan/plan.ts';
import { createTrustedDocuments } from '../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { askJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

const advance = vi.spyOn(Lexer.prototype, 'advance');
const find = vi.spyOn(PreparedDocument.prototype, 'find');
const planned = vi.spyOn(plan, 'planOperation');
const validated = vi.fn();
subscribe('tracing:graphql:validate:start', validated);
afterAll(() => {
  unsubscribe('tracing:graphql:validate:start', validated);
  vi.restoreAllMocks();
});
const { answer } = gatewayOver();

beforeEach(() => {
  for (const each of [advance, find, planned, validated]) each.mockClear();
});

interface Parameters {
  documentId?: string;
  operationName?: string;
  variables?: object;
}

const send = (query: string | undefined, more: Parameters = {}, to = answer) => askJson(to, { query, ...more });

/** In how many documents operations were looked for, and how many texts were read, since the test began. */
const effort = () => ({
  documents: new Set(find.mock.contexts).size,
  lexings: new Set(advance.mock.contexts).size,
});

const warmRequests = 20;

it.each([
  ['a query', 'query A { field(id: "fld_a") { weather { date } } }', {}],
  ['a query of several, by its name', 'query B { __typename } query C { __typename }', { operationName: 'C' }],
  ['a query with variables', 'query D($id: ID!) { field(id: $id) { id } }', { variables: { id: 'fld_a' } }],
])('%s is looked for in one document, which is read once, and never when it is warm', async (_, query, more) => {
  expect((await send(query, more)).data).toBeDefined();
  expect(effort()).toEqual({ documents: 1, lexings: 1 });
  for (let request = 0; request < warmRequests; request += 1) await send(query, more);
  expect(effort()).toEqual({ documents: 1, lexings: 1 });
});

it('a mutation is looked for in one too', async () => {
  const query =
    'mutation { addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "x" }) { __typename } }';
  for (let request = 0; request < warmRequests; request += 1)
    expect(await send(query)).toEqual({ data: { addObservation: { __typename: 'AddObservationSuccess' } } });
  expect(effort()).toEqual({ documents: 1, lexings: 1 });
});

it('a trusted document is read, validated and planned before its first request, for each value of its conditions', async () => {
  const text = 'query Id($id: ID!, $x: Boolean = true) { field(id: $id) { id @include(if: $x) __typename } }';
  const hash = createHash('sha256').update(text).digest('hex');
  const documents = [{ hash, text, place: 'here' }];
  const trusted = createTrustedDocuments({ isOnly: false, bytesMax: 67_108_864, documents });
  const fresh = gatewayOver(undefined, { additions: [trusted] });
  const work = [advance, validated, planned] as const;
  for (const each of work) {
    expect(each).toHaveBeenCalled();
    each.mockClear();
  }
  for (const [query, documentId, x] of [
    [undefined, `sha256:${hash}`, true],
    [undefined, `sha256:${hash}`, false],
    [text, undefined, true],
  ] as const) {
    const { data } = await send(query, { documentId, variables: { id: 'fld_a', x } }, fresh.answer);
    expect(data).toEqual({ field: { ...(x && { id: 'fld_a' }), __typename: 'Field' } });
  }
  for (const each of work) expect(each).not.toHaveBeenCalled();
});

it('the operations of a document are found as graphql-js finds them, each always the same, and looked for once', () => {
  for (const text of [
    '{ a }',
    'query A { a }',
    '{ a } query A { a }',
    'query A { a } query B { b }',
    'type A { a: B }',
  ]) {
    const { definitions, ...others } = parse(text);
    let searches = 0;
    const document = {
      ...others,
      get definitions() {
        searches += 1;
        return definitions;
      },
    };
    const prepared = new PreparedDocument(document, []);
    for (const name of [undefined, 'A', 'B', 'C', '', '__proto__', 'constructor']) {
      const expected = getOperationAST({ ...others, definitions }, name);
      const found = prepared.find(name);
      expect(found?.node ?? null).toBe(expected);
      searches = 0;
      expect(prepared.find(name)).toBe(found);
      expect(searches).toBe(found ? 0 : 1);
    }
  }
});
