// The supergraph of Hive Gateway: our OpenAPI description, composed as the documentation of Mesh says.
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
