/** Apollo Client for the graph, with a cache that survives a reload. */
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { cacheOptions } from '@fieldgraph/client/apollo';

/** Some networks accept a request and never reply. */
const fetchInTime: typeof fetch = (url, init) => {
  const timeout = AbortSignal.timeout(30_000);
  return fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([timeout, init.signal]) : timeout });
};
const graph = new HttpLink({ uri: 'http://127.0.0.1:4000/graphql', fetch: fetchInTime });
const addKey = new SetContextLink(({ headers }) => {
  const key = localStorage.getItem('key');
  return { headers: key ? { ...headers, authorization: `Bearer ${key}` } : headers };
});

/** A list that failed is null. What was read before it stays. */
const lastRead = { merge: (existing: unknown, incoming: unknown) => incoming ?? existing ?? null };
const cache = new InMemoryCache(cacheOptions);
cache.policies.addTypePolicies({ Field: { fields: { name: lastRead, weather: lastRead, observations: lastRead } } });
cache.restore(JSON.parse(localStorage.getItem('cache') ?? '{}'));

export const client = new ApolloClient({ cache, link: addKey.concat(graph) });

/** Call it when the key has changed: the cache may have data of another account. */
export async function forgetCache(): Promise<void> {
  await client.resetStore();
}

// Another tab has changed it.
addEventListener('storage', ({ key }) => key === 'key' && void forgetCache());

/** Call it when the page has changed. */
export function saveCache(): void {
  try {
    localStorage.setItem('cache', JSON.stringify(cache.extract()));
  } catch {
    localStorage.removeItem('cache'); // It is full: leave what is left to the outbox.
  }
}
