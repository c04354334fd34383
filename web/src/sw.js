/* The service worker keeps this build's files, nothing else: no page state, no API answer, no secret. A new
 * build has a new version and replaces the whole cache, so pages and files never mix. */
const version = '%VERSION%';
const files = '%FILES%';
const cacheName = `parlour-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['/', ...files]))
      .then(() => self.skipWaiting()),
  );
});

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches()));

/* Pages come from the network, so that a new build is seen at once; the kept one serves when there is none. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
});
