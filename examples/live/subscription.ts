/** The subscription of the examples: the newest values of each field that changed. */
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { graphql } from './__generated__/gql.ts';

export const Changes = graphql(`
  subscription Changes($ids: [ID!]!, $after: String) {
    fieldsChanged(ids: $ids, after: $after) {
      cursor
      lists
      field { id latestWeather { date } latestObservation { id text } }
    }
  }
`);

export type Changed = ResultOf<typeof Changes>;
export type Watched = VariablesOf<typeof Changes>;
