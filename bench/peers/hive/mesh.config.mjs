// The supergraph Hive Gateway serves: our own OpenAPI description, composed as Mesh's documentation says.
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';

export const composeConfig = defineConfig({
  subgraphs: [
    {
      sourceHandler: loadOpenAPISubgraph('FieldData', {
        source: '../../../schema/openapi.json',
        endpoint: process.env.FIELD_DATA_URL,
        operationHeaders: { authorization: "{context.headers['authorization']}" },
      }),
    },
  ],
});
