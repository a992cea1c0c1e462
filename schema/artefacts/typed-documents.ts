/** Generates types for the GraphQL documents of tests, page and examples. Enums and inputs are generated once, in the client package. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CodegenConfig, executeCodegen } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';
import { type DocumentNode, isInputType, isScalarType, type OperationDefinitionNode, parse, Source } from 'graphql';
import { clientPresetConfig } from '../../client/codegen.ts';
import examplesConfig from '../../examples/codegen.ts';
import type { Artefact } from './artefact.ts';
import { graphOf } from '../../src/capability.ts';

type Output = Extract<CodegenConfig['generates'][string], { preset?: unknown }>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const typesFile = 'client/types.ts';
const shared = { schema: 'schema/schema.graphql', importExtension: '.ts', emitLegacyCommonJSImports: false } as const;

/** The client preset with imported enums and inputs. The preset itself does not pass these options on to its plugins. */
const importingPreset: typeof preset = {
  ...preset,
  async buildGeneratesSection(options) {
    const files = await preset.buildGeneratesSection(options);
    return files.map((file) =>
      file.filename.endsWith('/graphql.ts')
        ? { ...file, config: { ...file.config, importSchemaTypesFrom: `./${typesFile}`, importExtension: '.ts' } }
        : file,
    );
  },
};

const ownDocuments = (documents: string[]): Output => ({
  preset: importingPreset,
  documents,
  presetConfig: { fragmentMasking: false },
  config: { documentMode: 'string', ...clientPresetConfig },
});

/** Types of the documents of tests, by text. Tests need no typed documents, because they send the text itself. */
const typesByText: Output = {
  documents: [],
  preset: {
    buildGeneratesSection: async ({ documents, baseOutputDir, pluginMap: _, ...options }) => [
      {
        ...options,
        documents,
        filename: `${baseOutputDir}types.ts`,
        pluginMap: { operations: await import('@graphql-codegen/typescript-operations'), texts: { plugin: textsOf } },
        plugins: ['operations', 'texts'].map((name) => ({ [name]: {} })),
        config: { ...clientPresetConfig, importSchemaTypesFrom: `./${typesFile}`, importExtension: '.ts' },
      },
    ],
  },
};

/** Maps each text to the types of its result and variables. */
function textsOf(_schema: unknown, documents: { document?: DocumentNode; rawSDL?: string }[]): string {
  const lines = documents.map(({ document, rawSDL }) => {
    const { name, operation } = (document as DocumentNode).definitions[0] as OperationDefinitionNode;
    const result = `${name?.value}${operation[0]?.toUpperCase()}${operation.slice(1)}`;
    return `  ${JSON.stringify(rawSDL)}: [${result}, ${result}Variables];\n`;
  });
  return `export interface Documents {\n${lines.join('')}}\n`;
}

const exampleOutputs = Object.entries(examplesConfig.generates).map(([output, options]): [string, Output] => {
  const own = options as Output & { documents: string[] };
  const documents = own.documents.map((path) => `examples/${path}`);
  return [`examples/${output}`, { ...own, preset: importingPreset, documents }];
});

/** A part of src with queries in `documents/` has their types in `__generated__/`. */
const sourceOutputs = globSync('src/*/__generated__', { cwd: root }).map((folder): [string, Output] => [
  `${folder}/`,
  ownDocuments([`${dirname(folder)}/documents/*.graphql`]),
]);

/** Only files with documents: parsing all tests would take most of the time of `npm run generate`. */
const testsWithDocuments = globSync('test/**/*.ts', {
  cwd: root,
  exclude: ['**/node_modules', 'test/support/**'],
})
  .filter((path) => readFileSync(`${root}/${path}`, 'utf8').includes('graphql(`'))
  .toSorted();

const published = await graphOf();

/** Whether the graph supports an example. It has no subscriptions without their capability. */
const isSupported = ([, { documents }]: [string, Output]): boolean =>
  published.getSubscriptionType() !== undefined ||
  !globSync(documents as string[], { cwd: root }).some((path) =>
    /^\s*subscription\b/m.test(readFileSync(`${root}/${path}`, 'utf8')),
  );

const outputs: Record<string, Output> = {
  'test/support/documents/': { ...typesByText, documents: testsWithDocuments },
  ...Object.fromEntries(sourceOutputs),
  ...Object.fromEntries(exampleOutputs.filter(isSupported)),
};

/** Prints every enum and input. The plugin prints only those that a document uses. */
const types: CodegenConfig['generates'][string] = {
  plugins: ['typescript-operations'],
  documents: `query (${Object.values(published.getTypeMap())
    .filter((type) => isInputType(type) && !isScalarType(type) && !type.name.startsWith('__'))
    .map(({ name }) => `$${name}: ${name}`)
    .join(' ')}) { __typename }`,
  config: { ...clientPresetConfig, generateOperationTypes: false },
};

/** Throws an AggregateError of syntax errors. Codegen takes some files with an error for empty ones, and reports others without a line. */
function assertSyntax(): void {
  const paths = Object.values(outputs).flatMap(({ documents }) => globSync(documents as string[], { cwd: root }));
  const errors = paths.flatMap(documentsOf).flatMap((source) => {
    try {
      parse(source);
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (errors.length > 0) throw new AggregateError(errors);
}

/** The documents of a file, each at its position. */
function documentsOf(file: string): Source[] {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (file.endsWith('.graphql')) return [new Source(text, path)];
  return [...text.matchAll(/(?<=graphql\(`)[^`]*/g)].map(
    ({ 0: document, index }) => new Source(text.slice(0, index).replaceAll(/./g, ' ') + document, path),
  );
}

let generated: Promise<Map<string, string>> | undefined;

async function generateAll(): Promise<Map<string, string>> {
  const config = { ...shared, cwd: root, silent: true, generates: { [typesFile]: types, ...outputs } };
  assertSyntax();
  const { result, error } = await executeCodegen(config);
  if (error) throw error;
  return new Map(result.map(({ filename, content }) => [filename, content]));
}

/** The export that codegen writes for a fragment, with its name and text. The page sends only whole documents. */
const fragmentExport = /^export const (\w+)FragmentDoc = new TypedDocumentString\(`\n {4}(fragment .*?\n\})\n.*?;\n/gms;

const documentType =
  'export type TypedDocumentString<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;\n';

/**
 * Writes the text of each fragment once, and documents as plain texts. Codegen repeats the text in every document that spreads the
 * fragment, and makes each document an object of a class, which the page would load for nothing.
 */
function withFragmentsOnce(code: string): string {
  const texts = [...code.matchAll(fragmentExport)].map(([, name, text = '']) => [`${name}Text`, text] as const);
  const constants = texts.map(([name, text]) => `const ${name} = \`${text}\`;\n`).join('');
  return texts
    .reduce((rest, [name, text]) => rest.replaceAll(text, `\${${name}}`), code.replaceAll(fragmentExport, ''))
    .replace(/^export class TypedDocumentString.*?^}\n/ms, () => constants + documentType)
    .replaceAll(/new TypedDocumentString\((`[^`]*`)\)/g, '$1');
}

function artefact(path: string, header = ''): Artefact {
  return {
    path,
    render: async () => {
      generated ??= generateAll();
      const content = (await generated).get(path);
      if (content === undefined) throw new Error(`codegen no longer writes ${path}`);
      if (path.startsWith('src/')) return header + withFragmentsOnce(content);
      // Codegen leaves two empty lines after each type. Nobody reads the types of tests.
      return header + (path.startsWith('test/') ? content.replaceAll(/\n+/g, '\n') : content);
    },
  };
}

/** Names of the generated files. The page imports its documents by name and needs no lookup function. Trusted documents have a manifest. */
function namesOf(output: string, { presetConfig }: Output): string[] {
  if (output.startsWith('src/')) return ['graphql.ts'];
  if (output.startsWith('test/')) return ['types.ts'];
  const names = ['gql.ts', 'graphql.ts', 'index.ts'];
  return presetConfig?.persistedDocuments ? [...names, 'persisted-documents.json'] : names;
}

export const typedDocuments: Artefact[] = [
  artefact(
    typesFile,
    '/** Enums and inputs of the graph, generated by `npm run generate` from its schema. Do not edit. */\n',
  ),
  ...Object.entries(outputs).flatMap(([output, options]) =>
    namesOf(output, options).map((name) => artefact(`${output}${name}`)),
  ),
];
