// Python packages that a program imports and the interpreter lacks (numpy above all). They come from a folder
// that this server was given, or, when the visitor agrees, from Pyodide's own distribution on its CDN; either
// way a file that the interpreter's lock lists must have the hash that the lock gives.
import { el, fill } from "./dom.js";

const CDN = "https://cdn.jsdelivr.net/pyodide/";

export class Packages {
  constructor(player) {
    this.player = player;
    this.loaded = new Set(); // modules, so that one which still cannot be imported is not loaded again
  }

  /** Load `module` from the configured folder, or show a card that asks or says why not; then do `again()`. */
  async offer(module, again) {
    const { player } = this;
    const loaded = async () => {
      this.loaded.add(module);
      fill(player.view.linked);
      if (player.game.state) await player.game.recover(); // loading has started Python anew
      await again();
    };
    try {
      const { runtime, options } = player;
      const card = this.loaded.has(module) ? useless(module) : await offerPackages(module, { runtime, wheels: options.wheels, cdn: options.cdn, loaded });
      if (!card || player.gone) return;
      fill(player.view.linked, card);
      card.scrollIntoView({ block: "nearest" });
    } catch (error) {
      player.say(error.message, true);
    }
  }
}

function useless(module) {
  return packageCard(`“${module}” was loaded, but importing it fails: it may need a package that is not here.`);
}

/**
 * Load `module` into the runtime from the folder at `wheels`, then call `loaded()`. Where the folder lacks it,
 * returns a card that asks for consent to use the CDN (`cdn`), or says that nobody offers the package.
 */
async function offerPackages(module, { runtime, wheels, cdn, loaded }) {
  const lock = JSON.parse(await runtime.lock());
  const folder = wheels ? await listing(wheels) : [];
  const needed = wheelsFor(module, lock, folder);
  if (!needed) return packageCard(`No package that offers “${module}” is known here, so this program cannot run in the browser.`);
  const local = needed.every((wheel) => folder.includes(wheel.file));
  if (local) {
    await load(needed, new URL(wheels, location.href).href, runtime);
    await loaded();
    return null;
  }
  if (!cdn) return packageCard(`This program imports “${module}”, which is not on this site, so it cannot run here.`);
  return consentCard(module, needed, async () => {
    await load(needed, `${CDN}v${runtime.version}/full/`, runtime);
    await loaded();
  });
}

function packageCard(text) {
  return el("div", { class: "sp-card", role: "status" }, text);
}

async function listing(wheels) {
  const response = await fetch(new URL("index.json", new URL(wheels, location.href))).catch(() => null);
  if (!response?.ok) return [];
  const { files } = await response.json();
  return Array.isArray(files) ? files.filter((name) => /^[\w.+-]+\.whl$/.test(name)) : [];
}

const plainName = (name) => name.toLowerCase().replace(/[-_.]+/g, "_");

/** Files that bring `module` and what it needs: [{file, sha256}], or null where none is known. */
export function wheelsFor(module, lock, folder) {
  const listed = Object.values(lock.packages).find((entry) => entry.imports?.includes(module) || plainName(entry.name) === plainName(module));
  if (listed) return withDependencies(listed, lock).map((entry) => ({ file: entry.file_name, sha256: entry.sha256 }));
  const file = folder.find((name) => plainName(name.split("-")[0]) === plainName(module));
  return file ? [{ file, sha256: null }] : null;
}

function withDependencies(entry, lock, seen = new Set()) {
  if (!entry || seen.has(entry)) return [];
  seen.add(entry);
  return [entry, ...(entry.depends ?? []).flatMap((name) => withDependencies(lock.packages[name], lock, seen))];
}

async function load(needed, base, runtime) {
  const packages = {};
  for (const { file, sha256 } of needed) {
    const response = await fetch(base + file).catch(() => null);
    if (!response?.ok) throw new Error(`${file} could not be loaded from ${base}`);
    const blob = await response.blob();
    if (sha256 && (await digest(blob)) !== sha256) throw new Error(`${file} from ${base} is not the file that the lock names; it was not loaded.`);
    packages[file] = blob;
  }
  runtime.addPackages(packages);
  await runtime.ready;
}

async function digest(blob) {
  const hash = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function consentCard(module, needed, accept) {
  const said = el("span", { role: "status" });
  const host = new URL(CDN).host;
  const button = el("button", { type: "button", class: "sp-primary" }, `Load from ${host}`);
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = "Loading…";
    try {
      await accept();
      said.textContent = "Loaded.";
    } catch (error) {
      button.disabled = false;
      said.textContent = error.message;
    }
  });
  const files = needed.map((wheel) => wheel.file).join(", ");
  const text = `This program imports “${module}”, which is not on this server. It can be fetched from Pyodide's public distribution (${files}); that site then sees your address.`;
  return el("div", { class: "sp-card sp-row" }, text, button, said);
}
