/** Apollo Client with cache policies for the graph: every query finds a field in the cache by its id, `fld_…`. */
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheOptions } from '@fieldgraph/client/apollo';

// If one list fails, return the others. By default, Apollo Client discards the whole result.
const errorPolicy = 'all';

export function createClient(uri: string, headers: Record<string, string>): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri, headers }),
    cache: new InMemoryCache(cacheOptions),
    defaultOptions: { query: { errorPolicy }, watchQuery: { errorPolicy }, mutate: { errorPolicy } },
  });
}

/** Makes the types of all results allow data together with errors. */
declare module '@apollo/client' {
  namespace ApolloClient.DeclareDefaultOptions {
    interface Query {
      errorPolicy: 'all';
    }
    interface WatchQuery {
      errorPolicy: 'all';
    }
    interface Mutate {
      errorPolicy: 'all';
    }
  }
}
