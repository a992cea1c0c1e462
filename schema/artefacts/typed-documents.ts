/** The typed documents the end-to-end tests are written with, as codegen.ts makes them: the same files `graphql-codegen` would write. */
import { generate } from '@graphql-codegen/cli';
import codegenConfig from '../../codegen.ts';
import type { Artefact } from './artefact.ts';

const folder = 'test/support/documents';

let generated: Promise<Map<string, string>> | undefined;

async function generateAll(): Promise<Map<string, string>> {
  const files = (await generate({ ...codegenConfig, silent: true }, false)) as { filename: string; content: string }[];
  return new Map(files.map(({ filename, content }) => [filename, content]));
}

export const typedDocuments: Artefact[] = ['gql.ts', 'graphql.ts', 'index.ts'].map((name) => ({
  path: `${folder}/${name}`,
  render: async () => {
    generated ??= generateAll();
    const content = (await generated).get(`${folder}/${name}`);
    if (content === undefined) throw new Error(`codegen no longer writes ${folder}/${name}`);
    return content;
  },
}));
