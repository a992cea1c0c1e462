/** How the service's own pages look: light or dark as the reader's system is, on any width, with nothing to load. */

/** The style sheet of every page. What is not in our own `main` is left alone: it brings its own sheet. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: #1c2430; --quiet: #4f5b6b; --page: #ffffff; --panel: #f2f5f8; --line: #cbd3dc; --link: #0b57b0;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ec; --quiet: #b3bcc6; --page: #1c2022; --panel: #282e33; --line: #48525b; --link: #8fc1ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
body > header { border-bottom: 1px solid var(--line); background: var(--panel); }
body > header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; max-width: 60rem; margin: auto; padding: .75rem 1rem; }
.own { max-width: 60rem; margin: auto; padding: 1rem; overflow-wrap: anywhere; }
body > header a, .own a { color: var(--link); }
.own :is(h1, h2) { line-height: 1.2; }
.own h2 { margin-top: 2rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.own :is(code, pre) { font: .9em/1.5 ui-monospace, monospace; background: var(--panel); border-radius: .25rem; }
.own code { padding: .1em .3em; }
.own pre { padding: .75rem; white-space: pre-wrap; }
.own pre code { padding: 0; font-size: 1em; }
.own dt { margin-top: 1rem; font-weight: 600; }
.own dd { margin: .25rem 0 0; color: var(--quiet); }
`;
