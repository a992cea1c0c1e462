/** Turns schema/schema.graphql and the documents in test/ into typed documents, as a front-end team would for its own. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import { clientPresetConfig } from './client/codegen.ts';

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
        ...clientPresetConfig,
      },
    },
  },
};

export default config;
