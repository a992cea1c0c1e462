/** Apollo Client whose normalised cache holds a field under its plain id, `fld_…`, whichever way it came. */
import { ApolloClient, defaultDataIdFromObject, type FieldPolicy, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import generated from './__generated__/possible-types.ts';

/** A field that any query brought is read from the cache, even by one that was never sent. */
const fieldById: FieldPolicy = {
  read: (existing, { args, toReference }) => (existing === undefined ? toReference(args?.id) : existing),
};

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    // Which types `... on UserError` and `... on Node` stand for.
    possibleTypes: generated.possibleTypes,
    dataIdFromObject: (object) => (object.__typename === 'Field' ? String(object.id) : defaultDataIdFromObject(object)),
    typePolicies: {
      Query: { fields: { field: fieldById, node: fieldById } },
      // Pages become one list; another window or category is another list.
      Field: { fields: { observationsConnection: relayStylePagination(['from', 'to', 'category']) } },
    },
  });
}

// One list that fails leaves its neighbours: by its default Apollo would throw the whole answer away.
const errorPolicy = 'all';

export function createClient(uri: string, headers: Record<string, string>): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri, headers }),
    cache: createCache(),
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
