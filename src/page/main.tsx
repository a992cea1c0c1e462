/** Starts the page, and the worker that lets it open again without a network. */
import './charts/language.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import './style/page.css';

/** Not yet in the types of the DOM. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
  | undefined;

const workerUrl = '/page/worker.js';

const place = document.getElementById('page');
if (place) render(<App />, place);

// A page that the browser has put away hears nothing: not of a forgotten key, nor of changes.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

// Service workers exist only over HTTPS or on localhost. Without one, the page needs the network to open, and still stores notes.
if ('serviceWorker' in navigator) {
  const trusted =
    typeof trustedTypes === 'undefined'
      ? workerUrl
      : trustedTypes.createPolicy('fieldgraph-worker', { createScriptURL: () => workerUrl }).createScriptURL(workerUrl);
  navigator.serviceWorker.register(trusted, { scope: '/' }).catch(() => undefined);
}
