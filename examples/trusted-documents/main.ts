/** Two clients that send hashes instead of documents. Start the graph with the manifest `__generated__/persisted-documents.json`. */
import { settings } from '../settings.ts';
import { createApolloClient } from './apollo.ts';
import { Season, Today } from './documents.ts';
import { createUrqlClient } from './urql.ts';

const variables = { id: settings.fieldId };

const apollo = createApolloClient(settings.url, settings.headers);
const today = await apollo.query({ query: Today, variables });
const high = today.data?.field?.latestWeather?.temperatureMax;
console.log(`Apollo Client, by hash: ${today.data?.field?.id}, high ${high?.value.toFixed(1)} ${high?.unit}`);

const urql = createUrqlClient(settings.url, settings.headers);
const season = await urql.query(Season, variables);
if (season.error) throw season.error;
console.log(`urql, by documentId: ${season.data?.field?.indexSeries?.length} scenes`);
