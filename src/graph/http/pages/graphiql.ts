/** GraphiQL, whole, from our own process: it needs no other host. */
import { browserFile, hasBrowserFile } from '../../../platform/files/browser-files.ts';
import { changeGraphiql } from './graphiql-changes.ts';
import { mark } from './mark.ts';
import { type Recipe, readRecipes } from './recipes.ts';
import { createPage, type Page } from './page.ts';

/** What the package exports; only the build and a clone have its types. */
interface Renderer {
  renderGraphiQL(options: Readonly<Record<string, unknown>>): string;
}

const rendererFile = '@graphql-yoga/render-graphiql/esm/index.js';

/** Whether the page's files are installed. */
export const hasGraphiql = (): boolean => hasBrowserFile(rendererFile);

export interface GraphiqlOptions {
  endpoint: string;
  /** Filled into the headers of every tab; only the demo key may ever be given here. */
  demoKey: string | undefined;
}

/** The page for browsers. */
export function createGraphiqlPage(options: GraphiqlOptions): Page {
  const contentType = 'text/html; charset=utf-8';
  return createPage({ render: () => render(options), contentType, headers: pageHeaders, varies: 'Accept' });
}

/**
 * No other host is asked for anything, no other site frames it, no address of ours is told to a site it links to. GraphiQL is one inline
 * script that evaluates nothing and starts its editor's workers from blobs.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

const pageHeaders = [
  ...['content-security-policy', contentSecurityPolicy.join('; ')],
  ...['x-frame-options', 'DENY'],
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'no-referrer'],
  // The page holds the demo key and belongs to this process: a shared cache must not keep it.
  ...['cache-control', 'private, no-cache'],
];

/** What fits one row of a laptop. */
const tabsMax = 4;

async function render({ endpoint, demoKey }: GraphiqlOptions): Promise<string> {
  // Only now: the page's script is a text of 9 MB, which takes 70 MB to load, and many gateways never show it.
  const { renderGraphiQL } = (await import(browserFile(rendererFile).href)) as Renderer;
  // Without a demo key nothing is filled in: a key that is none would be refused on reads that need none.
  const headers = JSON.stringify(demoKey === undefined ? {} : { Authorization: `Bearer ${demoKey}` }, null, 2);
  const recipes = readRecipes();
  const html = renderGraphiQL({
    endpoint,
    title: 'Fieldgraph',
    favicon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    logo: `${renderMenu(recipes.slice(tabsMax))}${mark}`,
    defaultTabs: recipes.slice(0, tabsMax).map(({ text }) => ({ query: text })),
    headers,
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: false,
  });
  // Only the demo has the field that the recipe names.
  return changeGraphiql(html, headers, demoKey === undefined ? undefined : recipes[0]?.text);
}

/** The recipes that have no tab. A link opens its query in a tab of its own. */
function renderMenu(recipes: readonly Recipe[]): string {
  const links = recipes.map(({ title, text }) => `<li><a href="?query=${encodeURIComponent(text)}">${title}</a></li>`);
  return `<details class="recipes"><summary>More recipes</summary><ul>${links.join('')}</ul></details>`;
}
