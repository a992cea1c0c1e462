/** The typed documents of examples/, made here so that they cannot go stale where the examples are not installed. */
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import codegenConfig from '../../examples/codegen.ts';
import type { Artefact } from './artefact.ts';

const folder = 'examples';

let generated: Promise<Map<string, string>> | undefined;

async function generateAll(): Promise<Map<string, string>> {
  const cwd = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const files = (await generate({ ...codegenConfig, cwd, silent: true }, false)) as {
    filename: string;
    content: string;
  }[];
  return new Map(files.map(({ filename, content }) => [filename, content]));
}

/** What the client preset writes for an output; a manifest too where its documents are trusted ones. */
const paths = Object.entries(codegenConfig.generates).flatMap(([output, options]) => {
  const { persistedDocuments } = ('presetConfig' in options && options.presetConfig) || {};
  const names = ['gql.ts', 'graphql.ts', 'index.ts', ...(persistedDocuments ? ['persisted-documents.json'] : [])];
  return names.map((name) => `${output}${name}`);
});

export const examples: Artefact[] = paths.map((path) => ({
  path: `${folder}/${path}`,
  render: async () => {
    generated ??= generateAll();
    const content = (await generated).get(path);
    if (content === undefined) throw new Error(`codegen no longer writes ${folder}/${path}`);
    return content;
  },
}));
