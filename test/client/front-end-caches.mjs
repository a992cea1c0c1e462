/**
 * Run by client-package.test.ts in a folder where the packed client is installed next to Apollo Client and urql: sends each recipe
 * through both caches, with and without knowledge of the graph, and prints their warnings and what they read of a refusal.
 */
import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheOptions as apollo } from '@fieldgraph/client/apollo';
import { clientPresetConfig } from '@fieldgraph/client/codegen';
import { cacheOptions as graphcache } from '@fieldgraph/client/graphcache';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';

const { url, recipes } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const refused = `mutation Add {
  addObservation(input: { idempotencyKey: "k", fieldId: "fld_demo_01", text: "Rust." }) { ... on FieldgraphError { code message } }
}`;

const pages = `query Pages($after: String) {
  field(id: "fld_demo_01") { id observationsConnection(first: 2, after: $after) { nodes { id } pageInfo { endCursor } } }
}`;

/** What views that select one part each of a page are shown, one after the other. */
async function readViews(read) {
  const shown = {};
  for (const part of ['nodes { id }', 'pageInfo { hasNextPage endCursor }', 'edges { node { id } }']) {
    const { data } = await read(`{ field(id: "fld_demo_04") { id observationsConnection(first: 2) { ${part} } } }`);
    Object.assign(shown, data.field.observationsConnection);
  }
  const { nodes, edges, pageInfo } = shown;
  const { data } = await read(`{ field(id: "fld_none") { id observationsConnection { edges { node { id } } } } }`);
  const failed = data.field.observationsConnection;
  return {
    nodes: nodes.length,
    edges: edges.length,
    hasNext: pageInfo.hasNextPage && pageInfo.endCursor !== '',
    failed,
  };
}

/** How many observations a cache has after two pages of two, the second of them read twice. */
async function countNodes(read) {
  const connectionOf = ({ data }) => data.field.observationsConnection;
  const { endCursor: after } = connectionOf(await read({})).pageInfo;
  for (let time = 1; time <= 2; time += 1) await read({ after });
  return connectionOf(await read({}, 'cache-only')).nodes.length;
}

/** Graphcache says on `debug` what it does not hold yet. */
const warn = (kind, text) => (kind === 'debug' ? undefined : console.warn(text));

/** Everything that is written to the console meanwhile. */
async function warningsOf(run) {
  const lines = [];
  for (const name of ['warn', 'error']) console[name] = (...parts) => lines.push(parts.join(' '));
  const result = await run();
  return { warnings: lines, ...result };
}

async function askApollo(options) {
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache(options) });
  for (const query of recipes) await client.query({ query: gql(query), errorPolicy: 'all' });
  const hasBothViews = recipes.slice(-2).every((query) => client.readQuery({ query: gql(query) }) !== null);
  const { data } = await client.mutate({ mutation: gql(refused), errorPolicy: 'all' });
  const nodes = await countNodes((variables, fetchPolicy = 'network-only') =>
    client.query({ query: gql(pages), variables, fetchPolicy }),
  );
  const views = await readViews((query) => client.query({ query: gql(query), errorPolicy: 'all' }));
  return { code: data.addObservation.code ?? null, cached: Object.keys(client.extract()), nodes, views, hasBothViews };
}

async function askUrql(options) {
  const client = new Client({ url, preferGetMethod: false, exchanges: [cacheExchange(options), fetchExchange] });
  for (const query of recipes) await client.query(query, {}).toPromise();
  const { data } = await client.mutation(refused, {}).toPromise();
  const nodes = await countNodes((variables, requestPolicy = 'network-only') =>
    client.query(pages, variables, { requestPolicy }).toPromise(),
  );
  const views = await readViews((query) => client.query(query, {}).toPromise());
  const { data: missing } = await client.query('{ node(id: "bad") { id } }', {}).toPromise();
  const known = await client
    .query('{ node(id: "fld_demo_01") { id } }', {}, { requestPolicy: 'cache-only' })
    .toPromise();
  return { code: data.addObservation.code ?? null, nodes, views, missing, known: known.data };
}

console.log(
  JSON.stringify({
    apollo: await warningsOf(() => askApollo(apollo)),
    apolloUntold: await warningsOf(() => askApollo({})),
    urql: await warningsOf(() => askUrql({ ...graphcache, logger: warn })),
    urqlUntold: await warningsOf(() => askUrql({ logger: warn })),
    scalars: clientPresetConfig.scalars,
  }),
);
