/** What the page reads and writes. The code generator turns each document into types. */
import { graphql } from './__generated__/gql.ts';

export const ReadField = graphql(`
  query ReadField($id: ID!, $days: Int!) {
    field(id: $id) {
      id
      name
      weather(last: { days: $days }, next: { days: 7 }) {
        date
        kind
        temperatureMin(unit: CELSIUS) { value }
        temperatureMax(unit: CELSIUS) { value }
      }
      ...NewestObservations
    }
  }
`);

export const AddObservation = graphql(`
  mutation AddObservation($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { field { ...NewestObservations } }
      ... on FieldgraphError { code message retryable retryAfterSeconds }
      ... on InvalidInputError { faults { path code } }
    }
  }

  fragment NewestObservations on Field {
    id
    observations(limit: 5) { id observedAt text }
  }
`);
