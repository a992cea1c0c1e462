/** Generates types from the schema and the documents of each example. Run `npm run generate` after a change of either. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
// In your project, import '@fieldgraph/client/codegen'. This repository generates the types before the package is installed.
import { clientPresetConfig } from '../client/codegen.ts';

/** Typed documents in the folder of the example: as strings if no client reads the syntax tree, otherwise parsed at build time. */
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

/** Typed documents that contain their hash, and a manifest of all documents for the graph. */
function trustedDocuments(example: string): CodegenConfig['generates'] {
  return {
    [`${example}/__generated__/`]: {
      preset: 'client',
      documents: [`${example}/*.ts`],
      presetConfig: { fragmentMasking: false, persistedDocuments: { mode: 'embedHashInDocument' } },
      // The graph runs the text of the manifest, so the text must select the `__typename` that caches need.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      // The only mode with a syntax tree that supports hashes. With `documentNode`, the manifest is empty.
      config: { documentMode: 'documentNodeImportFragments', ...clientPresetConfig },
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
    ...typedDocuments('live', 'documentNode'),
    ...typedDocuments('dashboard', 'documentNode'),
    ...typedDocuments('tutorial', 'documentNode'),
    ...trustedDocuments('trusted-documents'),
  },
};

export default config;
