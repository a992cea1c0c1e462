/** How callers name trusted documents by each method and protocol, and which requests are refused if only these may run. */
import { createHash } from 'node:crypto';
import { Lexer } from 'graphql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTrustedDocuments } from '../../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { postOf } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { recordedLog } from '../../../support/recorded-log.ts';

/** Observes each token that is read until the test ends. */
function spyOnLexer() {
  const advance = vi.spyOn(Lexer.prototype, 'advance');
  onTestFinished(() => advance.mockRestore());
  return advance;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const text = 'query Id($id: ID!, $x: Boolean = true) { field(id: $id) { id @include(if: $x) __typename } }';
const write =
  'mutation Add { addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "x" }) { __typename } }';
const several = 'query A { __typename } query B { b: __typename }';
const variables = { id: 'fld_a' };
const data = { field: { id: 'fld_a', __typename: 'Field' } };

const trusted = (isOnly: boolean) => ({
  additions: [
    createTrustedDocuments({
      isOnly,
      bytesMax: 67_108_864,
      documents: [text, write, several].map((each) => ({
        hash: hashOf(each),
        text: each,
        file: 'here',
        place: 'here',
      })),
    }),
  ],
});
const open = gatewayOver(undefined, trusted(false));
const only = gatewayOver(undefined, trusted(true));
const without = gatewayOver();
const newer = 'application/graphql-response+json';

async function post(gateway: typeof open, parameters: object, accept = newer) {
  const response = await gateway.answer(postOf(parameters, { accept }));
  return { status: response.status, ...((await response.json()) as Answer) };
}

async function get(gateway: typeof open, parameters: Record<string, string>, accept = newer) {
  const search = new URLSearchParams(parameters);
  const response = await gateway.answer(new Request(`http://graph.test/graphql?${search}`, { headers: { accept } }));
  return { status: response.status, ...((await response.json()) as Answer) };
}

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions: { code: string } }[];
}
const coded = (status: number, code: string) =>
  expect.objectContaining({
    status,
    errors: [expect.objectContaining({ extensions: expect.objectContaining({ code }) })],
  });

describe('a documentId', () => {
  it.each([`sha256:${hashOf(text)}`, hashOf(text)])('%s runs its document by POST and by GET', async (documentId) => {
    expect(await post(open, { documentId, variables })).toEqual({ status: 200, data });
    expect(await get(open, { documentId, variables: JSON.stringify(variables) })).toEqual({ status: 200, data });
  });

  it('runs the named operation of its document', async () => {
    const documentId = `sha256:${hashOf(several)}`;
    expect(await post(open, { documentId, operationName: 'B' })).toEqual({ status: 200, data: { b: 'Query' } });
    expect(await post(open, { documentId })).toEqual(coded(400, 'BAD_USER_INPUT'));
  });

  it.each([newer, 'application/json'])(
    'is PERSISTED_DOCUMENT_NOT_FOUND with 400 if it is unknown, as %s',
    async (accept) => {
      const documentId = `sha256:${'0'.repeat(64)}`;
      for (const gateway of [open, only, without]) {
        expect(await post(gateway, { documentId }, accept)).toEqual(coded(400, 'PERSISTED_DOCUMENT_NOT_FOUND'));
        expect(await get(gateway, { documentId }, accept)).toEqual(coded(400, 'PERSISTED_DOCUMENT_NOT_FOUND'));
      }
    },
  );

  it.each<unknown>([
    '',
    'One',
    'md5:abc',
    hashOf(text).toUpperCase(),
    `sha256:${hashOf(text)}0`,
    7,
    {},
    [[`sha256:${hashOf(several)}`]],
  ])('%j is malformed and refused with 400', async (documentId) => {
    expect(await post(open, { documentId })).toEqual(coded(400, 'BAD_USER_INPUT'));
  });

  it('is refused with 400 next to a query, even if both are the same document', async () => {
    const documentId = `sha256:${hashOf(text)}`;
    expect(await post(open, { documentId, query: text, variables })).toEqual(coded(400, 'BAD_USER_INPUT'));
    expect(await get(open, { documentId, query: text })).toEqual(coded(400, 'BAD_USER_INPUT'));
  });

  it('is ignored if it is null', async () => {
    expect(await post(open, { documentId: null, query: text, variables })).toEqual({ status: 200, data });
  });

  it('runs its document next to a query that is null', async () => {
    expect(await post(open, { documentId: hashOf(text), query: null, variables })).toEqual({ status: 200, data });
  });

  it.each<object>([{ query: 7 }, { query: '' }])('is not mentioned by the error for %j', async (parameters) => {
    const { errors } = await post(open, parameters);
    expect(errors).toMatchObject([{ message: '"query" must be a GraphQL document.' }]);
  });

  const noDocument = [{ id: hashOf(text) }, { doc_id: hashOf(text) }, { variables }, { query: null }];
  it.each<object>([...noDocument, { documentId: null }])(
    'is mentioned by the error for %j, which has neither a documentId nor a query',
    async (parameters) => {
      const sentence = 'Send "documentId" or "query": in the body of a POST, in the URL of a GET.';
      for (const gateway of [open, only])
        expect(await post(gateway, parameters)).toMatchObject({ status: 400, errors: [{ message: sentence }] });
      const { errors } = await post(without, parameters);
      expect(errors).toMatchObject([{ message: '"query" must be a GraphQL document.' }]);
    },
  );

  it('for a mutation is refused with 405 by GET and runs by POST', async () => {
    const documentId = `sha256:${hashOf(write)}`;
    expect(await get(open, { documentId })).toEqual(coded(405, 'METHOD_NOT_ALLOWED'));
    expect((await post(open, { documentId })).data).toBeDefined();
  });
});

describe('a hash of Apollo’s protocol', () => {
  const persisted = (document: string, version = 1) => ({
    persistedQuery: { version, sha256Hash: hashOf(document) },
  });

  it('runs its document by POST and by GET', async () => {
    const extensions = persisted(text);
    expect(await post(only, { extensions, variables })).toEqual({ status: 200, data });
    const search = { extensions: JSON.stringify(extensions), variables: JSON.stringify(variables) };
    expect(await get(only, search)).toEqual({ status: 200, data });
  });

  it('is PERSISTED_QUERY_NOT_SUPPORTED with 200 if the hash or the version of the protocol is unknown', async () => {
    const code = 'PERSISTED_QUERY_NOT_SUPPORTED';
    for (const gateway of [open, only, without]) {
      const refused = await post(gateway, { extensions: persisted('{ __typename }') });
      expect(refused).toEqual(coded(200, code));
      expect(refused.errors?.[0]?.message).toBe('PersistedQueryNotSupported');
      expect(await post(gateway, { extensions: persisted(text, 2) })).toEqual(coded(200, code));
    }
  });

  it('registers nothing: a text that was sent with its hash cannot be run by the hash later', async () => {
    const query = '{ registered: __typename }';
    expect((await post(open, { query, extensions: persisted(query) })).data).toEqual({ registered: 'Query' });
    expect(await post(open, { extensions: persisted(query) })).toEqual(coded(200, 'PERSISTED_QUERY_NOT_SUPPORTED'));
  });
});

describe('an unknown hash', () => {
  const digits = '1'.repeat(64);
  const persistedQuery = { version: 1, sha256Hash: digits };
  it.each<[string, object]>([
    ['a documentId', { documentId: digits }],
    ['a hash of Apollo’s protocol', { extensions: { persistedQuery } }],
  ])('is `document` in the log line, by the plain path and by Yoga: %s', async (_, parameters) => {
    const { log, entries } = recordedLog('info');
    const { answer } = gatewayOver(undefined, { ...trusted(true), log });
    for (const accept of [newer, `${newer}, text/event-stream`]) await answer(postOf(parameters, { accept }));
    const line = expect.objectContaining({ document: `sha256:${digits}`, outcome: 'refused' });
    expect(entries()).toEqual([line, line]);
  });

  it('is in the error message, and a malformed hash is in no log line', async () => {
    const { log, lines } = recordedLog('info');
    const gateway = gatewayOver(undefined, { ...trusted(true), log });
    const { errors } = await post(gateway, { documentId: digits });
    expect(errors).toMatchObject([{ message: `The documentId sha256:${digits} is unknown.` }]);
    const malformed = `${digits}"}`;
    await post(gateway, { documentId: malformed });
    await post(gateway, { extensions: { persistedQuery: { version: 1, sha256Hash: malformed } } });
    expect(lines.slice(1).map((line) => 'document' in JSON.parse(line))).toEqual([false, false]);
  });
});

describe('documents of callers', () => {
  it('evict no trusted document, however many there are', async () => {
    const small = gatewayOver(undefined, { ...trusted(false), documentsBytesMax: 100_000 });
    for (let index = 0; index < 100; index += 1) await post(small, { query: `{ a${index}: __typename }` });
    const advance = spyOnLexer();
    expect(await post(small, { query: text, variables })).toEqual({ status: 200, data });
    expect(advance).not.toHaveBeenCalled();
  });
});

describe('a gateway that runs only trusted documents', () => {
  const introspection = '{ __schema { queryType { name } } }';

  it.each(['{ __typename }', introspection, '{', '', `${text} `])('refuses %j', async (query) => {
    const code = query === '' ? 'BAD_USER_INPUT' : 'PERSISTED_DOCUMENT_REQUIRED';
    expect(await post(only, { query })).toEqual(coded(400, code));
    expect(await get(only, { query })).toEqual(coded(400, code));
  });

  it('refuses with 200 under application/json, as for any document that cannot run', async () => {
    expect(await post(only, { query: '{ __typename }' }, 'application/json')).toEqual(
      coded(200, 'PERSISTED_DOCUMENT_REQUIRED'),
    );
  });

  it('runs the text of a trusted document, with or without its hash', async () => {
    expect(await post(only, { query: text, variables })).toEqual({ status: 200, data });
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(text) } };
    expect(await post(only, { query: text, variables, extensions })).toEqual({ status: 200, data });
  });

  it('refuses other documents without parsing them', async () => {
    const advance = spyOnLexer();
    for (let index = 0; index < 30; index += 1) {
      const query = `{ a${index}: __typename }`;
      expect(await post(only, { query })).toEqual(coded(400, 'PERSISTED_DOCUMENT_REQUIRED'));
    }
    expect(advance).not.toHaveBeenCalled();
  });
});
