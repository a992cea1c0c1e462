/**
 * The entry of the panel in GraphiQL's sidebar. It runs before GraphiQL does, and loads the panel when it is opened. package/graphiql.ts
 * provides GraphiQL's React, its plugins, the hook for its state and its JSON reader as globals.
 */
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const panel = new URL('panel.js', script.src).href;
  const hasReceipts = script.dataset.receipts === 'true';
  /** @type {any} */
  const page = globalThis;

  const icon = () => {
    const { createElement } = page.React;
    const bar = (/** @type {string} */ d) => createElement('path', { d, key: d });
    return createElement(
      'svg',
      { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 3, 'aria-hidden': true },
      ['M3 5h9', 'M7 12h9', 'M14 19h7'].map(bar),
    );
  };

  const content = () => {
    const { createElement, useEffect, useRef } = page.React;
    const editors = useRef();
    editors.current = page.useGraphiQL((/** @type {unknown} */ state) => state);
    const place = useRef(null);
    useEffect(() => {
      const closing = new AbortController();
      const { current } = place;
      void import(panel).then(({ open }) => {
        if (!closing.signal.aborted) open(current, () => editors.current, hasReceipts, closing.signal);
      });
      return () => closing.abort();
    }, []);
    return createElement('section', { className: 'explain', 'aria-label': 'Plan and receipt', ref: place });
  };

  page.graphiqlPlugins = [{ title: 'Plan and receipt', icon, content }];
}
