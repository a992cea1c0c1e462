/** The examples GraphiQL opens with: a tab per task, each with a comment on what to look at. They run as they are. */

interface Tab {
  query: string;
  variables?: string;
}

/** The tabs, asking for `fieldId`. Values are defaults of the operation: GraphiQL ignores the variables of its first tab (graphql/graphiql#3392). */
export function defaultTabs(fieldId: string): Tab[] {
  return [fieldPage, addNote].map((query) => ({ query: query.replaceAll('FIELD_ID', fieldId).trim() }));
}

const fieldPage = `
# A field page: weather, satellite scenes and notes.
# Three calls to the service, all made at once.
# Look at source.provenance: replayed, derived and
# simulated data say so.
query FieldPage($id: ID! = "FIELD_ID") {
  field(id: $id) {
    id
    weather {
      date
      kind
      temperatureMin { value unit }
      temperatureMax { value unit }
      precipitation { value unit }
      source { name provenance recordedOn }
    }
    earthObservations(maxCloudCover: 40, order: DESC) {
      acquiredAt
      cloudCover { value unit }
      index(name: NDVI) { mean p10 p90 }
      source { provenance }
    }
    observations(limit: 5) {
      observedAt
      category
      text
      author { name }
    }
  }
}
`;

const addNote = `
# Add a note. The API key is in the Headers pane below.
# Run it twice: one note is written, look at replayed.
# Change only the text: IdempotencyKeyReusedError.
# Another note needs another idempotencyKey.
mutation AddNote($input: AddObservationInput! = {
  idempotencyKey: "my-first-note"
  fieldId: "FIELD_ID"
  text: "Rust pustules on the flag leaves."
  category: DISEASE
  severity: MODERATE
  growthStage: { code: "39" }
}) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation { id createdAt liveMode }
      field { observations(limit: 3) { id text } }
    }
    ... on UserError { code message retryable }
    ... on InvalidInputError { faults { path message } }
  }
}
`;
