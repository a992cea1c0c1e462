/** Apollo Client that sends hashes by GET. Its persisted-query link uses the hashes that the build wrote into the documents. */
import { ApolloClient, type DocumentNode, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { cacheOptions } from '@fieldgraph/client/apollo';
import { documentIdOf } from './document-id.ts';

/** In Apollo's protocol, hashes have no prefix. */
const generateHash = async (document: DocumentNode) => documentIdOf(document).replace('sha256:', '');

// If one list fails, return the others, as in ../apollo.
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
