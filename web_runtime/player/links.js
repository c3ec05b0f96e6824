// A link is a whole game: environment, seed, replies, and the program itself where it is a fork.
// Everything travels in the address's fragment, so nothing is uploaded; what arrives is untrusted.

const REPLIES_LIMIT = 8000; // characters of the encoded replies
export const PROGRAM_LIMIT = 16000; // characters of the encoded program
export const SOURCE_LIMIT = 100000; // bytes of a program's source

function toBase64Url(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(code) {
  const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

function part(hash, name, limit) {
  const code = new URLSearchParams(hash.replace(/^#/, "")).get(name);
  return code && code.length <= limit ? code : null;
}

/** What a fragment claims to hold, readable or not. */
export function claims(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return { program: parts.has("p"), game: parts.has("a") };
}

export function encodeReplies(replies) {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(replies)));
}

/** Replies in a fragment, or null. Capped, and anything but a list of strings is refused. */
export function repliesFromHash(hash) {
  const code = part(hash, "a", REPLIES_LIMIT);
  if (!code) return null;
  try {
    const value = JSON.parse(new TextDecoder().decode(fromBase64Url(code)));
    return Array.isArray(value) && value.every((reply) => typeof reply === "string") ? value : null;
  } catch {
    return null;
  }
}

/** A program as text for a fragment; an error with a sentence when it does not fit. */
export async function encodeProgram(source) {
  if (typeof CompressionStream !== "function") throw new Error("This browser cannot compress a program into a link. Download it.");
  const packed = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const code = toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
  if (code.length <= PROGRAM_LIMIT) return code;
  throw new Error(`This program needs ${code.length} characters of a link; at most ${PROGRAM_LIMIT} are carried. Download it.`);
}

/** The program in a fragment, or null where there is none or it is no text of at most SOURCE_LIMIT bytes. */
export async function programFromHash(hash) {
  const code = part(hash, "p", PROGRAM_LIMIT);
  if (!code || typeof DecompressionStream !== "function") return null;
  try {
    const stream = new Blob([fromBase64Url(code)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const bytes = await readAtMost(stream, SOURCE_LIMIT);
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// A few bytes can unpack to gigabytes: stop reading at the limit.
async function readAtMost(stream, limit) {
  const reader = stream.getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** This page's address with the seed, the game where it is short enough and, for a fork, its encoded program. */
export function gameLink(seed, replies, program = null) {
  const url = new URL(location.href);
  url.searchParams.set("seed", String(seed));
  const parts = new URLSearchParams();
  if (program) parts.set("p", program);
  if (replies.length) {
    const code = encodeReplies(replies);
    if (code.length <= REPLIES_LIMIT) parts.set("a", code);
  }
  url.hash = parts.toString();
  return url.href;
}

/**
 * Put what is played into the address: a page that links to itself is left with the address it had. The first of
 * `parts` says what it is; where the address names that already it stays as it came, with all that it carries.
 */
export function claimAddress(parts) {
  const url = new URL(location.href);
  const [[name, value]] = Object.entries(parts);
  if (url.searchParams.get(name) === value) return;
  url.search = new URLSearchParams(parts).toString();
  url.hash = "";
  history.replaceState(history.state, "", url);
}

/** Take it out again when it is no longer what the page at `path` shows. */
export function leaveAddress(parts, path) {
  const [[name, value]] = Object.entries(parts);
  if (location.pathname !== path || new URLSearchParams(location.search).get(name) !== value) return;
  history.replaceState(history.state, "", path);
}

/** Show the seed in the address bar and drop a game it may have carried, without a navigation. */
export function showSeed(seed) {
  const url = new URL(location.href);
  url.searchParams.set("seed", String(seed));
  url.hash = "";
  history.replaceState(history.state, "", url);
}
