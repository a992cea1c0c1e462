/** Apollo Client with live changes. Events update the cache like any other result, so every view of the field shows them. */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheOptions } from '@fieldgraph/client/apollo';
import { watchFields } from '@fieldgraph/client/live';
import { OperationTypeNode, print } from 'graphql';
import { Observable } from 'rxjs';

const errorPolicy = 'all';

/** Some networks accept a request and never reply. */
const fetchInTime: typeof fetch = (url, init) => {
  const timeout = AbortSignal.timeout(30_000);
  return fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([timeout, init.signal]) : timeout });
};

/** A link for subscriptions. It reconnects and resumes by itself. */
const liveLink = (url: string, headers: Record<string, string>) =>
  new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const controller = new AbortController();
        void (async () => {
          const { signal } = controller;
          for await (const result of watchFields<Record<string, unknown>>(
            { query: print(query), variables },
            { url, headers, signal },
          ))
            observer.next(result);
          observer.complete();
        })().catch((error) => observer.error(error));
        return () => controller.abort();
      }),
  );

export function createClient(uri: string, headers: Record<string, string>): ApolloClient {
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      liveLink(uri, headers),
      new HttpLink({ uri, headers, fetch: fetchInTime }),
    ),
    cache: new InMemoryCache(cacheOptions),
    defaultOptions: { query: { errorPolicy }, watchQuery: { errorPolicy }, mutate: { errorPolicy } },
  });
}
