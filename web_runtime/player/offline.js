// The page shown when the server cannot be reached: the programs opened last, playable from the cache.
import { el, fill } from "./dom.js";
import { recent } from "./offline_store.js";
import { mount } from "./player.js";

let player = null;

function open(program) {
  player?.destroy();
  const [assets, wheels] = ["../rt/", "../wheels/"].map((path) => new URL(path, import.meta.url).href);
  player = mount(document.getElementById("root"), { program, seed: program?.opened ?? 0, assets, wheels });
}

const programs = recent();
const buttons = programs.map((program) => el("button", { type: "button", onclick: () => open(program) }, program.title));
fill(document.getElementById("choice"), buttons.flatMap((button) => [button, " "]));
open(programs[0] ?? null);
