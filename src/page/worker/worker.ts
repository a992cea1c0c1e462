/**
 * Lets the page open without a network. It caches only the page's HTML and the files that the HTML names, never an answer of the graph; a
 * new version removes the files of the old one.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const cacheName = 'fieldgraph-page';
const home = '/';
const folder = '/page/';
const timeoutMs = 5_000;

/** The cached response, if any. In Safari, reading can fail at times: the network then answers. */
const findCached = (request: RequestInfo) => caches.match(request).catch(() => undefined);

worker.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(home)
      .then(loadPage)
      .then((page) => page && storePage(page))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== worker.location.origin) return;
  if (pathname === home) event.respondWith(openHome(event.request));
  else if (pathname.startsWith(folder))
    event.respondWith(findCached(event.request).then((cached) => cached ?? fetch(event.request)));
});

/** Loads the page from the network, so that it is never out of date; from the cache if offline, or if it or its files cannot be loaded. */
async function openHome(request: Request): Promise<Response> {
  const cached = await findCached(home);
  // Some networks never reply. Left open, such a request would also delay later ones.
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = cached && setTimeout(() => waiting.abort(), timeoutMs);
  let response: Response | undefined;
  try {
    // Fetch the URL: not every browser accepts a signal with a navigation request.
    const { url, headers } = request;
    response = await fetch(url, { headers, redirect: 'manual', signal });
    if (cached && response.status >= 500) return cached;
    const page = await loadPage(response.clone(), signal);
    clearTimeout(timer);
    // Show the new page even if it cannot be stored.
    if (page) await storePage(page).catch(() => undefined);
    return response;
  } catch (error) {
    const shown = cached ?? response;
    if (shown) return shown;
    throw error;
  }
}

interface Page {
  home: Response;
  /** The files that its HTML names. */
  names: string[];
  /** The files that are not cached yet. */
  files: [name: string, file: Response][];
}

/** Resolves when the page and its files are loaded; undefined for anything but the page. Rejects if a file fails, as during a deploy. */
async function loadPage(response: Response, signal?: AbortSignal): Promise<Page | undefined> {
  if (!response.ok) return undefined;
  const html = await response.clone().text();
  const names = [...html.matchAll(/"(\/page\/[^"]+)"/g)].map(([, name = '']) => name);
  // It is not the page, but a login or a notice of a proxy.
  if (!names.some((name) => name.endsWith('.js'))) return undefined;
  const missing: string[] = [];
  for (const name of names) if (!(await findCached(name))) missing.push(name);
  return { home: response, names, files: await Promise.all(missing.map((name) => loadFile(name, signal))) };
}

async function loadFile(name: string, signal: AbortSignal | null = null): Promise<[name: string, file: Response]> {
  const file = await fetch(name, { signal });
  if (!file.ok) throw new Error(`${name}: ${file.status}`);
  await file.clone().arrayBuffer();
  return [name, file];
}

/** Caches a page with its files, and drops others. */
async function storePage({ home: response, names, files }: Page): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const [name, file] of files) await cache.put(name, file);
  await cache.put(home, response);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== home && !names.includes(pathname)) await cache.delete(pathname);
  }
}
