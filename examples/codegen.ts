/** Turns the graph's schema and the documents of each example into types: `npm run generate` after either changes. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
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

/** The same with the hash of each document in it, and all of them in a manifest for the graph. */
function trustedDocuments(example: string): CodegenConfig['generates'] {
  return {
    [`${example}/__generated__/`]: {
      preset: 'client',
      documents: [`${example}/*.ts`],
      presetConfig: { fragmentMasking: false, persistedDocuments: { mode: 'embedHashInDocument' } },
      // The text of the manifest is what runs: caches need the names of types in it.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      // Of the modes that give a syntax tree this one alone takes hashes; `documentNode` leaves the manifest empty.
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
