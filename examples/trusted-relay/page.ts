/** A field page of two parts. The compiler makes one document of them, and writes its text into the manifest, not into the program. */
import { graphql } from 'relay-runtime';

export const Header = graphql`
  fragment pageHeader on Field {
    id
    latestWeather {
      date
      temperatureMax { value unit }
    }
  }
`;

export const Page = graphql`
  query pageQuery($id: ID!) {
    field(id: $id) {
      ...pageHeader @relay(mask: false)
      latestObservation { id text }
    }
  }
`;
