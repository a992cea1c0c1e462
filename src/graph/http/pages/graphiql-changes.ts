/**
 * Changes to GraphiQL around its script, which Yoga's options do not cover. Changes in the script are in `package/graphiql.ts`. The tests
 * in Chromium name what a new version no longer has.
 */
import { endpoint } from '../operation-request.ts';

/** A value as JSON that is safe in a script element. */
export const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Tabs that do not fit wrap into rows; on a narrow screen they are one row that scrolls. The panes are then below each other at full width,
 * with the result on the first screen. Greys, line numbers and the green of comments have enough contrast (WCAG 2.2, 1.4.3). GraphiQL
 * places its tabs by an animation whose remains apply only to a focused tab: a pressed tab moves away from the mouse, and the click is
 * lost. Without transforms, every tab stays in position. The lines of the editors, also those out of sight, would let the page scroll.
 */
const style = `<style>
.graphiql-tab { transform: none !important; }
.graphiql-container :is(a, button, summary, .graphiql-tab):focus-visible { outline: 2px solid hsl(var(--color-primary)); }
.graphiql-container .graphiql-tab-close { box-sizing: border-box; min-width: 24px; min-height: 24px; }
.graphiql-container .graphiql-session-header { height: auto; min-height: var(--session-header-height); align-items: end; }
.graphiql-container .graphiql-tabs { flex-wrap: wrap; row-gap: 0; overflow: visible; }
.graphiql-container .graphiql-logo { align-self: start; }
.graphiql-container .graphiql-logo > div > div { width: auto !important; align-items: center; gap: 16px; margin-right: 8px; }
.graphiql-container .graphiql-logo svg { width: 28px; }
.recipes { position: relative; font-size: 15px; }
.recipes summary { cursor: pointer; padding: 4px 0; color: hsl(var(--color-neutral)); white-space: nowrap; }
.recipes ul { position: absolute; z-index: 20; right: 0; width: max-content; max-width: 80vw; margin: 0; padding: 8px; list-style: none; border-radius: 8px; background: hsl(var(--color-base)); box-shadow: var(--popover-box-shadow); }
.recipes a { display: block; padding: 6px 8px; color: hsl(var(--color-neutral)); }
.graphiql-container { --alpha-secondary: .9; --alpha-tertiary: .8; }
.monaco-editor .mtk8 { color: #066b46 !important; }
body.graphiql-dark .monaco-editor .line-numbers { color: #b0b8c2 !important; }
body.graphiql-dark .monaco-editor .mtk8 { color: #86b873 !important; }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) .monaco-editor .line-numbers { color: #b0b8c2 !important; }
  body:not(.graphiql-light) .monaco-editor .mtk8 { color: #86b873 !important; }
}
@media (min-width: 801px) { body { overflow: hidden; } }
@media (max-width: 800px) {
  .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container { position: relative; width: 100%; height: auto; min-height: 100vh; overflow: clip; }
  .graphiql-container .graphiql-sidebar { flex-flow: row wrap; width: auto; overflow: visible; }
  .graphiql-container .graphiql-sessions { margin: 0 var(--px-8) var(--px-8); max-height: none; }
  .graphiql-container .graphiql-tabs { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: thin; }
  .graphiql-container .graphiql-logo { padding: 0 8px; }
  .graphiql-container .graphiql-logo :is(svg, div > span) { display: none; }
  .graphiql-container .graphiql-plugin { flex: none !important; min-width: 0 !important; height: 70vh; border: 0; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container #graphiql-session > div, .graphiql-container .graphiql-main > div:has(> .graphiql-sessions) { min-width: 0 !important; }
  .graphiql-container .graphiql-editors { flex: none !important; height: 46vh; }
  .graphiql-container .graphiql-response { flex: none !important; height: 80vh; overflow: hidden; }
  .graphiql-container .result-window { min-height: 0; }
  .graphiql-container .graphiql-query-editor { flex-direction: column-reverse; }
  .graphiql-container .graphiql-toolbar { flex-direction: row; width: auto; }
}
</style>`;

/**
 * GraphiQL's history stores the headers of each operation in the browser, API keys among them. This removes them before storage. Operations
 * from the history get the headers that the page is filled in with.
 */
const storageGuard = (headers: string) => `<script>
{
  const lists = new Set(['graphiql:queries', 'graphiql:favorites']);
  const { getItem, setItem } = Storage.prototype;
  const withHeaders = (text, headers) => JSON.stringify(JSON.parse(text), (name, value) =>
    value && typeof value === 'object' && 'query' in value ? { ...value, headers } : value);
  Storage.prototype.setItem = function (name, text) {
    setItem.call(this, name, lists.has(name) ? withHeaders(text, undefined) : text);
  };
  Storage.prototype.getItem = function (name) {
    const text = getItem.call(this, name);
    return text && lists.has(name) ? withHeaders(text, ${scriptText(headers)}) : text;
  };
}
</script>`;

/** Servers refuse longer addresses: Node takes 16 KiB of headers, and many proxies take a line of 8 KiB. */
const linkLengthMax = 8_000;

/**
 * The tab that is shown: at first that of a link, the stored one that was shown last, or the first recipe. GraphiQL gives a link no tab
 * where none are stored, and finds no stored tab before an edit. Later the address is a link to the tab: Yoga's has only the query.
 */
const shownTab = (recipe: string | undefined) => `<script>
let shownTab = (() => {
  const link = new URLSearchParams(location.search);
  if (link.get('query')) return { query: link.get('query'), variables: link.get('variables') };
  const stored = JSON.parse(localStorage.getItem('graphiql:tabState'));
  return stored?.tabs?.[stored.activeTabIndex] ?? ${scriptText({ query: recipe, variables: '' })};
})();
function showTab({ tabs, activeTabIndex }) {
  shownTab = tabs[activeTabIndex];
  const { query, variables } = shownTab;
  const link = \`?\${new URLSearchParams(variables ? { query, variables } : { query })}\`;
  const search = query && link.length <= ${linkLengthMax} ? link : '';
  if (search !== location.search) history.replaceState({}, '', location.pathname + search);
}
</script>`;

/**
 * Runs the first recipe when GraphiQL opens with it, but never the query of a link or one that the user changed. Presses the button until
 * there is a result: GraphiQL runs nothing before it has read the schema, however long that takes on a slow device.
 */
const firstAnswer = (recipe: string | undefined) => `<script>
{
  const isAnswered = () => document.querySelector('.result-window .view-line')?.textContent.trim();
  let pressesLeft = 80;
  const pressing = setInterval(() => {
    const run = document.querySelector('button.graphiql-execute-button[aria-label^="Execute"]');
    if (isAnswered() || shownTab.query !== ${scriptText(recipe)} || pressesLeft === 0) clearInterval(pressing);
    else if (document.querySelector('button[aria-label*="fetch GraphQL schema"]:not([disabled])')) {
      pressesLeft -= 1;
      run?.click();
    }
  }, 250);
}
</script>`;

/**
 * Sends operations as they are written. Yoga's own fetcher parses and prints them first: positions of errors are then those of another
 * text, and a syntax error has no code. The result of a subscription is a stream of events (graphql-sse, distinct connections).
 */
const fetcher = `<script>
async function sendOperation(operation, { headers, documentAST } = {}) {
  const isStream = documentAST?.definitions.some(({ operation: type, name }) =>
    type === 'subscription' && (!operation.operationName || name?.value === operation.operationName));
  const accept = isStream ? 'text/event-stream' : 'application/graphql-response+json';
  const sent = new Headers({ accept, 'content-type': 'application/json' });
  for (const name in headers) sent.set(name, headers[name]);
  const body = JSON.stringify(operation);
  const response = await fetch(${scriptText(endpoint)}, { method: 'POST', headers: sent, body });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return eventsOf(response.body);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { errors: [{ message: 'The response is not JSON. Its status is ' + response.status + '.' }] };
  }
}
function eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  async function* read() {
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = (text + chunk.value).split('\\n\\n');
      text = events.pop();
      for (const event of events) if (event.includes('event: next')) yield JSON.parse(event.slice(event.indexOf('data:') + 5));
    }
  }
  const events = read();
  // A generator that waits would end only with the next event.
  const stop = async () => ({ done: true, value: await reader.cancel() });
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: stop }) };
}
</script>`;

/** The changes in the head of the page. `headers` is the JSON that its headers panes are filled in with. Only a demo runs its recipe. */
export function graphiqlChanges(headers: string, recipe: string | undefined, isDemo: boolean): string {
  return `${style}\n${storageGuard(headers)}${fetcher}${shownTab(recipe)}${isDemo ? firstAnswer(recipe) : ''}`;
}
