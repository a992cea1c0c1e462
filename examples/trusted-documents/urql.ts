/** urql that sends `documentId` by GET, which it does for documents that have an id and no definitions. */
import { Client, fetchExchange, makeOperation, mapExchange } from '@urql/core';
import { cacheOptions } from '@fieldgraph/client/graphcache';
import { cacheExchange } from '@urql/exchange-graphcache';
import { documentIdOf } from './document-id.ts';

/** Removes the definitions. Its place is after the cache, which reads them, and before the network. */
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
    // Short requests are sent by GET. urql sends longer ones by POST.
    preferGetMethod: true,
    fetchOptions: {
      headers: { ...headers, 'graphql-client-name': 'trusted-documents', 'graphql-client-version': '1.0.0' },
    },
    exchanges: [cacheExchange(cacheOptions), byDocumentId, fetchExchange],
  });
}
