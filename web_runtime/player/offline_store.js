// Registering the service worker, and the programs opened last, so that a visit without a network has a game.

const KEY = "spade.recent";
const MOST = 6;
const LARGEST = 60000; // characters of a source

/** Programs opened last, newest first: {source, title, summary, env_id, kind, opened: seed}. */
export function recent() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((program) => typeof program?.source === "string") : [];
  } catch {
    return [];
  }
}

/** Remember a program for a visit without a network. */
export function keepProgram(program, seed) {
  if (program.source.length > LARGEST) return;
  const others = recent().filter((known) => known.source !== program.source);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ ...program, opened: seed }, ...others].slice(0, MOST)));
  } catch {
    // Storage is full or refused.
  }
}

/**
 * Put the service worker in charge of this origin (unless the page has brought one of its own) and hand it what this
 * page has loaded; resolves to whether the next visit can do without a network. A browser or a server that does not
 * allow it just stays online.
 */
export async function keepForOffline() {
  if (!navigator.serviceWorker || !isSecureContext) return false;
  try {
    const known = await navigator.serviceWorker.getRegistration();
    const registration = known ?? (await navigator.serviceWorker.register(new URL("sw.js", import.meta.url), { scope: "/" }));
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const addresses = performance.getEntriesByType("resource").map((entry) => entry.name);
    const pair = new MessageChannel();
    const done = new Promise((resolve) => (pair.port1.onmessage = () => resolve(true)));
    worker.postMessage({ kind: "keep", addresses }, [pair.port2]);
    return await done;
  } catch {
    return false;
  }
}
