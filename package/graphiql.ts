/**
 * GraphiQL for browsers: one script and one style sheet. Both are stored compressed: a process would otherwise need nine megabytes.
 * Their names contain a hash of the content, so that browsers may cache them for ever.
 */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** No folder of src, because the page that loads these files is rendered on request. */
export const source = undefined;

export const folder = 'graphiql';

export const bundledPackages: readonly string[] = ['@graphql-yoga/render-graphiql'];

/** Exports of the npm package, which has no types. */
type Assets = Readonly<Record<'css' | 'js' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker', string>>;

/**
 * Yoga lists the plugins of the sidebar itself, without GraphiQL's history plugin. The lookbehind finds the plugin's variable from the text
 * after it: a pattern that begins with the variable would take a second for this bundle.
 */
const historyPlugin = /=\{title:"History",icon:(?<=([\w$]+)=\{title:"History",icon:)/;
const pluginList = /(?<=plugins:\[)[\w$]+(?=\],schemaDescription:)/;

/** The hook for the state of the page, which plugins outside of the bundle need. */
const stateHook =
  /function ([\w$]+)\([\w$]+\)\{const [\w$]+=[\w$]+\.useContext\([\w$]+\);if\(![\w$]+\)throw new Error\(`"useGraphiQL" hook/;

/** The parser of variables and headers: JSON with comments and trailing commas. Our panel must accept what GraphiQL accepts. */
const jsonReader =
  /function ([\w$]+)\([\w$]+=""\)\{let [\w$]+;try\{[\w$]+=[\w$]+\([\w$]+\)\}catch\([\w$]+\)\{throw new Error\(`are invalid JSON/;

/** Part of the options of every editor. Word wrap is added after it: otherwise, long lines would run under the column of buttons. */
const editorOptions = 'lineNumbersMinChars:2,';

/** Makes changes that Yoga's options do not offer. A part whose pattern a new version lacks stays as published. */
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

/** Quality 9: the best quality makes slightly smaller files, but takes half a minute. */
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
