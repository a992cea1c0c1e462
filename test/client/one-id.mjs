/**
 * Run by one-id.test.ts next to the client's sources and the caches that they configure: reads two fields through each cache, and prints
 * what the cache then has of both.
 */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { cacheOptions as apolloOptions } from './apollo.ts';
import { cacheOptions as graphcacheOptions } from './graphcache.ts';

const url = process.argv[2];
const ids = ['fld_a', 'fld_b'];
const query = `query Records($id: ID!) {
  field(id: $id) {
    id
    earthObservations(from: "2026-05-01", to: "2026-05-15") { id cloudCover { value } }
    observations { id text }
  }
}`;

const seen = ({ data }) => ({
  clouds: data.field.earthObservations.map(({ cloudCover }) => cloudCover.value),
  notes: data.field.observations.map(({ text }) => text),
});

async function all(read) {
  const results = [];
  for (const id of ids) results.push(seen(await read({ id })));
  return results;
}

const apollo = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache(apolloOptions) });
const readApollo = (fetchPolicy) => (variables) => apollo.query({ query: gql(query), variables, fetchPolicy });
const urql = new Client({ url, preferGetMethod: false, exchanges: [cacheExchange(graphcacheOptions), fetchExchange] });
const readUrql = (requestPolicy) => (variables) => urql.query(query, variables, { requestPolicy }).toPromise();

await all(readApollo('network-only'));
await all(readUrql('network-only'));
console.log(JSON.stringify({ apollo: await all(readApollo('cache-only')), urql: await all(readUrql('cache-only')) }));
