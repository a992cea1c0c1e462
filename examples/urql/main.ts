/** A season of one index as a chart with its gaps, and the degree days so far. The second view needs no request. */
import { cacheOptions } from '@fieldgraph/client/graphcache';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { settings } from '../settings.ts';
import { graphql } from './__generated__/gql.ts';

const Season = graphql(`
  query Season($id: ID!, $from: DateOrDateTime!) {
    field(id: $id) {
      id
      indexSeries(index: NDVI, from: $from) { acquiredAt statistics { mean } }
      weatherSummary(from: $from) {
        growingDegreeDays { value unit }
        precipitation { value unit }
        observedDays
        missingDays
      }
    }
  }
`);

const DegreeDaysAgain = graphql(`
  query DegreeDaysAgain($id: ID!, $from: DateOrDateTime!) {
    node(id: $id) {
      ... on Field { id weatherSummary(from: $from) { growingDegreeDays { value } } }
    }
  }
`);

/** Keys of the cache. In an app, pass `makeDefaultStorage()` as `storage`, so that the cache survives a reload. */
const cached = new Set<string>();
const client = new Client({
  url: settings.url,
  fetchOptions: { headers: settings.headers },
  exchanges: [
    cacheExchange({
      ...cacheOptions,
      storage: {
        async writeData(changes) {
          for (const key of Object.keys(changes)) cached.add(key.replace(/(\.|%2e).*/, ''));
        },
        readData: async () => ({}),
      },
    }),
    fetchExchange,
  ],
});

const dayMs = 24 * 60 * 60_000;
const from = new Date(Date.now() - 120 * dayMs).toISOString().slice(0, 10);
const variables = { id: settings.fieldId, from };

/** Draws one character for each scene, and a dot if clouds covered the field. */
const chart = (means: (number | null | undefined)[]) =>
  means.map((mean) => (mean == null ? '·' : '▁▂▃▄▅▆▇█'.charAt(Math.round(Math.max(0, mean) * 7)))).join('');

const { data, error } = await client.query(Season, variables);
if (error) console.error(error.message);
const summary = data?.field?.weatherSummary;
console.log(
  `NDVI since ${from}: ${chart((data?.field?.indexSeries ?? []).map(({ statistics }) => statistics?.mean ?? null))}`,
);
const { growingDegreeDays: heat, precipitation: rain, observedDays, missingDays } = summary ?? {};
console.log(`${heat?.value.toFixed(0)} ${heat?.unit}, ${rain?.value.toFixed(0)} ${rain?.unit} of rain`);
console.log(`over ${observedDays} days, ${missingDays} missing`);

const again = await client.query(DegreeDaysAgain, variables, { requestPolicy: 'cache-only' });
const degreeDays = again.data?.node?.weatherSummary?.growingDegreeDays?.value.toFixed(0);
console.log(`through node and from the cache: ${degreeDays}`);
// Graphcache writes changes to the storage only when it is idle, so print at the exit.
process.once('exit', () => console.log(`cached as: ${[...cached].join(', ')}`));
