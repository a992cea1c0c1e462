/** Apollo Client that sends hashes by GET: its own persisted-query link, told the hash that the build wrote beside each document. */
import { ApolloClient, type DocumentNode, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { cacheOptions } from '@fieldgraph/client/apollo';
import { documentIdOf } from './document-id.ts';

/** Apollo's protocol has the digits alone. */
const generateHash = async (document: DocumentNode) => documentIdOf(document).replace('sha256:', '');

// As in ../apollo: one list that fails leaves its neighbours.
const errorPolicy = 'all';

export function createApolloClient(uri: string, headers: Record<string, string>): ApolloClient {
  // By default, one unknown hash makes the link send the text of every query, which is not the text of the manifest.
  const hashes = new PersistedQueryLink({ generateHash, useGETForHashedQueries: true, disable: () => false });
  return new ApolloClient({
    link: hashes.concat(new HttpLink({ uri, headers })),
    cache: new InMemoryCache(cacheOptions),
    defaultOptions: { query: { errorPolicy }, watchQuery: { errorPolicy }, mutate: { errorPolicy } },
    clientAwareness: { name: 'trusted-documents', version: '1.0.0' },
  });
}
