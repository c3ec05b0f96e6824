// Service worker: after a first visit the player needs no network. Runtime files have hashed addresses and are served
// from the cache; modules and puzzle data are asked for anew and served from the cache when nobody answers. A page
// that cannot be reached becomes offline.html, which plays what was played here before.
const CACHE = "spade-player-1";
const OFFLINE = ["offline.html", "offline.js"].map((name) => new URL(name, self.location).href);
const HASHED = /\/rt\/[0-9a-f]{16}\//;
const OURS = /^\/(player|rt|wheels)\/|^\/data\/puzzle/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("spade-player-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE[0])));
  else if (HASHED.test(url.pathname)) event.respondWith(kept(request));
  else if (OURS.test(url.pathname)) event.respondWith(fresh(request));
});

// What the page had loaded before this worker was in charge.
self.addEventListener("message", (event) => {
  if (event.data?.kind === "keep") event.waitUntil(keepAll(event.data.addresses, event.ports[0]));
});

async function keepAll(addresses, port) {
  const cache = await caches.open(CACHE);
  const wanted = addresses.map((address) => new URL(address)).filter((url) => url.origin === self.location.origin && OURS.test(url.pathname));
  const current = wanted.find((url) => HASHED.test(url.pathname))?.pathname.match(HASHED)[0];
  for (const request of await cache.keys()) {
    const hash = new URL(request.url).pathname.match(HASHED)?.[0];
    if (current && hash && hash !== current) await cache.delete(request); // an older runtime
  }
  for (const url of wanted) {
    if (!(await cache.match(url.href))) await cache.add(url.href).catch(() => {});
  }
  port?.postMessage("kept");
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const known = await cache.match(request.url);
    if (known) return known;
    throw error;
  }
}
