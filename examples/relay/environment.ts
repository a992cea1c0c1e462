/** A Relay environment for the graph. Relay treats every `id` as global, so its store finds a field by its id, `fld_…`. */
import {
  Environment,
  type FetchFunction,
  type MissingFieldHandler,
  Network,
  RecordSource,
  ROOT_TYPE,
  Store,
} from 'relay-runtime';

/** Reads a field from the store once any query has loaded it, even for a query that was never sent. */
const fieldById: MissingFieldHandler = {
  kind: 'linked',
  handle: ({ name }, record, { id }) =>
    record?.getType() === ROOT_TYPE && (name === 'field' || name === 'node') ? id : undefined,
};

export function createEnvironment(url: string, headers: Record<string, string>): Environment {
  const fetchGraph: FetchFunction = async ({ name, text }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: text, operationName: name, variables }),
    });
    return response.json();
  };
  return new Environment({
    network: Network.create(fetchGraph),
    store: new Store(new RecordSource()),
    missingFieldHandlers: [fieldById],
  });
}
