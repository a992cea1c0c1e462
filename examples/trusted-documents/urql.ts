/** urql that sends `documentId` by GET: a document without definitions, which has an id, is sent by its id. */
import { Client, fetchExchange, makeOperation, mapExchange } from '@urql/core';
import { cacheOptions } from '@fieldgraph/client/graphcache';
import { cacheExchange } from '@urql/exchange-graphcache';
import { documentIdOf } from './document-id.ts';

/** After the cache, which reads the definitions, and before the network, which need not. */
const byDocumentId = mapExchange({
  onOperation(operation) {
    if (operation.kind === 'teardown') return operation;
    const query = { kind: 'Document', definitions: [], documentId: documentIdOf(operation.query) } as never;
    return makeOperation(operation.kind, { ...operation, query }, operation.context);
  },
});

export function createUrqlClient(url: string, headers: Record<string, string>): Client {
  return new Client({
    url,
    // By GET as long as the address is short; urql sends longer ones by POST.
    preferGetMethod: true,
    fetchOptions: {
      headers: { ...headers, 'graphql-client-name': 'trusted-documents', 'graphql-client-version': '1.0.0' },
    },
    exchanges: [cacheExchange(cacheOptions), byDocumentId, fetchExchange],
  });
}
