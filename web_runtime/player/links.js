// A link is a whole game: environment, seed and replies. Nothing is uploaded.
const LIMIT = 8000;

export function encodeReplies(replies) {
  const bytes = new TextEncoder().encode(JSON.stringify(replies));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Replies in the address's fragment, or null. Untrusted: capped, and anything but a list of strings is refused. */
export function repliesFromHash(hash) {
  const code = new URLSearchParams(hash.replace(/^#/, "")).get("a");
  if (!code || code.length > LIMIT) return null;
  try {
    const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const value = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))));
    return Array.isArray(value) && value.every((reply) => typeof reply === "string") ? value : null;
  } catch {
    return null;
  }
}

/** This page's address with the seed and the game in it. */
export function gameLink(seed, replies) {
  const url = new URL(location.href);
  url.searchParams.set("seed", String(seed));
  url.hash = replies.length ? "a=" + encodeReplies(replies) : "";
  return url.href;
}

const KEY = "spade.history";

/** Games finished in this browser, newest first (at most 200), or [] where storage is refused. */
export function history() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export function remember(entry) {
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...history()].slice(0, 200)));
  } catch {
    // A browser that refuses storage still plays; it only forgets.
  }
}
