/** What of a document is found out once: its tokens, its operations, and that they cost no more than allowed. */
import { getOperationAST, Lexer, parse } from 'graphql';
import { beforeEach, expect, it, vi } from 'vitest';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { gatewayOver } from '../../support/gateway.ts';

vi.mock('graphql', async (load) => {
  const graphql = await load<{ getOperationAST: typeof getOperationAST }>();
  return { ...graphql, getOperationAST: vi.fn(graphql.getOperationAST) };
});

const advance = vi.spyOn(Lexer.prototype, 'advance');
const { answer } = gatewayOver();

beforeEach(() => {
  advance.mockClear();
  vi.mocked(getOperationAST).mockClear();
});

async function send(query: string, more: { operationName?: string; variables?: object } = {}) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query, ...more });
  const response = await answer(new Request('http://graph.test/graphql', { method: 'POST', headers, body }));
  return (await response.json()) as { data?: unknown; errors?: unknown };
}

/** How often an operation was looked for, and texts were read, since the test began. */
const effort = () => ({
  searches: vi.mocked(getOperationAST).mock.calls.length,
  lexings: new Set(advance.mock.contexts).size,
});

const warmRequests = 20;

it.each([
  ['a query', 'query A { field(id: "fld_a") { weather { date } } }', {}],
  ['a query of several, by its name', 'query B { __typename } query C { __typename }', { operationName: 'C' }],
  ['a query with variables', 'query D($id: ID!) { field(id: $id) { id } }', { variables: { id: 'fld_a' } }],
])('%s is looked for once and read once, and never when it is warm', async (_, query, more) => {
  expect((await send(query, more)).data).toBeDefined();
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
  for (let request = 0; request < warmRequests; request += 1) await send(query, more);
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
});

it('a mutation is looked for once too', async () => {
  const query =
    'mutation { addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "x" }) { __typename } }';
  for (let request = 0; request < warmRequests; request += 1)
    expect(await send(query)).toEqual({ data: { addObservation: { __typename: 'AddObservationSuccess' } } });
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
});

it('the operations of a document are found as graphql-js finds them, each always the same', () => {
  for (const text of [
    '{ a }',
    'query A { a }',
    '{ a } query A { a }',
    'query A { a } query B { b }',
    'type A { a: B }',
  ]) {
    const document = parse(text);
    const prepared = new PreparedDocument(document, []);
    for (const name of [undefined, 'A', 'B', 'C', '', '__proto__', 'constructor']) {
      expect(prepared.find(name)?.node ?? null).toBe(getOperationAST(document, name));
      expect(prepared.find(name)).toBe(prepared.find(name));
    }
  }
});
