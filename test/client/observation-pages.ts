/** Apollo Client with the product's cache options, over a gateway whose service has pages of observations. */
import { setTimeout } from 'node:timers/promises';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { cacheOptions } from '../../client/apollo.ts';
import { gatewayOver } from '../support/gateway.ts';
import { meta, note } from '../support/recorded-service.ts';

interface Page {
  nodes?: { id: string }[];
  edges?: { node: { id: string } }[];
}

/** The ids of the observations of a page, as the service names them. */
export const idsOf = ({ nodes, edges = [] }: Page) =>
  (nodes ?? edges.map(({ node }) => node)).map(({ id }) => id.replace('fld_a:obs:', ''));

// biome-ignore lint/suspicious/noExplicitAny: each test selects other parts.
export const documentOf = (parts: string): TypedDocumentNode<any> =>
  gql(`query ($first: Int!, $after: String, $category: ObservationCategory) {
    field(id: "fld_a") { id observationsConnection(first: $first, after: $after, category: $category) { ${parts} } }
  }`);

/** A client of a graph with these observations, newest first, which may grow. `settle` waits until no view reads. */
export function openClient(names: string[]) {
  const { answer } = gatewayOver(({ query }) => {
    const from = query.cursor === undefined ? 0 : names.indexOf(query.cursor) + 1;
    const shown = names.slice(from, from + Number(query.limit));
    const has_more = from + shown.length < names.length;
    const page = { limit: Number(query.limit), has_more, next_cursor: has_more ? (shown.at(-1) ?? null) : null };
    return { body: { data: shown.map((name) => note('fld_a', name)), page, meta: meta('fld_a') } };
  });
  const requests = new Set<Promise<unknown>>();
  const fetch: typeof globalThis.fetch = (url, init) => {
    const reply = answer(new Request(url, init));
    requests.add(reply);
    return reply.finally(() => requests.delete(reply));
  };
  const link = new HttpLink({ uri: 'http://graph.test/graphql', fetch });
  const client = new ApolloClient({ link, cache: new InMemoryCache(cacheOptions) });
  const settle = async () => {
    for (let idle = 0; idle < 3; idle = requests.size === 0 ? idle + 1 : 0) {
      await Promise.all(requests);
      await setTimeout(0);
    }
  };
  return { client, settle };
}
