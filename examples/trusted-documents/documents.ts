/** What this program asks. The build writes each document with its hash, and all of them as the manifest that the graph is started with. */
import { graphql } from './__generated__/gql.ts';

export const Today = graphql(`
  query Today($id: ID!) {
    field(id: $id) {
      id
      latestWeather { date temperatureMax { value unit } }
    }
  }
`);

export const Season = graphql(`
  query Season($id: ID!) {
    field(id: $id) {
      id
      indexSeries(index: NDVI) { acquiredAt statistics { mean } }
    }
  }
`);
