/** The fields of the dashboard, and which of them changed. */
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
