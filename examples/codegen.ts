/** Turns the graph's schema and the documents of each example into types: `npm run generate` after either changes. */
import type { CodegenConfig } from '@graphql-codegen/cli';

/** Every custom scalar is a string, passed on as the service sent it; `strictScalars` refuses one that is not listed. */
const scalars = { ID: 'string', DateTime: 'string', Date: 'string', DateOrDateTime: 'string' };

/** Typed documents beside the example that uses them: as strings where nothing reads the syntax tree, else parsed once, here. */
function typedDocuments(example: string, documentMode: 'string' | 'documentNode'): CodegenConfig['generates'] {
  return {
    [`${example}/__generated__/`]: {
      preset: 'client',
      documents: [`${example}/*.ts`],
      presetConfig: { fragmentMasking: false },
      config: { documentMode, scalars, strictScalars: true, useTypeImports: true, enumsAsTypes: true },
    },
  };
}

/** Which types an interface or union can be: a normalised cache needs it to read `... on UserError`. */
function possibleTypes(example: string): CodegenConfig['generates'] {
  return {
    [`${example}/__generated__/possible-types.ts`]: {
      plugins: ['fragment-matcher'],
      config: { useExplicitTyping: true },
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
    ...possibleTypes('apollo'),
    ...possibleTypes('urql'),
  },
};

export default config;
