// What every page of the site shares: where things lie, problems said on the page, the service worker.
import { el, fill } from "../player/dom.js";
import { get } from "../player/map/get.js";
import { keepForOffline } from "../player/offline_store.js";

const HOME = new URL("../", import.meta.url).href;
const RELOADED = "spade.reloaded";
const PATIENCE_MS = 4000;
const LONGEST = 60; // characters of an asked-for value that a sentence repeats
const MAX_SEED = 2 ** 31 - 1;

export const DATA = HOME + "data/"; // of the runs
export const GAMES = HOME + "games/"; // of every other page
export const PLOTLY = HOME + "lib/plotly.min.js";
/** Options of every player on this site. */
export const PLAYER = { assets: HOME + "rt/", wheels: HOME + "wheels/", cdn: false };

export const root = document.getElementById("root");
export const above = document.getElementById("above");

/** A JSON file of this site, by the parts of its path; packed where its name ends in .gz. */
export async function read(base, ...parts) {
  const path = parts.map(encodeURIComponent).join("/");
  try {
    return await get(base + path, path.endsWith(".gz") ? "packed" : "json");
  } catch (error) {
    if (error.status) throw new Error(`${parts.join("/")} is not part of this site (HTTP ${error.status}).`);
    throw new Error(`${parts.join("/")} could not be read: are you online?`);
  }
}

/** Say what went wrong, or what of the address was not used. */
export function say(sentence) {
  document.getElementById("said").append(el("p", { class: "site-said" }, sentence));
}

/** Run `page()`, and say why where it fails. With `plays`, not before the page is isolated where that can be had. */
export async function start(page, { plays = true } = {}) {
  try {
    await settle(plays);
    fill(root);
    await page();
    if (!plays) keepForOffline();
  } catch (error) {
    fill(root);
    say(error.message);
  }
}

/** A page's address, with a sentence for each parameter of it that nothing here reads. */
export function address(...read) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of query) {
    if (!read.includes(name)) say(`In the address, ${name} is ${short(value)}, but what is shown here has no use for it and is shown without it.`);
  }
  return query;
}

/** The seed that an address names, else `otherwise`. */
export function seedOf(query, otherwise) {
  const text = query.get("seed");
  if (text === null) return otherwise;
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED) return Number(text);
  odd("seed", text, `a whole number from 0 to ${MAX_SEED}`, String(otherwise));
  return otherwise;
}

/** Say that a parameter is not what was expected, and what is shown instead. */
export function odd(name, asked, expected, shown) {
  say(`In the address, ${name} is ${short(asked)}, expected ${expected}; shown instead: ${shown}.`);
}

/** A link that looks like a button. */
export function link(page, query, text, attributes = {}) {
  const search = new URLSearchParams(query).toString();
  return el("a", { class: "site-button", href: page + (search ? "?" + search : ""), ...attributes }, text);
}

function short(text) {
  return `'${text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text}'`;
}

// A web server for files sends no headers that isolate a page; the service worker does, from the next load of the page
// on. So the first visit to a page that plays loads it once more. Where that does not help, the page goes on as it is:
// the player then replaces its worker to stop a program.
async function settle(plays) {
  if (!navigator.serviceWorker || !isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(HOME + "sw.js", { scope: HOME });
    if (self.crossOriginIsolated) return void sessionStorage.removeItem(RELOADED);
    if (!plays || sessionStorage.getItem(RELOADED) || !(await inCharge(registration))) return;
    sessionStorage.setItem(RELOADED, "1");
  } catch {
    return; // a browser that refuses workers or storage
  }
  location.reload();
  await new Promise(() => {});
}

/** Whether the registration's worker is in charge, or soon is. */
function inCharge(registration) {
  if (registration.active) return true;
  const ready = navigator.serviceWorker.ready.then(() => true);
  return Promise.race([ready, new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))]);
}
