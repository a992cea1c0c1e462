/** The typed documents of the field page: what its queries are answered with is checked against the schema before it is built. */
import { generate } from '@graphql-codegen/cli';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { clientPresetConfig } from '../../client/codegen.ts';
import type { Artefact } from './artefact.ts';

const folder = 'src/page/__generated__';

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['src/page/documents/*.graphql'],
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    [`${folder}/`]: {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { documentMode: 'string', ...clientPresetConfig },
    },
  },
};

/** One file: the documents with their types. The page imports them by name, and has no use for the function that looks them up. */
export const pageDocuments: Artefact[] = [
  {
    path: `${folder}/graphql.ts`,
    render: async () => {
      const files = (await generate({ ...config, silent: true }, false)) as { filename: string; content: string }[];
      const file = files.find(({ filename }) => filename === `${folder}/graphql.ts`);
      if (file === undefined) throw new Error(`codegen no longer writes ${folder}/graphql.ts`);
      return file.content;
    },
  },
];
