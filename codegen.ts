/** Turns schema/schema.graphql and the documents in test/ into typed documents, as a front-end team would for its own. */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['test/**/*.ts', '!test/support/documents/**', '!test/**/node_modules/**'],
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    'test/support/documents/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { ID: 'string', DateTime: 'string', Date: 'string', DateOrDateTime: 'string' },
      },
    },
  },
};

export default config;
