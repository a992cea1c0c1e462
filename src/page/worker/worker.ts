/**
 * Lets the page open without a network. It caches only the page's HTML and the files that the HTML names, never an answer of the graph; a
 * new version removes the files of those before the last.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const cacheName = 'fieldgraph-page';
const home = '/';
const folder = '/page/';
/** Wait for the network before the cached page is shown. */
const timeoutMs = 5_000;
/** Maximum time to load the page for the next time it is opened. */
const loadMsMax = 60_000;

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
  if (pathname === home) event.respondWith(openHome(event));
  else if (pathname.startsWith(folder))
    event.respondWith(findCached(event.request).then((cached) => cached ?? fetch(event.request)));
});

/** Opens the page from the network, so that it is never out of date; from the cache where that takes too long. */
async function openHome(event: FetchEvent): Promise<Response> {
  const cached = await findCached(home);
  const loading = loadHome(event.request, cached);
  if (!cached) return loading;
  event.waitUntil(loading);
  return Promise.race([loading, new Promise<Response>((resolve) => setTimeout(resolve, timeoutMs, cached))]);
}

/** Loads and caches the page. The cached one if offline, or if the page or its files cannot be loaded. */
async function loadHome(request: Request, cached: Response | undefined): Promise<Response> {
  // Some networks never reply. Left open, such a request would also delay later ones.
  const waiting = new AbortController();
  const { signal } = waiting;
  const abortAfter = (ms: number) => cached && setTimeout(() => waiting.abort(), ms);
  let timer = abortAfter(timeoutMs);
  let response: Response | undefined;
  try {
    // Fetch the URL: not every browser accepts a signal with a navigation request.
    const { url, headers } = request;
    response = await fetch(url, { headers, redirect: 'manual', signal });
    clearTimeout(timer);
    timer = abortAfter(loadMsMax);
    if (cached && response.status >= 500) return cached;
    const page = await loadPage(response.clone(), signal);
    // Show the new page even if it cannot be stored.
    if (page) await storePage(page).catch(() => undefined);
    return response;
  } catch (error) {
    const shown = cached ?? response;
    if (shown) return shown;
    throw error;
  } finally {
    clearTimeout(timer);
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
  const names = await namesIn(response.clone());
  // It is not the page, but a login or a notice of a proxy.
  if (!names.some((name) => name.endsWith('.js'))) return undefined;
  const missing: string[] = [];
  for (const name of names) if (!(await findCached(name))) missing.push(name);
  return { home: response, names, files: await Promise.all(missing.map((name) => loadFile(name, signal))) };
}

/** The files that the HTML of a page names. */
async function namesIn(page: Response): Promise<string[]> {
  return [...(await page.text()).matchAll(/"(\/page\/[^"]+)"/g)].map(([, name = '']) => name);
}

async function loadFile(name: string, signal: AbortSignal | null = null): Promise<[name: string, file: Response]> {
  const file = await fetch(name, { signal });
  if (!file.ok) throw new Error(`${name}: ${file.status}`);
  await file.clone().arrayBuffer();
  return [name, file];
}

/** Caches a page with its files, and keeps those of the page before, which may be open. Drops all others. */
async function storePage({ home: response, names, files }: Page): Promise<void> {
  const cache = await caches.open(cacheName);
  const before = await findCached(home);
  const needed = [home, ...names, ...(before ? await namesIn(before) : [])];
  for (const [name, file] of files) await cache.put(name, file);
  await cache.put(home, response);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!needed.includes(pathname)) await cache.delete(pathname);
  }
}
