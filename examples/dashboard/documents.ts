/** The query for the fields of the dashboard, and the subscription to their changes. */
import { graphql } from './__generated__/gql.ts';

export const Fields = graphql(`
  query Fields($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      name
      latestWeather { date temperatureMax { value unit } }
      latestObservation { id text }
    }
  }
`);

export const Changes = graphql(`
  subscription Changes($ids: [ID!]!) {
    fieldsChanged(ids: $ids) { lists field { id } }
  }
`);
