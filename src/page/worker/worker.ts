/**
 * Lets the page open without a network. It caches only the page's HTML and the files that the HTML names, never an answer of the graph; a
 * new version removes the files of the old one.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const cacheName = 'fieldgraph-page';
const home = '/';
const folder = '/page/';

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
  else if (pathname.startsWith(folder)) event.respondWith(openFile(event.request));
});

/** From the network, so that it is never out of date; from the cache where there is none. */
async function openHome(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await cachePage(response.clone());
    return response;
  } catch (error) {
    const cached = await caches.match(home);
    if (cached) return cached;
    throw error;
  }
}

async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Caches the HTML and the files that it names, and drops others. */
async function cachePage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(cacheName);
  const html = await response.clone().text();
  const names = [...html.matchAll(/"(\/page\/[^"]+)"/g)].map(([, name = '']) => name);
  const missing = [];
  for (const name of names) if (!(await cache.match(name))) missing.push(name);
  await cache.addAll(missing);
  await cache.put(home, response);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== home && !names.includes(pathname)) await cache.delete(pathname);
  }
}
