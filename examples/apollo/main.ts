/** Data of a field page: loads observations page by page, and shows a new one after a mutation, without code for the cache. */
import { settings } from '../settings.ts';
import { graphql } from './__generated__/gql.ts';
import { createClient } from './client.ts';

const FieldPage = graphql(`
  query FieldPage($id: ID!, $after: String) {
    field(id: $id) {
      ...FieldHeader
      observationsConnection(first: 2, after: $after) {
        edges { node { id observedAt text } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }

  fragment FieldHeader on Field {
    id
    latestWeather { date temperatureMax { value unit } }
    latestObservation { id text }
  }
`);

const AddObservation = graphql(`
  mutation AddObservation($input: AddObservationInput!) {
    addObservation(input: $input) {
      ... on AddObservationSuccess {
        field { id latestObservation { id text } }
      }
      ... on FieldgraphError { code message }
    }
  }
`);

const FieldAgain = graphql(`
  query FieldAgain($id: ID!) {
    node(id: $id) { ...FieldHeader }
  }
`);

const client = createClient(settings.url, settings.headers);
const variables = { id: settings.fieldId };
const { data, error } = await client.query({ query: FieldPage, variables });
if (error) console.error(error.message);
const high = data?.field?.latestWeather?.temperatureMax;
console.log(`${data?.field?.id}: high ${high?.value.toFixed(1)} ${high?.unit}`);

// In a component: `fetchMore({ variables: { after } })` of useQuery.
const after = data?.field?.observationsConnection?.pageInfo.endCursor;
await client.query({ query: FieldPage, variables: { ...variables, after }, fetchPolicy: 'network-only' });
const pages = client.readQuery({ query: FieldPage, variables });
console.log(`two pages, one list: ${pages?.field?.observationsConnection?.edges.length} observations`);

// The result contains the id of the field, so every view of the field shows the new observation.
const input = { idempotencyKey: crypto.randomUUID(), fieldId: settings.fieldId, text: 'Tillering, even stand.' };
const { data: written } = await client.mutate({ mutation: AddObservation, variables: { input } });
const result = written?.addObservation;
if (result && 'code' in result) console.log(`${result.code}: ${result.message}`);

const again = await client.query({ query: FieldAgain, variables, fetchPolicy: 'cache-only' });
console.log(`newest observation, through node and from the cache: ${again.data?.node?.latestObservation?.text}`);
console.log(`cached as: ${Object.keys(client.extract() as object).join(', ')}`);
