/** Apollo Client with its persisted-query link: it sends only a hash, which the graph refuses by its protocol, and then documents. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { installed } from '../support/examples.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { send } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const product = untilFileEnd(await startProduct());
const text = 'query FieldId { field(id: "fld_demo_01") { __typename id } }';
const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') };

describe.runIf(installed)('the persisted-query link of Apollo Client', () => {
  it.each([false, true])(
    'sends documents after its first hash was refused (hashes by GET: %s)',
    async (useGETForHashedQueries) => {
      const load = createRequire(new URL('../../examples/package.json', import.meta.url));
      const { ApolloClient, gql, HttpLink, InMemoryCache } = load('@apollo/client');
      const { PersistedQueryLink } = load('@apollo/client/link/persisted-queries');
      const sent: string[] = [];
      const http = new HttpLink({
        uri: `${product.graphUrl}/graphql`,
        fetch(url: string, init: RequestInit) {
          const body = typeof init.body === 'string' ? init.body : decodeURIComponent(new URL(url).search);
          sent.push(`${init.method} ${body.includes('fld_demo_01') ? 'document' : 'hash'}`);
          return fetch(url, init);
        },
      });
      const sha256 = (document: string) => createHash('sha256').update(document).digest('hex');
      const client = new ApolloClient({
        link: new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(http),
        cache: new InMemoryCache(),
        clientAwareness: { name: 'field-app', version: '1.2' },
      });
      for (let time = 0; time < 2; time += 1) {
        const { data } = await client.query({ query: gql(text), fetchPolicy: 'network-only' });
        expect(data).toEqual({ field: { __typename: 'Field', id: 'fld_demo_01' } });
      }
      const first = useGETForHashedQueries ? 'GET hash' : 'POST hash';
      expect(sent).toEqual([first, 'POST document', 'POST document']);
    },
  );
});

describe('a persisted-query hash', () => {
  const refusal = {
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
  };
  const headers = { accept: 'application/graphql-response+json,application/json;q=0.9' };

  it.each([
    [{ extensions: { persistedQuery } }],
    [{ query: '', extensions: { persistedQuery } }],
    [{ query: null, variables: {}, operationName: 'FieldId', extensions: { persistedQuery } }],
  ])('without a document is refused as PersistedQueryNotSupported in a 200, by POST: %j', async (parameters) => {
    const answer = await send(product.graphUrl, { method: 'POST', body: JSON.stringify(parameters), headers });
    expect(answer).toMatchObject({ status: 200, body: refusal });
  });

  it('without a document is refused as PersistedQueryNotSupported in a 200, by GET', async () => {
    const search = new URLSearchParams({ operationName: 'FieldId', extensions: JSON.stringify({ persistedQuery }) });
    const answer = await send(product.graphUrl, { method: 'GET', headers }, `?${search}`);
    expect(answer).toMatchObject({ status: 200, body: refusal });
  });

  it('is ignored next to a document', async () => {
    const body = JSON.stringify({ query: text, extensions: { persistedQuery } });
    const answer = await send(product.graphUrl, { method: 'POST', body });
    expect(answer.body?.data).toEqual({ field: { __typename: 'Field', id: 'fld_demo_01' } });
  });

  it.each([{}, { extensions: {} }, { extensions: { persistedQuery: null } }, { extensions: { persistedQuery: {} } }])(
    'is not recognised in %j, which is refused with 400',
    async (parameters) => {
      const answer = await send(product.graphUrl, { method: 'POST', body: JSON.stringify(parameters) });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } });
    },
  );
});
