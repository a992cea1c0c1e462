/** urql with live changes. */
import { cacheOptions } from '@fieldgraph/client/graphcache';
import { watchFields } from '@fieldgraph/client/live';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';

export const createClient = (url: string, headers: Record<string, string>) =>
  new Client({
    url,
    fetchOptions: { headers },
    exchanges: [
      cacheExchange(cacheOptions),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe(sink) {
            const controller = new AbortController();
            void (async () => {
              const { signal } = controller;
              for await (const result of watchFields<object>({ query, variables }, { url, headers, signal }))
                sink.next(result);
              sink.complete();
            })().catch((error) => sink.error(error));
            return { unsubscribe: () => controller.abort() };
          },
        }),
      }),
    ],
  });
