// Service worker: after a first visit the player needs no network. Runtime files have hashed addresses and are served
// from the cache; modules and puzzle data are asked for anew and served from the cache when nobody answers. A page
// that cannot be reached becomes offline.html, which plays what was played here before.
//
// A static site (app/export.py) loads this file from a worker of its own that says which SITE it is. Then everything in
// the site's folder is kept, pages too, and pages get the headers that make them cross-origin isolated, which a plain
// web server does not send.
const HOME = new URL(self.registration.scope);
const SITE = self.SITE ?? null;
const OWN = SITE ? `spade-site ${HOME.pathname} ` : "spade-player-";
const CACHE = OWN + (SITE ?? "1");
const OFFLINE = ["offline.html", "offline.js"].map((name) => new URL("player/" + name, HOME).href);
const HASHED = /^rt\/[0-9a-f]{16}\//;
const OURS = SITE ? /^/ : /^(player|rt|wheels)\/|^data\/puzzle/;
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

/** Where an address lies below the place that this worker is in charge of, or null. */
function pathOf(url) {
  const here = url.origin === HOME.origin && url.pathname.startsWith(HOME.pathname);
  return here ? url.pathname.slice(HOME.pathname.length) : null;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(new URL(request.url));
  if (request.method !== "GET" || path === null) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (HASHED.test(path)) event.respondWith(kept(request));
  else if (OURS.test(path)) event.respondWith(fresh(request));
});

// What the page had loaded before this worker was in charge.
self.addEventListener("message", (event) => {
  if (event.data?.kind === "keep") event.waitUntil(keepAll(event.data.addresses, event.ports[0]));
});

async function keepAll(addresses, port) {
  const cache = await caches.open(CACHE);
  const wanted = addresses.map((address) => new URL(address)).filter((url) => pathOf(url) !== null && OURS.test(pathOf(url)));
  const hashOf = (url) => pathOf(url)?.match(HASHED)?.[0];
  const current = wanted.map(hashOf).find(Boolean);
  for (const request of await cache.keys()) {
    const hash = hashOf(new URL(request.url));
    if (current && hash && hash !== current) await cache.delete(request); // an older runtime
  }
  for (const url of wanted) {
    if (!(await cache.match(url.href))) await cache.add(url.href).catch(() => {});
  }
  port?.postMessage("kept");
}

async function page(request) {
  const address = request.url.split(/[?#]/)[0];
  const answer = await fetch(request).catch(() => null);
  if (answer && SITE) await keep(address, answer);
  return isolated(answer ?? ((SITE && (await lookUp(address))) || (await offlinePage())));
}

function isolated(answer) {
  if (!SITE || answer.type === "opaqueredirect") return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** offline.html as an answer to any address: what it loads lies below HOME. */
async function offlinePage() {
  const known = await caches.match(OFFLINE[0]);
  const text = await known.text();
  return new Response(text.replace('<base href="/">', `<base href="${HOME.href}">`), known);
}

async function kept(request) {
  const known = await lookUp(request.url);
  if (known) return known;
  const answer = await fetch(request);
  await keep(request.url, answer);
  return answer;
}

async function fresh(request) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const known = await lookUp(request.url);
    if (known) return known;
    throw error;
  }
  await keep(request.url, answer);
  return answer;
}

async function lookUp(address) {
  return (await caches.open(CACHE)).match(address);
}

/** Put a good answer into the cache. Where the browser keeps no more, there is a network all the same. */
async function keep(address, answer) {
  if (!answer.ok) return;
  const copy = answer.clone();
  try {
    await (await caches.open(CACHE)).put(address, copy);
  } catch {
    // Storage is full or refused.
  }
}
