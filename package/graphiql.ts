/**
 * GraphiQL as browsers load it: one script and one style sheet, each compressed, so that no process ever holds the nine
 * megabytes that they are. Their names change with their content, so that a browser may keep them for ever.
 */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Nothing of src: the page around these files is made when it is requested. */
export const source = undefined;

export const folder = 'graphiql';

export const bundledPackages: readonly string[] = ['@graphql-yoga/render-graphiql'];

/** What the package has no types for. */
type Assets = Readonly<Record<'css' | 'js' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker', string>>;

/**
 * Yoga names the plugins of the sidebar, and so leaves out GraphiQL's own: its history. The name is read backwards from what follows it: tried
 * at every place of a bundle of megabytes, it takes a second.
 */
const historyPlugin = /=\{title:"History",icon:(?<=([\w$]+)=\{title:"History",icon:)/;
const pluginList = /(?<=plugins:\[)[\w$]+(?=\],schemaDescription:)/;

/** The hook for the state of the page. Plugins that are not in the bundle need it. */
const stateHook =
  /function ([\w$]+)\([\w$]+\)\{const [\w$]+=[\w$]+\.useContext\([\w$]+\);if\(![\w$]+\)throw new Error\(`"useGraphiQL" hook/;

/** The options of every editor: a long line goes on below instead of under the column of buttons. */
const editorOptions = 'lineNumbersMinChars:2,';

/** The script with what Yoga's options do not reach. Where a new version no longer has a pattern, it stays as published. */
function change(script: string): string {
  const history = historyPlugin.exec(script)?.[1];
  return script
    .replace(
      pluginList,
      (yoga) => `${history === undefined ? '' : `${history},`}${yoga},...globalThis.graphiqlPlugins??[]`,
    )
    .replace(stateHook, (hook, name) => `globalThis.useGraphiQL=${name};${hook}`)
    .replace(editorOptions, () => `${editorOptions}wordWrap:"on",`);
}

/** The editors' workers start from blobs, by the names that Monaco requests. */
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

/** A little larger than at its best, which takes half a minute. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** The files; undefined where they are there already. */
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
