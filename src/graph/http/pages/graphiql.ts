/** GraphiQL from our own process, without any other host. The page is made here; `package/graphiql.ts` makes the files that it loads. */
import { existsSync, readdirSync } from 'node:fs';
import { isBuilt } from '../../../platform/files/is-built.ts';
import { endpoint } from '../operation-request.ts';
import { createCompressedFile } from './compressed-file.ts';
import { graphiqlChanges, scriptText } from './graphiql-changes.ts';
import { mark } from './mark.ts';
import { createPage, type Page, safetyOf } from './page.ts';
import { type Recipe, readRecipes } from './recipes.ts';

const folder = new URL(isBuilt ? '../../../graphiql/' : '../../../../dist/graphiql/', import.meta.url);

/** Whether the page's files exist: a clone that was installed with --omit=dev has none. */
export const hasGraphiql = (): boolean => existsSync(folder);

/** Additions of a capability to the sidebar of GraphiQL. */
export interface GraphiqlPlugin {
  /** HTML that loads a script, which sets `globalThis.graphiqlPlugins`. */
  head: string;
  /** Files of the addition that the page loads, by path. */
  files: ReadonlyMap<string, Page>;
}

export interface GraphiqlOptions {
  /** Filled into the headers of every tab. Never pass any key but the demo key. */
  demoKey: string | undefined;
  plugin?: GraphiqlPlugin | undefined;
}

/** The page for browsers, and the files that it loads, by path. */
export function createGraphiql(options: GraphiqlOptions): { page: Page; files: Map<string, Page> } {
  const stored = hasGraphiql() ? readdirSync(folder).filter((name) => name.endsWith('.gz')) : [];
  const names = stored.map((name) => name.slice(0, -'.gz'.length));
  // Below the graph's path, so that a proxy that forwards that path forwards these, too.
  const pathOf = (name: string) => `${endpoint}/${name}`;
  const contentType = 'text/html; charset=utf-8';
  const paths = names.map(pathOf);
  return {
    page: createPage({ render: () => render(options, paths), contentType, headers: pageHeaders, varies: 'Accept' }),
    files: new Map([
      ...(options.plugin?.files ?? []),
      ...names.map((name): [string, Page] => [pathOf(name), createCompressedFile(new URL(name, folder))]),
    ]),
  };
}

/** GraphiQL uses no `eval`, and starts its editor's workers from blobs. Values that differ between processes are inline. */
const directives = [
  "script-src 'self' 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
];

const pageHeaders = [
  ...safetyOf(directives),
  // The page contains the demo key and belongs to this process: a shared cache must not store it.
  ...['cache-control', 'private, no-cache'],
];

/** Tabs that fit one row on a laptop. */
const tabsMax = 4;

function render({ demoKey, plugin }: GraphiqlOptions, paths: readonly string[]): string {
  // Without a demo key, fill in nothing: an invalid key would be refused even on reads that need none.
  const headers = JSON.stringify(demoKey === undefined ? {} : { Authorization: `Bearer ${demoKey}` }, null, 2);
  const recipes = readRecipes();
  const options = {
    title: 'Fieldgraph',
    logo: `${renderMenu(recipes.slice(tabsMax))}${mark}`,
    // Without variables, the history would list the first run of a tab twice.
    defaultTabs: recipes.slice(0, tabsMax).map(({ text }) => ({ query: text, variables: '' })),
    headers,
    shouldPersistHeaders: false,
  };
  const loaded = (type: string, tag: (path: string) => string) =>
    paths.flatMap((path) => (path.endsWith(type) ? tag(path) : [])).join('\n');
  // Only the demo has the field that the recipe names. On a narrow screen, the headers pane would take the space of the result.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Fieldgraph</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}">
${loaded('.css', (path) => `<link rel="stylesheet" href="${path}">`)}
${graphiqlChanges(headers, recipes[0]?.text, demoKey !== undefined)}
${plugin?.head ?? ''}
</head>
<body id="body" class="no-focus-outline">
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
${loaded('.js', (path) => `<script src="${path}"></script>`)}
<script>
const options = ${scriptText(options)};
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  ...options,
  query: shownTab.query ?? '',
  variables: shownTab.variables ?? '',
  defaultTabs: [shownTab, ...options.defaultTabs.filter(({ query }) => query !== shownTab.query)],
  onTabChange: showTab,
  onEditQuery: undefined,
  fetcher: sendOperation,
  defaultEditorToolsVisibility: matchMedia('(max-width: 800px)').matches ? false : 'headers',
});
</script>
</body>
</html>
`;
}

/** The recipes that have no tab. A link opens its query in a tab of its own. */
function renderMenu(recipes: readonly Recipe[]): string {
  const links = recipes.map(({ title, text }) => `<li><a href="?query=${encodeURIComponent(text)}">${title}</a></li>`);
  return `<details class="recipes"><summary>More recipes</summary><ul>${links.join('')}</ul></details>`;
}
