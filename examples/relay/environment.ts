/** A Relay environment for the graph. Its store holds a field under its plain id, `fld_…`: Relay takes every `id` as global. */
import {
  Environment,
  type FetchFunction,
  type MissingFieldHandler,
  Network,
  RecordSource,
  ROOT_TYPE,
  Store,
} from 'relay-runtime';

/** A field that any query brought is read from the store, even by one that was never sent. */
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
