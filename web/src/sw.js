/* The service worker keeps this build's files, nothing else: no page state, no API answer, no secret. A new
 * build has a new version and replaces the whole cache, so pages and files never mix. */
const version = '%VERSION%';
const files = '%FILES%';
/* Where in the site the house is. Everything else there, with its caches, belongs to others. */
const place = new URL('./', self.location).pathname;
const prefix = `parlour ${place} `;
const cacheName = prefix + version;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['./', ...files]))
      .then(() => self.skipWaiting()),
  );
});

async function removeOldCaches() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith(prefix) || (place === '/' && name.startsWith('parlour-')),
  );
  await Promise.all(old.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches()));

/* Pages come from the network, so that a new build is seen at once; the kept one serves when there is none. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('./')) ?? Response.error();
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
  else if (url.pathname.startsWith(`${place}assets/`)) event.respondWith(asset(request));
});

/* The message says that it is somebody's move and nothing else: the games are on the front page. */
self.addEventListener('push', (event) => {
  event.waitUntil(
    self.registration.showNotification('Parlour', {
      body: event.data?.text() ?? '',
      icon: './icon-192.png',
      tag: 'move',
      renotify: true,
    }),
  );
});

async function showPage() {
  const [open] = await self.clients.matchAll({ type: 'window' });
  await (open ? open.focus() : self.clients.openWindow('./'));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});
