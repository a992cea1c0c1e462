/** Turns the graph's schema and the documents of each example into types: `npm run generate` after either changes. */
import type { CodegenConfig } from '@graphql-codegen/cli';
// In a project of your own: '@fieldgraph/client/codegen'. Here the repository makes the types before anything is installed.
import { clientPresetConfig } from '../client/codegen.ts';

/** Typed documents beside the example that uses them: as strings where nothing reads the syntax tree, else parsed once, here. */
function typedDocuments(example: string, documentMode: 'string' | 'documentNode'): CodegenConfig['generates'] {
  return {
    [`${example}/__generated__/`]: {
      preset: 'client',
      documents: [`${example}/*.ts`],
      presetConfig: { fragmentMasking: false },
      config: { documentMode, ...clientPresetConfig },
    },
  };
}

const config: CodegenConfig = {
  schema: '../schema/schema.graphql',
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    ...typedDocuments('fetch', 'string'),
    ...typedDocuments('offline-queue', 'string'),
    ...typedDocuments('graphql-request', 'documentNode'),
    ...typedDocuments('apollo', 'documentNode'),
    ...typedDocuments('urql', 'documentNode'),
  },
};

export default config;
