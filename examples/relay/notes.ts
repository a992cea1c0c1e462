/** A field page in Relay: each part declares its data in a fragment, the page spreads the fragments, and the compiler makes the queries. */
import { graphql } from 'relay-runtime';

/** Can be refetched by itself, through `node(id)`. In a component, use `useRefetchableFragment`. */
export const Header = graphql`
  fragment notesHeader on Field @refetchable(queryName: "notesHeaderRefetchQuery") {
    id
    latestWeather {
      date
      temperatureMax { value unit }
    }
  }
`;

/** Loads one page at a time. In a component, use `usePaginationFragment`. */
export const Feed = graphql`
  fragment notesFeed on Field
  @refetchable(queryName: "notesFeedPaginationQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    observationsConnection(first: $count, after: $cursor) @connection(key: "notesFeed_observationsConnection") {
      __id
      edges { node { id text } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** A node may have another type than Field. With `@alias`, the generated types say so. */
export const Page = graphql`
  query notesPageQuery($id: ID!) {
    node(id: $id) {
      ...notesHeader @alias(as: "header")
      ...notesFeed @alias(as: "feed")
    }
  }
`;

/** The same field, read by `field` instead of `node`. */
export const FieldHeader = graphql`
  query notesFieldHeaderQuery($id: ID!) {
    field(id: $id) {
      ...notesHeader
    }
  }
`;

/** Adds an observation, and inserts it at the beginning of the lists in `connections`. */
export const AddNote = graphql`
  mutation notesAddMutation($input: AddObservationInput!, $connections: [ID!]!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess {
        observation @prependNode(connections: $connections, edgeTypeName: "ObservationEdge") { id text }
      }
      ... on FieldgraphError { code message }
    }
  }
`;
