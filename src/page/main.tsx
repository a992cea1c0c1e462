/** Starts the page, and the worker that lets it open again without a network. */
import { render } from 'preact';
import { App } from './app.tsx';
import './style/page.css';

/** Of the DOM, and not yet in its types. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
  | undefined;

const workerUrl = '/page/worker.js';

const place = document.getElementById('page');
if (place) render(<App />, place);

// Only over https or from this machine is there any; without it the page needs the network to open, and keeps notes all the same.
if ('serviceWorker' in navigator) {
  const trusted =
    typeof trustedTypes === 'undefined'
      ? workerUrl
      : trustedTypes.createPolicy('fieldgraph-worker', { createScriptURL: () => workerUrl }).createScriptURL(workerUrl);
  navigator.serviceWorker.register(trusted, { scope: '/' }).catch(() => undefined);
}
