/** The queries of this program. The build adds its hash to each document, and writes all documents into the manifest of the graph. */
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
