/**
 * Lets the page open without a network. It caches only the page's HTML and the files that the HTML names, never an answer of the graph; a
 * new version removes the files of the old one.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const cacheName = 'fieldgraph-page';
const home = '/';
const folder = '/page/';
const timeoutMs = 5_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(home)
      .then(cachePage)
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== worker.location.origin) return;
  if (pathname === home) event.respondWith(openHome(event.request));
  else if (pathname.startsWith(folder))
    event.respondWith(caches.match(event.request).then((cached) => cached ?? fetch(event.request)));
});

/** From the network, so that it is never out of date; from the cache where there is none, or only the error of a proxy. */
async function openHome(request: Request): Promise<Response> {
  const cached = await caches.match(home).catch(() => undefined);
  // Some networks never reply. Left open, such a request would also hold up those after it.
  const waiting = new AbortController();
  const timer = cached && setTimeout(() => waiting.abort(), timeoutMs);
  try {
    // By its address: not every browser takes a signal with the request of a navigation.
    const { url, headers } = request;
    const response = await fetch(url, { headers, redirect: 'manual', signal: waiting.signal });
    clearTimeout(timer);
    if (cached && response.status >= 500) return cached;
    // Without storage, the new page is still the one to show.
    if (response.ok) await cachePage(response.clone()).catch(() => undefined);
    return response;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

/** Caches the HTML and the files that it names, and drops others. */
async function cachePage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(cacheName);
  const html = await response.clone().text();
  const names = [...html.matchAll(/"(\/page\/[^"]+)"/g)].map(([, name = '']) => name);
  // A login or a notice of a proxy.
  if (!names.some((name) => name.endsWith('.js'))) return;
  const missing = [];
  for (const name of names) if (!(await cache.match(name))) missing.push(name);
  await cache.addAll(missing);
  await cache.put(home, response);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== home && !names.includes(pathname)) await cache.delete(pathname);
  }
}
