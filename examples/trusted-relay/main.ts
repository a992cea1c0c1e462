/** A Relay environment that sends `documentId` instead of a document. Start the graph with the manifest that the compiler wrote. */
import { Environment, type FetchFunction, fetchQuery, Network, RecordSource, Store } from 'relay-runtime';
import { settings } from '../settings.ts';
import page, { type pageQuery } from './__generated__/pageQuery.graphql.ts';

const fetchGraph: FetchFunction = async ({ id: documentId, operationKind }, variables) => {
  const headers = {
    accept: 'application/graphql-response+json',
    'graphql-client-name': 'trusted-relay',
    ...settings.headers,
  };
  const parameters = { documentId: String(documentId), variables: JSON.stringify(variables) };
  const url = `${settings.url}?${new URLSearchParams(parameters)}`;
  // Mutations, and requests that are too long for an address, are sent by POST.
  const isPost = operationKind === 'mutation' || url.length > 8_000;
  const response = isPost
    ? await fetch(settings.url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ documentId, variables }),
      })
    : await fetch(url, { headers });
  return response.json();
};

const environment = new Environment({
  network: Network.create(fetchGraph),
  store: new Store(new RecordSource()),
});

const answer = await fetchQuery<pageQuery>(environment, page, { id: settings.fieldId }).toPromise();
const high = answer?.field?.latestWeather?.temperatureMax;
console.log(`Relay, by documentId: ${answer?.field?.id}, high ${high?.value.toFixed(1)} ${high?.unit}`);
