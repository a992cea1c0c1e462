/**
 * GraphiQL as browsers load it: one script and one style sheet. Both are compressed, so that no process needs nine megabytes of memory for
 * them. Their names contain a hash of their content, so that browsers may cache them for ever.
 */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** No folder of src: the page that loads these files is rendered on request. */
export const source = undefined;

export const folder = 'graphiql';

export const bundledPackages: readonly string[] = ['@graphql-yoga/render-graphiql'];

/** Exports of the package, which has no types. */
type Assets = Readonly<Record<'css' | 'js' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker', string>>;

/**
 * Yoga lists the plugins of the sidebar, and so leaves out GraphiQL's own history plugin. A lookbehind reads its name backwards from the
 * text that follows. Matching the name at every position of this bundle would take a second.
 */
const historyPlugin = /=\{title:"History",icon:(?<=([\w$]+)=\{title:"History",icon:)/;
const pluginList = /(?<=plugins:\[)[\w$]+(?=\],schemaDescription:)/;

/** The hook for the state of the page. Plugins that are not in the bundle need it. */
const stateHook =
  /function ([\w$]+)\([\w$]+\)\{const [\w$]+=[\w$]+\.useContext\([\w$]+\);if\(![\w$]+\)throw new Error\(`"useGraphiQL" hook/;

/** The reader of variables and headers: JSON with comments and trailing commas. The panel must accept what GraphiQL runs. */
const jsonReader =
  /function ([\w$]+)\([\w$]+=""\)\{let [\w$]+;try\{[\w$]+=[\w$]+\([\w$]+\)\}catch\([\w$]+\)\{throw new Error\(`are invalid JSON/;

/** Part of the options of every editor, after which word wrap is added. Long lines would otherwise run under the column of buttons. */
const editorOptions = 'lineNumbersMinChars:2,';

/** Changes the script where Yoga's options cannot. If a new version no longer has a pattern, that part stays as published. */
function change(script: string): string {
  const history = historyPlugin.exec(script)?.[1];
  return script
    .replace(
      pluginList,
      (yoga) => `${history === undefined ? '' : `${history},`}${yoga},...globalThis.graphiqlPlugins??[]`,
    )
    .replace(stateHook, (hook, name) => `globalThis.useGraphiQL=${name};${hook}`)
    .replace(jsonReader, (reader, name) => `globalThis.readGraphiqlJson=${name};${reader}`)
    .replace(editorOptions, () => `${editorOptions}wordWrap:"on",`);
}

/** Starts the workers of the editors from blobs, under the names that Monaco requests. */
const withWorkers = ({ js, editorWorkerService, jsonWorker, graphqlWorker }: Assets): string => `{
  const texts = ${JSON.stringify({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker })};
  const addresses = {};
  for (const label in texts) {
    addresses[label] = URL.createObjectURL(new Blob([texts[label]], { type: 'application/javascript' }));
  }
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => addresses[label] };
}
${change(js)}
`;

/** Slightly larger files than at the best quality, which takes half a minute. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** Makes the files. Returns undefined if they already exist. */
export async function makeFiles(isThere: (name: string) => boolean) {
  const assets: Assets = await import(
    new URL('../node_modules/@graphql-yoga/render-graphiql/esm/graphiql.js', import.meta.url).href
  );
  const named = Object.entries({ css: assets.css, js: withWorkers(assets) }).map(([type, text]) => ({
    name: `graphiql-${hash('sha256', text).slice(0, 8)}.${type}`,
    text,
  }));
  if (named.every(({ name }) => isThere(`${name}.gz`))) return undefined;
  return named.flatMap(({ name, text }) => [
    { name: `${name}.br`, bytes: brotliCompressSync(text, brotliOptions) },
    { name: `${name}.gz`, bytes: gzipSync(text, { level: constants.Z_BEST_COMPRESSION }) },
  ]);
}
