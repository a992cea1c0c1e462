/** A document is lexed and its operations are searched only once; a trusted document is prepared before its first request. */
import { createHash } from 'node:crypto';
import { getOperationAST, Lexer, parse, validate } from 'graphql';
import { beforeEach, expect, it, vi } from 'vitest';
import { planOperation } from '../../../src/executor/plan/plan.ts';
import { createTrustedDocuments } from '../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

vi.mock('graphql', async (load) => {
  const graphql = await load<{ getOperationAST: typeof getOperationAST; validate: typeof validate }>();
  return { ...graphql, getOperationAST: vi.fn(graphql.getOperationAST), validate: vi.fn(graphql.validate) };
});
vi.mock('../../../src/executor/plan/plan.ts', async (load) => {
  const plan = await load<{ planOperation: typeof planOperation }>();
  return { ...plan, planOperation: vi.fn(plan.planOperation) };
});

const advance = vi.spyOn(Lexer.prototype, 'advance');
const { answer } = gatewayOver();

beforeEach(() => {
  for (const each of [advance, vi.mocked(getOperationAST), vi.mocked(validate), vi.mocked(planOperation)])
    each.mockClear();
});

interface Parameters {
  documentId?: string;
  operationName?: string;
  variables?: object;
}

const send = (query: string | undefined, more: Parameters = {}, to = answer) => requestJson(to, { query, ...more });

/** The numbers of searches for an operation and of lexed texts since the test began. */
const effort = () => ({
  searches: vi.mocked(getOperationAST).mock.calls.length,
  lexings: new Set(advance.mock.contexts).size,
});

const warmRequests = 20;

it.each([
  ['a query', 'query A { field(id: "fld_a") { weather { date } } }', {}],
  ['one of several queries, by its name', 'query B { __typename } query C { __typename }', { operationName: 'C' }],
  ['a query with variables', 'query D($id: ID!) { field(id: $id) { id } }', { variables: { id: 'fld_a' } }],
])('%s is searched and lexed once, and never again when it is repeated', async (_, query, more) => {
  expect((await send(query, more)).data).toBeDefined();
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
  for (let request = 0; request < warmRequests; request += 1) await send(query, more);
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
});

it('a mutation is searched and lexed once', async () => {
  const query =
    'mutation { addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "x" }) { __typename } }';
  for (let request = 0; request < warmRequests; request += 1)
    expect(await send(query)).toEqual({ data: { addObservation: { __typename: 'AddObservationSuccess' } } });
  expect(effort()).toEqual({ searches: 1, lexings: 1 });
});

it('a trusted document is lexed, validated and planned before its first request, for each value of its conditions', async () => {
  const text = 'query Id($id: ID!, $x: Boolean = true) { field(id: $id) { id @include(if: $x) __typename } }';
  const hash = createHash('sha256').update(text).digest('hex');
  const documents = [{ hash, text, file: 'here', place: 'here' }];
  const trusted = createTrustedDocuments({ isOnly: false, bytesMax: 67_108_864, documents });
  const fresh = gatewayOver(undefined, { additions: [trusted] });
  const work = [advance, vi.mocked(validate), vi.mocked(planOperation)] as const;
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

it('the operations of a document are found as graphql-js finds them, each always as the same object', () => {
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
