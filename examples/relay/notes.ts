/** A field page as Relay has it: each part states what it reads, the page spreads the parts, the compiler makes the queries. */
import { graphql } from 'relay-runtime';

/** Read afresh on its own, through `node(id)`: `useRefetchableFragment` in a component. */
export const Header = graphql`
  fragment notesHeader on Field @refetchable(queryName: "notesHeaderRefetchQuery") {
    id
    latestWeather {
      date
      temperatureMax { value unit }
    }
  }
`;

/** Grows by a page at a time: `usePaginationFragment` in a component. */
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

/** A node may be of another type than Field: `@alias` says so in the types. */
export const Page = graphql`
  query notesPageQuery($id: ID!) {
    node(id: $id) {
      ...notesHeader @alias(as: "header")
      ...notesFeed @alias(as: "feed")
    }
  }
`;

/** The same field by another way. */
export const FieldHeader = graphql`
  query notesFieldHeaderQuery($id: ID!) {
    field(id: $id) {
      ...notesHeader
    }
  }
`;

/** Puts the new note at the head of every feed that is named in `connections`. */
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
