/** Apollo Client told what the graph is: a field is in its cache under its plain id, `fld_…`, whichever way it came. */
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheOptions } from '@fieldgraph/client/apollo';

// One list that fails leaves its neighbours: by its default Apollo would throw the whole answer away.
const errorPolicy = 'all';

export function createClient(uri: string, headers: Record<string, string>): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri, headers }),
    cache: new InMemoryCache(cacheOptions),
    defaultOptions: { query: { errorPolicy }, watchQuery: { errorPolicy }, mutate: { errorPolicy } },
  });
}

/** Tells the types of every query that data may come with errors. */
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
